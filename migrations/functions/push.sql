-- A browser is notified no longer than its session lasts, whichever way that ends.

create or replace function push_session_ended() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscription s using ended where s.session_id = ended.id;
  return null;
end $$;

-- Every session of the member ended, or they may not act any more.
create or replace function push_sessions_revoked() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from push_subscription where uid = new.uid;
  return null;
end $$;

-- Whether a session lasts, of the embedded provider; its end waits for the transaction that asks. Sessions of other
-- providers are not kept here.
create or replace function push_session_lasts(session text) returns boolean
language sql security definer set search_path = identity, pg_temp as $$
  select exists (
    select from identity.auth_session where id = session and expires_at > now() for key share)
$$;

revoke all on function push_session_ended(), push_sessions_revoked(), push_session_lasts(text) from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function push_session_lasts(text) to crels_app;
  end if;
end $$;
