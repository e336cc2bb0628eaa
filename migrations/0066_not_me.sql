-- The mail that verifies a new account's address also carries a link that deletes the account, for an owner of the
-- address who did not sign up. It ends with the address, and not with the password: whoever signed up chooses that.

alter table identity.action_link drop constraint action_link_purpose_check;
alter table identity.action_link add constraint action_link_purpose_check check (purpose in ('verify_email',
  'reset_password', 'sign_in', 'change_email', 'recover_email', 'recover_factors', 'disown_account'));

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
