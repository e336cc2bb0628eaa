-- What a provider says against a payout has of its redemption by what it is in order, whichever version writes it down.
create or replace function payout_mismatch_in_order() returns trigger language plpgsql as $$
begin
  select requested_at, usd_cents into new.requested_at, new.usd_cents from redemption where id = new.redemption_id;
  return new;
end
$$;
