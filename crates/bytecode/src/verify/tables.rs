//! Checks that the tables of a program fit one another.

use super::{Verified, below, check, takes};
use crate::layout::{growing, header, list, object, seat};
use crate::program::{Adjacency, Board, Class, FixedValue, MAX_FILTERED_INPUTS, NO_TILE, Program};

/// The most players there may be: sets of players are bits.
const MAX_PLAYERS: u32 = 32;

pub(super) fn verify(p: &Program) -> Verified {
    check(p.origins.len() == p.code.len(), "origins and instructions differ in number")?;
    check((1..=MAX_PLAYERS).contains(&p.players.1), "there are too few or too many players")?;
    let ends = p.counts.first().zip(p.counts.last());
    check(ends == Some((&p.players.0, &p.players.1)), "the numbers of players have other ends")?;
    fixed_part(p)?;
    classes(p)?;
    boards(p)?;
    tiles(p)?;
    zones(p)?;
    enums(p)?;
    fixed(p)?;
    functions(p)
}

/// That what is worked out when the program is made has functions without parameters, and lists of what comes before.
fn fixed(p: &Program) -> Verified {
    for (i, f) in p.fixed.iter().enumerate() {
        match &f.value {
            FixedValue::Of(function) => takes(p, *function, 0)?,
            FixedValue::All(class, all) => {
                below(*class, p.classes.len(), "class")?;
                all.iter().try_for_each(|c| below(*c, i, "constant before it"))?;
            }
        }
    }
    Ok(())
}

/// That so many words from an address on are in the fixed part.
fn fits(p: &Program, at: usize, words: usize, what: &str) -> Verified {
    let inside = at.checked_add(words).is_some_and(|end| end <= p.layout.heap);
    if inside { Ok(()) } else { Err(format!("{what} are not in the fixed part")) }
}

fn fixed_part(p: &Program) -> Verified {
    check(p.start.len() == p.layout.heap, "the fixed part has not the length of the layout")?;
    fits(p, 0, header::SIZE, "the words of the header")?;
    fits(p, p.layout.seats, seat::SIZE * p.players.1 as usize, "the players")?;
    fits(p, p.layout.tiles, p.tiles.count as usize, "the tiles")?;
    fits(p, p.layout.zones, list::HEAD * p.slots.len(), "the zones")?;
    let joins = p.classes.iter().flat_map(|c| &c.joins).map(|j| usize::from(*j) + 1).max();
    fits(p, p.layout.live, list::HEAD * joins.unwrap_or(0), "the live objects")
}

fn classes(p: &Program) -> Verified {
    check(p.methods.len() == p.classes.len(), "not every class has methods")?;
    for (i, c) in p.classes.iter().enumerate() {
        class(p, i, c).map_err(|why| format!("class `{}`: {why}", c.name))?;
    }
    let slots = p.methods.first().map_or(0, Vec::len);
    check(p.methods.iter().all(|m| m.len() == slots), "classes differ in method slots")?;
    for slot in 0..slots {
        let here = p.methods.iter().map(|m| m[slot]).filter(|f| *f != u32::MAX);
        let mut params = None;
        for f in here {
            below(f, p.functions.len(), "function")?;
            let n = p.functions[f as usize].params;
            check(n >= 1 && *params.get_or_insert(n) == n, "methods of a slot differ in parameters")?;
        }
    }
    Ok(())
}

fn class(p: &Program, i: usize, c: &Class) -> Verified {
    check((i..p.classes.len()).contains(&c.last.into()), "its last class is not behind it")?;
    let first = if c.is_piece { object::PIECE_FIELDS } else { object::FIELDS };
    check(usize::from(c.first_field) == first, "its fields begin elsewhere")?;
    check(usize::from(c.size) == first + c.fields.len(), "its size is another")?;
    c.parent.map_or(Ok(()), |parent| below(parent, p.classes.len(), "class"))?;
    c.global.map_or(Ok(()), |at| fits(p, at as usize, c.size.into(), "the words of its object"))
}

