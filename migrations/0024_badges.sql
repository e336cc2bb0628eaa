-- Badges: what a member has earned once and keeps, whatever comes after.
create table badge (
  subject   text not null,
  badge     text not null check (badge ~ '^[a-z_0-9]{1,40}$'),
  earned_at timestamptz(3) not null,
  primary key (subject, badge)
);
comment on table badge is 'The key makes it once. Under the ledger''s name of the member; goes when they leave.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on badge from crels_app;
  end if;
end $$;
