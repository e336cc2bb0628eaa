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