fn boards(p: &Program) -> Verified {
    let mut first = 0;
    for (number, b) in p.boards.iter().enumerate() {
        below(b.class, p.classes.len(), "class of a board")?;
        check(b.first as usize == first, "a board begins with another tile")?;
        let g = &b.geometry;
        let n = g.tiles.len();
        let inside = |t: &u32| (*t as usize) < n;
        let steps = g.steps.iter().all(|s| s.len() == n && s.iter().flatten().all(inside));
        let neighbors = g.neighbors.len() == n && g.neighbors.iter().flatten().all(|(t, _)| inside(t));
        let axes = g.axes.iter().all(|(a, b)| *a.max(b) < g.steps.len());
        let axes = axes || g.grows();
        let sides = g.sides <= g.steps.len() || g.grows();
        check(steps && neighbors && axes && sides, "a board leads out of itself")?;
        check(g.grows() == b.growing.is_some(), "a board grows by half")?;
        if let Some(growing) = &b.growing {
            fits(p, growing.at, growing::SIZE, "the words of a board that grows")?;
            let whole = growing.adjacency.len() == p.tiles.adjacency.len()
                && growing.directions.len() == p.tiles.directions.len();
            check(whole, "a board that grows lacks ways")?;
            check(usize::from(growing.board) == number, "a board that grows is another")?;
        }
        first += n;
        spots(p, b).map_err(|why| format!("board `{}`: {why}", b.name))?;
    }
    check(p.tiles.proper <= p.tiles.count, "there are more tiles than places")?;
    check(first == p.tiles.count as usize, "boards have another number of tiles")
}

fn spots(p: &Program, b: &Board) -> Verified {
    b.of.map_or(Ok(()), |of| below(of, p.boards.len(), "board"))?;
    let Some(spots) = &b.spots else { return Ok(()) };
    let (s, tiles) = (&spots.sides, b.geometry.tiles.len());
    for (first, n) in [(spots.edges, s.edges.len()), (spots.corners, s.corners.len())] {
        let Some(first) = first else { continue };
        let all = first as usize..first as usize + n;
        check(first >= p.tiles.proper && all.end <= p.tiles.objects.len(), "its edges are no places")?;
        check(p.tiles.objects[all].iter().all(|o| *o != u32::MAX), "an edge or corner has no object")?;
    }
    let edge = |e: &u32| (*e as usize) < s.edges.len();
    let corner = |c: &u32| (*c as usize) < s.corners.len();
    let tile = |t: &u32| (*t as usize) < tiles;
    let adjacency = s.adjacency.iter().flatten().all(|(t, _, e)| tile(t) && edge(e));
    let of_tiles = s.edges_of.iter().flatten().all(edge) && s.corners_of.iter().flatten().all(corner);
    let lengths = [s.adjacency.len(), s.edges_of.len(), s.corners_of.len()].iter().all(|n| *n == tiles);
    let of_edges =
        s.edges.iter().all(|e| tile(&e.from) && e.to.iter().all(tile) && e.corners.iter().all(corner));
    let of_corners = s.corners.iter().all(|c| c.tiles.iter().all(tile) && c.edges.iter().all(edge));
    check(adjacency && of_tiles && lengths && of_edges && of_corners, "its edges or corners lead out of it")
}

fn tiles(p: &Program) -> Verified {
    let t = &p.tiles;
    let n = t.count as usize;
    let lengths = [t.board.len(), t.single.len(), t.names.len(), t.x.len(), t.y.len(), t.objects.len()];
    check(lengths.iter().all(|l| *l == n), "a table has not as many rows as there are tiles")?;
    check(t.all_single == t.single.iter().all(|s| *s), "not all tiles are single, or all are")?;
    check(t.steps.len() == t.directions.len() * n, "the table of steps has another length")?;
    check(t.steps.iter().all(|s| *s == NO_TILE || (*s as usize) < n), "steps lead to no tile")?;
    check(
        n == 0 || t.adjacency.len() >= usize::from(Adjacency::JUMPS) + t.jumps.len(),
        "tables of near tiles are missing",
    )?;
    t.adjacency.iter().try_for_each(|table| adjacency(table, n))?;
    for (i, single) in t.single.iter().enumerate() {
        below(t.board[i], p.boards.len(), "board")?;
        let class = &p.classes[usize::from(p.boards[usize::from(t.board[i])].class)];
        if t.objects[i] != u32::MAX {
            fits(p, t.objects[i] as usize, class.size.into(), "the attributes of a tile")?;
        }
        if !single {
            let list = p.start[p.layout.tiles + i];
            fits(p, usize::try_from(list).unwrap_or(usize::MAX), list::HEAD, "the pieces of a tile")?;
        }
    }
    Ok(())
}

