create table program (
  hash blob not null primary key,
  name text not null,
  files blob not null,
  semantics integer not null,
  added integer not null,
  by_owner blob,
  state integer not null
) strict;

create table game_match (
  id integer primary key,
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
create index match_program on game_match (program);
create index match_due on game_match (due) where due is not null;

create table seat (
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
create unique index seat_token on seat (token) where token is not null;

create table invite (
  hash blob not null primary key,
  match integer not null,
  seat integer,
  uses integer not null,
  until integer not null
) without rowid, strict;
create index invite_match on invite (match);

create table step (
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

create table chat (
  match integer not null,
  n integer not null,
  at integer not null,
  seat integer,
  text text not null,
  primary key (match, n)
) without rowid, strict;

create table owner (
  bucket integer primary key,
  process integer not null,
  epoch integer not null,
  until integer not null
) strict;

create table meta (key text not null primary key, value integer not null) without rowid, strict;
