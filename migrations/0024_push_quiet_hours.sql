-- A push that its service did not take at once is not tried again while the member's devices are quiet.

alter table push_message
  add column quiet_from  timestamptz,
  add column quiet_until timestamptz,
  add constraint push_message_quiet check ((quiet_from is null) = (quiet_until is null) and quiet_from <= quiet_until);
comment on column push_message.quiet_from is 'The member''s next quiet hours when it was written, up to quiet_until: it lasts a day at most.';
