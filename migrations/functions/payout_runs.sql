-- The steps that a payout run and its payouts can take.
create or replace function payout_run_moved() returns trigger language plpgsql as $$
begin
  if row (new.id, new.format, new.made_by, new.made_by_id, new.made_at, new.usd_per_unit, new.payer)
     is distinct from row (old.id, old.format, old.made_by, old.made_by_id, old.made_at, old.usd_per_unit, old.payer)
     or (old.approved_at is not null
         and row (new.approved_by, new.approved_by_id, new.approved_at) is distinct from row (old.approved_by, old.approved_by_id, old.approved_at))
  then
    raise exception 'payout run % keeps what it was made and approved with', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('approved', 'discarded')
    when 'approved' then new.state in ('sent', 'discarded')
    when 'sent' then new.state = 'closed'
    else false
  end) then
    raise exception 'payout run % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.state = 'draft' and new.state = 'approved' and new.approved_at is null then
    raise exception 'payout run % is approved by somebody', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace function payout_moved() returns trigger language plpgsql as $$
begin
  if row (new.run_id, new.redemption_id, new.place, new.usd_cents, new.amount_minor)
     is distinct from row (old.run_id, old.redemption_id, old.place, old.usd_cents, old.amount_minor)
  then
    raise exception 'the payout of % keeps its amount and place', old.redemption_id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'planned' then new.state in ('sent', 'left_out')
    when 'sent' then new.state = 'exception'
    when 'exception' then new.state = 'retry'
    when 'retry' then new.state in ('sent', 'exception')
    else false
  end) then
    raise exception 'the payout of % cannot go from % to %', old.redemption_id, old.state, new.state using errcode = 'check_violation';
  end if;
  -- Its redemption is `sending` before and after a further file, so that one's trigger says nothing of it.
  if new.state <> old.state and new.state in ('sent', 'retry') then
    perform require_looked_at(new.redemption_id, true);
  end if;
  return new;
end
$$;

-- What is put into a file leaves with it: one that is finished is at the bank, and takes nothing more.
create or replace function payout_line_put() returns trigger language plpgsql as $$
begin
  perform require_looked_at(new.redemption_id, true);
  perform from payout_file where run_id = new.run_id and number = new.number and finished_at is null for share;
  if not found then
    raise exception 'file % of payout run % takes no more', new.number, new.run_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
