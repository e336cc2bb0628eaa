-- Payouts of a restored backup are read in the order in which they wait, and by what they are worth.
-- Needs: 0.1.0

alter table restored_payout add column requested_at timestamptz, add column usd_cents bigint;
update restored_payout w set requested_at = r.requested_at, usd_cents = r.usd_cents
  from redemption r where r.id = w.redemption_id;
alter table restored_payout alter column requested_at set not null, alter column usd_cents set not null;
comment on column restored_payout.requested_at is 'Of the redemption, as usd_cents: a list of what waits is read in their order.';

create index restored_payout_by_wait on restored_payout (requested_at, redemption_id) where checked_at is null;
create index restored_payout_by_value on restored_payout (usd_cents, redemption_id) where checked_at is null;
