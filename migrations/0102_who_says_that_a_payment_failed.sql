-- Who says that a payment came back does not have it sent again alone
-- (docs/decisions/093-a-payout-run-is-four-eyes-and-a-file.md).

alter table payout add column came_back_by text references operator (id), add column came_back_at timestamptz;
comment on column payout.came_back_by is 'The operator whose report said so last; null of what a program said, and from before.';

-- Conversions of all brands, the newest first, by what a list is filtered by.
create index conversion_by_brand on conversion (brand_id, id);
create index conversion_by_status on conversion (status, id) where status <> 'accepted';
create index conversion_by_reason on conversion (reason, id) where reason is not null;
