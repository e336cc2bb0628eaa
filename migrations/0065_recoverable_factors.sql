-- A mail about a new second factor carries a link that removes what was added since, and takes the account back.
alter table identity.action_link drop constraint action_link_purpose_check;
alter table identity.action_link add constraint action_link_purpose_check check (purpose in
  ('verify_email', 'reset_password', 'sign_in', 'change_email', 'recover_email', 'recover_factors'));

-- When the link was made: `expires_at` may be put off. Of those there are, it is not before the moment they really were.
alter table identity.action_link add column made_at timestamptz not null default now();
update identity.action_link set made_at = least(now(), expires_at - case purpose
  when 'recover_email' then interval '336 hours'
  when 'change_email' then interval '24 hours'
  when 'verify_email' then interval '24 hours'
  else interval '1 hour' end);

-- Only what was mailed may be put off: a link that was handed to a browser, or made without a mail, ends as it is.
alter table identity.action_link add column is_mailed boolean not null default true;

-- As in 0059; neither kind of link with which an owner takes the account back is void.
create or replace function identity.void_mailed_actions(account text) returns void
language sql set search_path = identity, pg_temp as $$
  delete from action_link where uid = account and purpose not in ('recover_email', 'recover_factors');
  -- The row stays, since it says when the last mail was sent. No clock makes -infinity valid again.
  update action_code set tries_left = 0, expires_at = '-infinity' where uid = account;
$$;

-- How far the account's history went when the first step was proved: another password after that voids the sign-in.
-- Those that wait while this runs begin anew.
alter table identity.pending_sign_in add column security_mark text not null default '';
