-- The sums of a payout run are read from its payments alone: looking each one's redemption up made a list of three open runs
-- of 5,000 take 154 ms.
-- Needs: 0.1.0

alter table payout add column result text check (result in ('paid', 'failed', 'returned'));
comment on column payout.result is
  'What its redemption has become, kept by a trigger of that; null while it is under way, and of no meaning where it was left out.';

\ir functions/payout_results.sql
create trigger payout_result after update of state on redemption for each row
  when (new.state is distinct from old.state and new.state in ('paid', 'failed', 'returned'))
  execute function payout_result();
create trigger payout_result_begun before insert on payout for each row execute function payout_result_begun();

update payout p set result = r.state
  from redemption r
  where r.id = p.redemption_id and p.state <> 'left_out' and r.state in ('paid', 'failed', 'returned');

-- All that the sums of a run need: none of its rows is read.
create index payout_sums on payout (run_id, state, result) include (usd_cents, amount_minor);
