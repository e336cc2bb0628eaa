-- What reports and refunds say is kept as they say it.
-- Needs: 0.1.0

alter table payout_import_row add column is_credit boolean not null default false;
comment on column payout_import_row.is_credit is
  'In a report whose debits have a minus, a row without one: the money came in again.';

-- What is said again after it was settled is another row: one that waits for each payment and what is said of it.
create unique index payout_mismatch_waiting on payout_mismatch (redemption_id, said) where settled_at is null;
alter table payout_mismatch drop constraint payout_mismatch_pkey;
alter table payout_mismatch add primary key (redemption_id, said, said_at);

alter table refund add column asked_amount_minor bigint check (asked_amount_minor > 0);
comment on column refund.asked_amount_minor is
  'What the brand asked for, of which no more than was left is applied (reported_amount_minor). Null for all that was left, and where a version before this one wrote the row.';

-- Applied under its id in another currency: it would be applied again to what is put in the place of its sale.
delete from pending_refund p using refund r where r.brand_id = p.brand_id and r.refund_id = p.refund_id;
