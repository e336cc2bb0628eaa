-- A change of address or password voids every open code and link of the account. Only a link with which an owner takes
-- the account back stays: whoever changed the address must not be able to void it.

-- The order in which links were made: an undone change voids what came after it, and nothing from before.
alter table identity.action_link add column position bigint;
update identity.action_link link set position = made.position
  from (select token_hash, row_number() over (order by expires_at, token_hash) as position
        from identity.action_link) made
  where made.token_hash = link.token_hash;
alter table identity.action_link alter column position set not null;
alter table identity.action_link alter column position add generated always as identity;
select setval(pg_get_serial_sequence('identity.action_link', 'position'),
  (select coalesce(max(position), 0) + 1 from identity.action_link), false);

create function identity.void_mailed_actions(account text) returns void
language sql set search_path = identity, pg_temp as $$
  delete from action_link where uid = account and purpose <> 'recover_email';
  -- The row stays, since it says when the last mail was sent. No clock makes -infinity valid again.
  update action_code set tries_left = 0, expires_at = '-infinity' where uid = account;
$$;

create function identity.void_after_address() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  perform void_mailed_actions(new.id);
  return null;
end $$;
create trigger void_after_address after update of email on identity.auth_user
  for each row when (old.email is distinct from new.email) execute function identity.void_after_address();

create function identity.void_after_password() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  perform void_mailed_actions(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger void_after_password after update of password on identity.auth_account
  for each row when (new.provider_id = 'credential' and old.password is distinct from new.password)
  execute function identity.void_after_password();
create trigger void_after_first_password after insert on identity.auth_account
  for each row when (new.provider_id = 'credential') execute function identity.void_after_password();
create trigger void_after_no_password after delete on identity.auth_account
  for each row when (old.provider_id = 'credential') execute function identity.void_after_password();

-- While an address can take an account back, no other account has it: it would stand in the way of that.
create index action_link_recoverable on identity.action_link (email) where purpose = 'recover_email';

-- After the row: an insert that waited for the account to let go of the address sees the link made by then.
create function identity.keep_recoverable_address() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  if exists (select from action_link
             where purpose = 'recover_email' and email = new.email and uid <> new.id and expires_at > now()) then
    raise unique_violation using message = 'another account can be taken back by this address';
  end if;
  return null;
end $$;
create trigger keep_recoverable_address after insert or update of email on identity.auth_user
  for each row execute function identity.keep_recoverable_address();
