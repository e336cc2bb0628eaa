-- Who made a key of a brand has seen it: what it says of their own account as a member is their own word
-- (docs/decisions/131-who-is-paid-there-does-not-approve.md).

alter table brand_key add column made_by text references operator (id);
comment on column brand_key.made_by is 'The operator who made it, and saw it; null of keys from before that was kept.';
