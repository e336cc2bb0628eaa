-- A review takes members out of a season, and may let them in again: the last row of a member counts, none is changed.

-- Until this is committed no round counts: one that had begun would put its snapshot over what is set below.
select leaderboard_lock(true);

alter table season_exclusion
  drop constraint season_exclusion_pkey,
  add column id bigint generated always as identity primary key,
  add column is_out boolean not null default true;
create index season_exclusion_last on season_exclusion (month, party, id desc);
comment on table season_exclusion is 'What a review decided of members, the last of a member counts. The places behind those who are out close up, on every board of the month.';
comment on column season_exclusion.is_out is 'False: let in again.';

\ir functions/leaderboard.sql
\ir functions/leaderboard_order.sql

-- Friends are counted by their completions from here: the open boards are counted anew with the first round.
update leaderboard_state set snapshot = null;

-- Members who were out of the points alone are out of the other boards of that month too.
select leaderboard_exclude(b.id, x.party)
from season_exclusion x
join leaderboard_board b on b.span = 'month' and to_char(b.starts_at at time zone 'UTC', 'YYYY-MM') = x.month;
