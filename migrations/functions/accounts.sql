-- An address that changed at an outside provider is heard of by a token: a change of address like those that are made
-- here, so that payouts wait after it. The embedded provider ('crels') notes its own, in the transaction of the change.
create or replace function record_outside_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Two tokens of one member may say two addresses for an hour, and take turns.
  insert into identity.security_event (uid, kind)
    select new.uid, 'email_changed'
    where not exists (select from identity.security_event
      where uid = new.uid and kind = 'email_changed' and at > now() - interval '1 minute');
  return null;
end $$;

-- The language of an account, for a mail to its owner; English where none is recorded, null where there is no member. The
-- identity provider asks too, which reads nothing else of a member.
create or replace function account_language(account text) returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(language, 'en') from member where uid = account);
end $$;
revoke all on function account_language(text) from public;
do $$ declare v_name text; begin
  foreach v_name in array array['crels_app', 'crels_identity'] loop
    if exists (select from pg_roles where rolname = v_name) then
      execute format('grant execute on function account_language(text) to %I', v_name);
    end if;
  end loop;
end $$;

-- Whether a member was disabled at a moment: what clicks and late reports of sales are judged by.
create or replace function member_state_written() returns trigger language plpgsql as $$
begin
  insert into member_state_change (uid, state) values (new.uid, new.state);
  return null;
end
$$;
