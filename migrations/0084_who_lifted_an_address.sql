-- Who let an address be sent mail again: an operator who comes second reads it. The log names no address.

alter table address_trouble add column last_lift_at timestamptz;
alter table address_trouble add column last_lift_by text;
alter table address_trouble add column last_lift_by_id text;
comment on column address_trouble.last_lift_at is 'When the suppression last ended.';
comment on column address_trouble.last_lift_by is 'The operator, or the part of the program, that ended it; null where a mail was proved to arrive.';
comment on column address_trouble.last_lift_by_id is 'The operator''s id.';
