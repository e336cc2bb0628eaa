-- The day on which dollars were paid, which is another than that on which an operator said so: years and quarters of taxes
-- go by it.

alter table redemption add column paid_on date;
comment on column redemption.paid_on is
  'The day of the payment, by who paid or its report, else the day in UTC on which it was said; it stays when a payment comes back.';

update redemption r set paid_on = (coalesce(
    (select max(e.at) from redemption_event e where e.redemption_id = r.id and e.state = 'paid'), r.state_at)
    at time zone 'UTC')::date
  where r.state in ('paid', 'returned');

alter table redemption add constraint redemption_paid_on
  check (paid_on is not null or state not in ('paid', 'returned')) not valid;
alter table redemption validate constraint redemption_paid_on;
create index redemption_paid_by_day on redemption (paid_on) where state = 'paid';

\ir functions/redemptions.sql
create trigger redemption_paid_on before insert or update on redemption
  for each row execute function redemption_paid_on();

alter table payout_import_row add column paid_on date;
