-- Codes that were unsold in a restored backup may have been given out since: none is sold before a person has looked
-- (docs/decisions/132-a-restored-shop-waits-too.md).

alter table shop_code add column restoration_id bigint references restoration;
comment on column shop_code.restoration_id is 'Unsold in a restored backup, and may have been given out since: not for sale while it is set.';
create index shop_code_free on shop_code (item_id, id) where order_id is null and restoration_id is null;
create index shop_code_restored on shop_code (item_id) where restoration_id is not null;

\ir functions/shop.sql

-- Of a restore that waits now.
update shop_code c set restoration_id = w.id from restoration w where c.order_id is null and w.confirmed_at is null;
