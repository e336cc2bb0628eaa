-- Members of an outside identity provider have no row in identity.auth_user, and their operators note why all the same.
alter table identity.security_event drop constraint security_event_uid_fkey;

-- An outside provider knows somebody by the same subject for ever: they may come back as somebody new, and leave again.
do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant update (deleted_at) on tombstone to crels_app;
  end if;
end $$;
