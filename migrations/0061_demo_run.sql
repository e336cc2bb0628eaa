-- Demo data that is loaded or removed in the background.

create table demo_run (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('load', 'remove')),
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  step       integer not null default 0 check (step >= 0),
  asked_by   text not null check (asked_by ~ '\S'),
  started_at timestamptz(3) not null default now(),
  ended_at   timestamptz(3),
  check ((state in ('waiting', 'running')) = (ended_at is null))
);
comment on table demo_run is 'Who asked for the demo data or its removal, and how far that is. Wall time.';
create unique index demo_run_one on demo_run ((true)) where ended_at is null;
