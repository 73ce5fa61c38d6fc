-- When nobody had the database open, so that clocks stood still.
create table outage (since integer primary key, until integer not null) strict;
