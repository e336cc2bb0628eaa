-- What was being sent in a backup may have come back since, and been sent again: it waits for a person's look as what was
-- only approved does, and no file of a payout run takes it before (docs/decisions/101-a-restored-database-waits.md).

\ir functions/redemptions.sql
\ir functions/payout_runs.sql

create trigger payout_line_put before insert on payout_line for each row execute function payout_line_put();

-- Of a restore that waits now.
insert into restored_payout (redemption_id, restoration_id)
  select r.id, w.id from redemption r, restoration w where r.state = 'sending' and w.confirmed_at is null
  on conflict (redemption_id) do nothing;