fn adjacency(table: &Adjacency, n: usize) -> Verified {
    let inside = |(start, end): &(u32, u32)| start <= end && *end as usize <= table.tiles.len();
    let whole = table.spans.len() == n && table.spans.iter().all(inside);
    check(whole && table.tiles.iter().all(|t| (*t as usize) < n), "a table of near tiles is broken")
}

fn zones(p: &Program) -> Verified {
    for (zone, owner) in &p.slots {
        below(*zone, p.zones.len(), "zone")?;
        owner.map_or(Ok(()), |o| below(o, p.players.1 as usize, "player"))?;
    }
    for z in &p.zones {
        let n = if z.per_player { p.players.1 as usize } else { 1 };
        check(usize::from(z.first_slot) + n <= p.slots.len(), "a zone has no slots")?;
    }
    Ok(())
}

fn enums(p: &Program) -> Verified {
    for e in &p.enums {
        let n = e.cases.len();
        let whole = e.names.len() == n && e.attributes.iter().all(|a| a.len() == n);
        check(whole, "an enumeration has names or attributes for other cases")?;
    }
    p.dice.iter().try_for_each(|(_, faces, _)| check(!faces.is_empty(), "dice have no faces"))
}

/// The functions that the host or the machine calls by themselves.
fn functions(p: &Program) -> Verified {
    let optional = |f: Option<u32>, params| f.map_or(Ok(()), |f| takes(p, f, params));
    takes(p, p.init, 0)?;
    takes(p, p.setup, 0)?;
    p.settle.map_or(Ok(()), |f| takes(p, f, 0))?;
    p.settle_anew.map_or(Ok(()), |f| takes(p, f, 0))?;
    takes(p, p.move_generator, 1)?;
    optional(p.pseudo_legal_generator, 1)?;
    optional(p.unfiltered_generator, 1)?;
    optional(p.no_choice, 1)?;
    optional(p.moved, 3)?;
    p.choice_event.map_or(Ok(()), |c| below(c, p.classes.len(), "class"))?;
    below(p.no_choice_class, p.classes.len(), "class")?;
    for t in &p.turns {
        check(t.phases.len() == t.phase_words.len(), "a turn has other phases")?;
        check(t.phases.len() == t.simultaneous.len(), "a turn has other phases")?;
        for simultaneous in t.simultaneous.iter().flatten() {
            takes(p, simultaneous.players, 0)?;
            optional(simultaneous.then, 0)?;
        }
        optional(t.default, 0)?;
        t.phases.iter().try_for_each(|(_, default)| optional(*default, 0))?;
    }
    for a in &p.actions {
        below(a.class, p.classes.len(), "class of an action")?;
        takes(p, a.generator, 2)?;
        takes(p, a.run, 2 + a.inputs.len())?;
        if let Some(filter) = a.filter {
            check(a.inputs.len() <= MAX_FILTERED_INPUTS, "a legality filter has many inputs")?;
            takes(p, filter.generator, 2)?;
            takes(p, filter.passes, 2 + a.inputs.len())?;
        }
        for (k, input) in a.inputs.iter().enumerate() {
            optional(input.prompt, 2 + k)?;
        }
        if let Some(refusals) = &a.refusals {
            takes(p, refusals.function, 2 + a.inputs.len())?;
            refusals.reasons.iter().try_for_each(|r| optional(r.why, 2 + a.inputs.len()))?;
        }
    }
    for t in &p.tests {
        takes(p, t.body, 0)?;
    }
    let actions = p.plays.iter().flat_map(|play| &play.actions);
    actions.copied().try_for_each(|a| below(a, p.actions.len(), "action of a test"))
}
