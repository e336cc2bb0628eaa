-- The day of the attempt that a redemption was paid with, where that is one of several which a person said the member keeps,
-- and its report names a day. It was settled last as it is now, as `keptBeside` reads it.
create or replace function day_of_kept_payment(p_redemption_id text) returns date language plpgsql stable as $$
declare v_last payout_mismatch;
begin
  select x.* into v_last
    from payout p join payout_mismatch x on x.redemption_id = p.redemption_id and x.attempt = p.paid_attempt
    where p.redemption_id = p_redemption_id and p.state <> 'left_out' and x.said = 'twice'
    order by x.said_at desc limit 1;
  return case when v_last.settled_as = 'kept' then v_last.paid_on end;
end
$$;
