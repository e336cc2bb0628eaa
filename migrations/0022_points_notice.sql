-- Until when a member has been told by mail that points expire: each batch of lots is told once.
create table points_notice (
  subject    text primary key,
  told_until timestamptz not null
);
comment on column points_notice.told_until is 'Lots that expire before were in a mail, or their member wants none.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on points_notice from crels_app;
  end if;
end $$;
