//! One suite of cases that every store passes, and random writes that end the same in all of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod cases;
mod database;
mod fixture;

mod random;
mod simulated;

use fixture::{Memory, Sqlite};

/// Each case for each store.
macro_rules! suite {
    ($($case:ident)*) => {
        mod memory {
            $(#[test] fn $case() { crate::cases::$case(&mut crate::Memory::new()); })*
        }

        mod sqlite {
            $(#[test] fn $case() { crate::cases::$case(&mut crate::Sqlite::new()); })*
        }
    };
}

suite! {
    nothing_is_found_in_an_empty_store
    a_program_is_kept_as_it_was_given
    the_same_program_again_is_done
    other_files_under_the_same_hash_conflict
    a_program_can_be_taken_off_the_list
    the_state_of_no_program_conflicts
    programs_need_no_lease
    a_match_is_opened_as_it_was_given
    a_match_needs_its_program
    the_same_match_again_is_done
    a_number_that_is_taken_conflicts
    a_name_in_links_that_is_taken_conflicts_and_leaves_nothing
    a_match_begins_without_steps
    a_match_begins_at_the_root_of_its_chain
    seats_and_invites_of_another_match_conflict
    seats_are_as_many_as_players_and_each_once
    a_token_holds_one_seat
    an_invite_code_is_taken_once
    steps_are_kept_as_they_were_given
    every_kind_and_state_is_kept
    a_step_leaves_no_gap
    a_step_that_is_taken_conflicts
    the_same_step_again_is_done
    a_step_on_another_chain_conflicts
    a_step_of_no_match_conflicts
    steps_of_one_commit_keep_their_order
    a_conflict_leaves_the_other_writes_alone
    after_a_conflict_later_steps_of_the_match_conflict
    a_step_says_how_far_the_match_is
    how_far_a_match_is_changes_without_a_step
    settings_are_replaced
    changes_of_no_match_conflict
    a_seat_is_replaced
    an_older_generation_of_a_seat_conflicts
    a_token_that_was_replaced_finds_nothing
    a_seat_that_was_not_there_is_added_up_to_the_number_of_players
    an_invite_is_kept_as_it_was_given
    an_invite_for_no_match_conflicts
    the_same_invite_again_is_done_and_another_conflicts
    claiming_seats_somebody_and_uses_the_invite
    an_invite_that_is_used_up_conflicts
    a_late_invite_conflicts
    an_invite_for_one_seat_gives_no_other
    claiming_again_uses_nothing
    a_seat_that_is_taken_is_not_claimed
    a_claim_that_cannot_be_leaves_the_invite
    chat_is_kept_in_order
    a_line_of_chat_that_is_taken_conflicts
    a_rematch_is_opened_and_found_from_the_first_match
    there_is_one_rematch
    a_rematch_that_cannot_be_opened_leaves_nothing
    who_is_forgotten_leaves_the_steps
    nobody_is_forgotten_without_the_token
    a_match_goes_with_the_last_who_asks
    bots_do_not_hold_a_match
    the_matches_of_some_tokens_are_listed
    clocks_are_found_by_their_time
    a_lease_is_granted_and_renewed
    a_lease_that_runs_is_not_given_away
    a_lease_that_ran_out_is_given_with_a_new_epoch
    a_lease_is_given_back
    writes_of_an_older_epoch_are_fenced
    writes_without_a_lease_are_fenced
    a_rematch_needs_both_buckets
    old_matches_are_removed_by_their_state
    old_chat_is_removed_after_the_end
    late_invites_are_removed
    programs_that_nobody_names_are_removed
    everything_is_there_after_opening_again
    a_commit_of_nothing_is_answered
    outcomes_are_told_to_who_asks_for_them
    a_large_commit_is_written_whole
    texts_and_numbers_are_kept_to_their_ends
}
