-- The leaderboard: what members earned in a month, a week and in all, ranked, and the prizes of months that are over.
--
-- The ledger is its own log of changes: what was committed since is found by the ids of database transactions that
-- `txn.xid` keeps (decision 061). leaderboard_apply() (functions/leaderboard.sql) writes these tables, and nothing else.

create index txn_xid on txn (xid);
comment on index txn_xid is 'For the leaderboard, which reads the transactions that were committed since it last looked.';

alter table member add column hidden_on_leaderboard boolean not null default false;
comment on column member.hidden_on_leaderboard is 'Keeps the rank; others see no name and no photo.';

create table leaderboard_state (
  is_only      boolean primary key default true check (is_only),
  -- Null: not counted yet.
  snapshot     pg_snapshot,
  server       bigint,
  restored_seq bigint not null default 0,
  -- Wall time of the last round that changed something, and of the last change that the stream said.
  applied_at   timestamptz not null default '-infinity',
  announced_at timestamptz not null default '-infinity'
);
comment on table leaderboard_state is 'One row. What its snapshot sees of the ledger is counted, all of it and nothing else.';
comment on column leaderboard_state.server is 'The server whose transactions the snapshot is of.';
comment on column leaderboard_state.restored_seq is 'Entries up to this number came with a database of another server and are counted, whatever the ids of their transactions.';
insert into leaderboard_state default values;

create table leaderboard_board (
  id        integer generated always as identity primary key,
  metric    text not null check (metric in ('points', 'earnings', 'invitations')),
  span      text not null check (span in ('all', 'month', 'week')),
  starts_at timestamptz not null,
  ends_at   timestamptz not null check (ends_at > starts_at),
  closed_at timestamptz,
  unique (metric, span, starts_at),
  check ((span = 'all') = (starts_at = '-infinity')),
  check ((span = 'all') = (ends_at = 'infinity')),
  check (span = 'month' or closed_at is null)
);
comment on table leaderboard_board is 'One ranking: what is counted, and over which time (UTC).';
comment on column leaderboard_board.closed_at is 'The month is over and frozen: nothing that happens later changes it.';

create table leaderboard_standing (
  board       integer not null references leaderboard_board (id) on delete cascade,
  party       text not null,
  value       bigint not null,
  reached_seq bigint not null,
  is_excluded boolean not null default false,
  primary key (board, party)
);
comment on table leaderboard_standing is 'What a member has on a board. Above zero and not excluded is ranked.';
comment on column leaderboard_standing.reached_seq is 'The ledger''s number of the entry that last changed the value: of two with the same value, the lower one was there first.';
comment on column leaderboard_standing.is_excluded is 'Banned, or taken out of a frozen season by an operator.';

-- The order of the ranks, whole: no two entries have the same number.
create unique index leaderboard_order on leaderboard_standing (board, (-value), reached_seq)
  where value > 0 and not is_excluded;

create table leaderboard_bucket (
  board       integer not null references leaderboard_board (id) on delete cascade,
  from_value  bigint not null,
  from_seq    bigint not null,
  size        integer not null check (size >= 0),
  primary key (board, from_value, from_seq)
) with (fillfactor = 50);
comment on table leaderboard_bucket is 'About a thousand neighbours in the order of a board, counted: a rank is the sum of the buckets before and a count within one.';
comment on column leaderboard_bucket.from_value is 'The bucket begins with this key (the value negated, and the number of the entry) and reaches to the next one''s.';

create table leaderboard_recheck (
  id    bigint generated always as identity primary key,
  party text not null
);
comment on table leaderboard_recheck is 'Members who were banned, let back in or are leaving: the next round looks at them.';

create table leaderboard_yesterday (
  board integer not null references leaderboard_board (id) on delete cascade,
  party text not null,
  rank  integer not null check (rank > 0),
  primary key (board, party)
);
comment on table leaderboard_yesterday is 'The first thousand of each board as the day (UTC) began.';

-- ── Seasons ────────────────────────────────────────────────────────────────────────────────────────────────

create table season (
  month        text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  state        text not null default 'review' check (state in ('review', 'approved', 'paid')),
  -- Domain time.
  frozen_at    timestamptz not null,
  review_until timestamptz not null,
  prizes       jsonb not null check (jsonb_typeof(prizes) = 'array'),
  approved_at  timestamptz,
  approved_by  text check (approved_by <> ''),
  paid_at      timestamptz,
  check ((state = 'review') = (approved_at is null)),
  check ((approved_at is null) = (approved_by is null)),
  check ((state = 'paid') = (paid_at is not null))
);
comment on table season is 'A month that is over: frozen, reviewed, then paid. Its ranking is its board, which nothing changes any more.';
comment on column season.prizes is 'What its places are worth, [{toRank, points}]: as the settings were when it ended.';

create table season_exclusion (
  month  text not null references season (month),
  party  text not null,
  reason text not null check (reason <> '' and length(reason) <= 500),
  author text not null check (author <> ''),
  at     timestamptz not null,
  primary key (month, party)
);
comment on table season_exclusion is 'Members that a review took out of a season; the places behind them close up.';

create table season_place (
  month    text not null references season (month),
  rank     integer not null check (rank > 0),
  party    text not null,
  value    bigint not null check (value > 0),
  points   integer not null check (points >= 0),
  -- Whether it was looked at, and what came of it.
  done_at  timestamptz,
  withheld text check (withheld in ('banned', 'left')),
  primary key (month, rank),
  unique (month, party),
  check (withheld is null or done_at is not null)
);
comment on table season_place is 'The places of an approved season that are worth something: prizes are paid from these rows.';
create index season_place_due on season_place (month) where done_at is null;

-- ── Functions and rights ───────────────────────────────────────────────────────────────────────────────────

\ir functions/leaderboard.sql

create trigger leaderboard_member_state after update of state on member
  for each row when (old.state is distinct from new.state) execute function leaderboard_recheck_member();
create trigger leaderboard_member_gone after delete on member
  for each row execute function leaderboard_recheck_member();

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on leaderboard_state, leaderboard_board, leaderboard_standing, leaderboard_bucket from crels_app;
    revoke delete, truncate on season, season_place from crels_app;
    revoke update, truncate on season_exclusion from crels_app;
  end if;
end $$;
