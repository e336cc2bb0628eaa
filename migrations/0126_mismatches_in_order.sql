-- Payouts whose provider says otherwise are read in the order in which they wait, and by what they are worth: by the orders of
-- redemptions, a million that are being sent were read for none among them.
-- Needs: 0.1.0

alter table payout_mismatch add column requested_at timestamptz, add column usd_cents bigint;
update payout_mismatch x set requested_at = r.requested_at, usd_cents = r.usd_cents
  from redemption r where r.id = x.redemption_id;
alter table payout_mismatch alter column requested_at set not null, alter column usd_cents set not null;
comment on column payout_mismatch.requested_at is 'Of the redemption, as usd_cents, kept by a trigger: a list of what waits is read in their order.';

\ir functions/payout_mismatches.sql
create trigger payout_mismatch_in_order before insert on payout_mismatch
  for each row execute function payout_mismatch_in_order();

create index payout_mismatch_by_wait on payout_mismatch (requested_at, redemption_id) where settled_at is null;
create index payout_mismatch_by_value on payout_mismatch (usd_cents, redemption_id) where settled_at is null;
