-- What an operator does to an account is written down with the rest of its history.
alter table identity.security_event drop constraint security_event_kind_check;
alter table identity.security_event add constraint security_event_kind_check check (kind in (
  'email_changed', 'email_recovered', 'password_changed', 'password_reset',
  'disabled', 'enabled', 'signed_out'));

-- Why, for the operators who come after; never shown to the member.
alter table identity.security_event add column note text;
