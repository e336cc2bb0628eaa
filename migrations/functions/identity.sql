-- A change of address or password voids every open code and link of the account. Only a link with which an owner takes
-- the account back stays: who changed the address must not be able to void it.

-- What disowns an account ends with the address, and not with the password: the one who signed up chooses that.
create or replace function identity.void_mailed_actions(account text) returns void
language sql set search_path = identity, pg_temp as $$
  delete from action_link where uid = account and purpose not in ('recover_email', 'recover_factors', 'disown_account');
  -- The row stays, since it says when the last mail was sent. No clock makes -infinity valid again.
  update action_code set tries_left = 0, expires_at = '-infinity' where uid = account;
$$;

create or replace function identity.void_after_address() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  perform void_mailed_actions(new.id);
  delete from action_link where uid = new.id and purpose = 'disown_account';
  return null;
end $$;

create or replace function identity.void_after_password() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  perform void_mailed_actions(coalesce(new.user_id, old.user_id));
  return null;
end $$;

-- While an address can take an account back, no other account has it: it would stand in the way of that.
-- After the row: an insert that waited for the account to let go of the address sees the link made by then.
create or replace function identity.keep_recoverable_address() returns trigger
language plpgsql set search_path = identity, pg_temp as $$
begin
  if exists (select from action_link
             where purpose = 'recover_email' and email = new.email and uid <> new.id and expires_at > now()) then
    raise unique_violation using message = 'another account can be taken back by this address';
  end if;
  return null;
end $$;
