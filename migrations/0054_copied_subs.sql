-- Where clicks are in a store of columns, PostgreSQL has copies of those that pay, and no statistics that say where they
-- are: a sub-id goes with its member from the copies too (forget_click_subs).

create table copied_sub (
  link_id text not null,
  quarter timestamptz not null,
  primary key (link_id, quarter)
);
comment on table copied_sub is 'Quarters of an hour in which a link has copies of clicks with a sub-id, whose statistics are elsewhere.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on copied_sub from crels_app;
  end if;
end $$;
