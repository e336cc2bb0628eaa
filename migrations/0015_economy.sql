-- What rewards are worth and how often they may be had, with the whole history: a change adds a version. Without one,
-- rules/economy.ts says what everything is.
create table economy (
  version  integer primary key check (version > 0),
  -- As json, which keeps the order of what was written.
  settings json not null check (json_typeof(settings) = 'object'),
  author   text not null check (author <> ''),
  reason   text not null check (reason <> ''),
  -- Domain time.
  set_at   timestamptz not null default crels_now()
);
comment on table economy is 'Settings of the economy; the highest version is in force.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on economy from crels_app;
  end if;
end $$;
