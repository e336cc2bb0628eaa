-- What was linked and unlinked is part of what a member should know.
alter table identity.security_event drop constraint security_event_kind_check;
alter table identity.security_event add constraint security_event_kind_check check (kind in (
  'email_changed', 'email_recovered', 'password_changed', 'password_reset',
  'disabled', 'enabled', 'signed_out', 'social_linked', 'social_unlinked'));
