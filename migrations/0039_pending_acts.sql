-- Acts that take a second person (docs/decisions/089-some-acts-take-a-second-person.md).

create table pending_act (
  id          text primary key default new_id('pac') check (id ~ '^pac_[0-9a-f]{32}$'),
  action      text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  target      text not null check (target ~ '\S'),
  input       jsonb not null,
  reason      text not null check (reason ~ '\S' and length(reason) <= 500),
  proposed_by text not null references operator (id),
  proposed_at timestamptz not null default now(),
  -- Where nobody else could approve it: when it is done by itself, unless it is rejected before.
  runs_at     timestamptz check (runs_at >= proposed_at + interval '24 hours'),
  expires_at  timestamptz not null,
  state       text not null default 'waiting' check (state in ('waiting', 'done', 'rejected', 'expired', 'failed')),
  decided_by  text references operator (id),
  decided_at  timestamptz,
  note        text,
  check ((state = 'waiting') = (decided_at is null)),
  -- Nobody approves what they proposed.
  check (state <> 'done' or decided_by <> proposed_by or decided_by is null),
  check (state <> 'done' or decided_by is not null or runs_at is not null)
);
comment on table pending_act is 'What an operator proposed and another one approves: done once, or not at all.';
create index pending_act_waiting on pending_act (expires_at) where state = 'waiting';
create index pending_act_by_time on pending_act (proposed_at, id);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on pending_act from crels_app;
  end if;
end $$;
