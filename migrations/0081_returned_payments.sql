-- A payment that comes back after it was paid: its bank returns it, or PayPal takes it back.

\ir functions/redemptions.sql

alter table redemption
  drop constraint redemption_state_check,
  add constraint redemption_state_check
    check (state in ('requested', 'approved', 'sending', 'paid', 'rejected', 'failed', 'cancelled', 'returned')) not valid;
alter table redemption validate constraint redemption_state_check;
-- Few of all: what a closed run came to is read with them.
create index redemption_returned on redemption (id) where state = 'returned';
