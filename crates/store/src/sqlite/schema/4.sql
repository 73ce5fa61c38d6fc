-- Rows lie by a number that counts the matches: those of matches that are played at the same time lie together then,
-- which the ids do not give, as nobody may guess them.
create table numbered (
  number integer primary key,
  id integer not null unique,
  public text not null unique,
  program blob not null references program,
  options text not null,
  players integer not null,
  seed blob not null,
  limits text not null,
  semantics integer not null,
  state integer not null,
  steps integer not null,
  chain blob not null,
  settings text not null,
  due integer,
  opened integer not null,
  touched integer not null,
  rematch integer
) strict;
insert into numbered select null, id, public, program, options, players, seed, limits, semantics, state, steps, chain,
  settings, due, opened, touched, rematch from game_match order by opened, id;
drop table game_match;
alter table numbered rename to game_match;
create index match_program on game_match (program);
create index match_due on game_match (due) where due is not null;

create table numbered (
  match integer not null,
  n integer not null,
  name text not null,
  kind integer not null,
  bot text,
  token blob,
  generation integer not null,
  team integer,
  is_forgotten integer not null,
  primary key (match, n)
) without rowid, strict;
insert into numbered select number, n, name, kind, bot, token, generation, team, is_forgotten
  from seat join game_match on id = match order by number, n;
drop table seat;
alter table numbered rename to seat;
create unique index seat_token on seat (token) where token is not null;

create table numbered (
  hash blob not null primary key,
  match integer not null,
  seat integer,
  uses integer not null,
  until integer not null
) without rowid, strict;
insert into numbered select hash, number, seat, uses, until from invite join game_match on id = match;
drop table invite;
alter table numbered rename to invite;
create index invite_match on invite (match);

create table numbered (
  match integer not null,
  n integer not null,
  kind integer not null,
  seat integer,
  candidate integer,
  text text,
  at integer not null,
  spent integer not null,
  id blob,
  fingerprint integer,
  chain blob not null,
  primary key (match, n)
) without rowid, strict;
insert into numbered select number, n, kind, seat, candidate, text, at, spent, step.id, fingerprint, step.chain
  from step join game_match on game_match.id = match order by number, n;
drop table step;
alter table numbered rename to step;

create table numbered (
  match integer not null,
  n integer not null,
  at integer not null,
  seat integer,
  text text not null,
  id blob,
  primary key (match, n)
) without rowid, strict;
insert into numbered select number, n, at, seat, text, chat.id
  from chat join game_match on game_match.id = match order by number, n;
drop table chat;
alter table numbered rename to chat;
