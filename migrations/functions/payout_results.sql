-- What became of a redemption is what became of its payment: sums and lists of runs read it from the payment alone. Every
-- version keeps it by this. Who moves a redemption has its row, then its payment's (server/modules/payout-runs/README.md).
create or replace function payout_result() returns trigger language plpgsql as $$
begin
  update payout set result = new.state where redemption_id = new.id and state <> 'left_out';
  return null;
end
$$;

-- A payment that is put into a run begins as its redemption is.
create or replace function payout_result_begun() returns trigger language plpgsql as $$
begin
  select state into new.result from redemption where id = new.redemption_id and state in ('paid', 'failed', 'returned');
  return new;
end
$$;
