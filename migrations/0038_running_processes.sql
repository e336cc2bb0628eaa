-- Which processes work with this database (docs/decisions/095-processes-say-that-they-live.md).

create table running_process (
  id         text primary key check (id ~ '^prc_[0-9a-f]{32}$'),
  -- Of the program: processes of two versions run beside each other during an upgrade.
  version    text not null check (length(version) between 1 and 64),
  -- Whether it answers requests, and whether it works on the jobs; `npm start` does both.
  serves     boolean not null,
  works      boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at    timestamptz not null default clock_timestamp(),
  -- When it stopped as it should; one that was killed is silent.
  ended_at   timestamptz
);
comment on table running_process is 'Processes that said within the last day that they live. A row names no machine and no person.';
