-- Where the member keeps another attempt of a payment than the one that came back, the payment is of that one's day: by the
-- day of the one that came back it counted in another year of taxes
-- (docs/decisions/163-a-payment-made-twice-waits-for-a-person.md).
-- Needs: 0.1.0

\ir functions/kept_payments.sql
\ir functions/redemptions.sql

comment on column redemption.paid_on is
  'The day of the payment, by who paid or its report, else the day in UTC on which it was said; it stays when a payment comes back, and follows where another attempt of it is kept and is the payment.';
