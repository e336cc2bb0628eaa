-- The first proof of an address ends what got into the account before; the event voids sign-ins that were checked already.
alter table identity.security_event drop constraint security_event_kind_check;
alter table identity.security_event add constraint security_event_kind_check check (kind in (
  'email_changed', 'email_recovered', 'address_proved', 'password_changed', 'password_reset',
  'disabled', 'enabled', 'signed_out', 'social_linked', 'social_unlinked', 'session_reused',
  'authenticator_added', 'authenticator_removed', 'passkey_added', 'passkey_removed',
  'recovery_codes_made', 'recovery_code_used', 'second_factors_removed'));
