-- Whose mailbox a destination is, however its address is written
-- (docs/decisions/131-who-is-paid-there-does-not-approve.md).

alter table payout_destination
  add column mailbox bytea check (length(mailbox) = 32),
  add column payee bytea generated always as (coalesce(mailbox, fingerprint)) stored;
comment on column payout_destination.mailbox is
  'The fingerprint of the mailbox that its address leads to: without what follows a plus sign. Of those from before, the job find-mailboxes fills it.';
comment on column payout_destination.payee is 'Whether two members are paid to one place, or one mailbox.';
create index payout_destination_payee on payout_destination (payee);
create index payout_destination_without_mailbox on payout_destination (id)
  where mailbox is null and details is not null and kind in ('paypal', 'gift_card');
