-- Which attempt makes a file of an operator's, and of which day remembered ranks are.

alter table operator_export add column attempt integer not null default 0 check (attempt >= 0);
comment on column operator_export.attempt is 'How often a worker began it: only the last one adds to it and ends it.';

-- What is there is of this morning; a version before leaves the day to the default.
alter table leaderboard_yesterday add column day date not null default (crels_now() at time zone 'UTC')::date;
comment on column leaderboard_yesterday.day is 'The day (UTC) that began then. Ranks of a day before are not compared with.';
