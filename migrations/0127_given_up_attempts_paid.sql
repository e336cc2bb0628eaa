-- Each attempt that was said to be paid after the payment was given up waits by itself: by the one row that waited for all of
-- them, one adjustment settled two payments (docs/decisions/163-a-payment-made-twice-waits-for-a-person.md).
-- Needs: 0.1.0

alter table payout_mismatch drop constraint payout_mismatch_attempt;
alter table payout_mismatch add constraint payout_mismatch_attempt check (
  case said when 'twice' then attempt is not null when 'failed' then attempt is null else true end);
comment on column payout_mismatch.attempt is
  'Of a payment of a run: the attempt that was paid beside the one that it is written down with, or after it was given up or came back. Null where a version before this one wrote down the latter.';
