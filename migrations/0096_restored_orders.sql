-- Orders that waited in a restored backup may have been sent since: a person looks before they are sent or cancelled
-- (docs/decisions/132-a-restored-shop-waits-too.md).

alter table shop_order add column restoration_id bigint references restoration;
comment on column shop_order.restoration_id is 'Waited in a restored backup, and may have been sent since; null once a person has looked.';

\ir functions/shop.sql

-- Of a restore that waits now.
update shop_order o set restoration_id = w.id from restoration w where o.state = 'placed' and w.confirmed_at is null;
