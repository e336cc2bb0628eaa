-- When a brand was suspended and resumed: what its campaigns brought meanwhile earns nothing, also once it goes on
-- (docs/decisions/146-a-click-is-paid-the-reward-of-its-moment.md). A trigger writes it, so that processes of the version
-- before write it too.

create table brand_state_change (
  seq      bigint generated always as identity primary key,
  brand_id text not null references brand (id) on delete cascade,
  at       timestamptz not null,
  state    text not null check (state in ('active', 'suspended'))
);
comment on table brand_state_change is 'When a brand was suspended and resumed; never changed. One that never was has no row.';
create index brand_state_change_of on brand_state_change (brand_id, seq);

\ir functions/campaigns.sql

create trigger brand_state_written after update of state on brand
  for each row when (old.state is distinct from new.state) execute function brand_state_written();

-- Suspensions that are over are not known here: what was then is judged as it was.
insert into brand_state_change (brand_id, at, state)
select id, suspended_at, 'suspended' from brand where state = 'suspended';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on brand_state_change from crels_app;
  end if;
end $$;
