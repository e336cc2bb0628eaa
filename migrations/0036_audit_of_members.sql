-- Acts on members in the log (docs/decisions/086-an-act-on-a-member-is-sealed-by-their-key.md).

create table audit_member_key (
  id         text primary key default new_id('amk') check (id ~ '^amk_[0-9a-f]{32}$'),
  uid        text not null unique references member on delete cascade,
  -- 32 random bytes, sealed by SECRET; null until the log has a value of theirs.
  sealed     text,
  created_at timestamptz not null default crels_now()
);
comment on table audit_member_key is 'Whom the log means by a key, and what opens their values in it. Deletion removes the row: the log keeps ciphertext of no person.';

alter table audit_entry
  add column member_key text check (member_key ~ '^amk_[0-9a-f]{32}$'),
  -- The act''s values of the member, by the member''s key.
  add column sealed text check (sealed is null or member_key is not null);
create index audit_entry_of_member on audit_entry (member_key, seq) where member_key is not null;
