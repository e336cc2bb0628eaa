-- The steps that a redemption can take, and what it keeps on the way.
create or replace function redemption_moved() returns trigger language plpgsql as $$
begin
  if row (new.id, new.party, new.quote_id, new.crels, new.usd_cents, new.hold_id, new.destination_kind, new.requested_at)
     is distinct from
     row (old.id, old.party, old.quote_id, old.crels, old.usd_cents, old.hold_id, old.destination_kind, old.requested_at)
     or new.uid not in (old.uid, old.party)
     or (new.destination_id is not null and new.destination_id is distinct from old.destination_id)
     or (old.approved_by is not null and new.approved_by is distinct from old.approved_by)
     or (old.provider is not null and new.provider is distinct from old.provider)
  then
    raise exception 'redemption % keeps what it was requested with', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'requested' then new.state in ('approved', 'rejected', 'cancelled')
    when 'approved' then new.state in ('sending', 'failed')
    when 'sending' then new.state in ('paid', 'failed')
    -- The bank or PayPal sends it back after it arrived: once, and nothing follows.
    when 'paid' then new.state = 'returned'
    else false
  end) then
    raise exception 'redemption % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  -- What was open in a backup may have been paid since: the database itself neither sends it nor returns its crels
  -- before a person has looked (docs/decisions/101-a-restored-database-waits.md).
  if new.state <> old.state then
    perform require_looked_at(new.id, new.state in ('approved', 'sending'));
  end if;
  -- Words about a member leave with them, and none come after.
  if new.uid = new.party then new.reason := null; end if;
  return new;
end
$$;

-- The day of the attempt that a redemption was paid with, where that is one of several which a person said the member keeps,
-- and its report names a day. It was settled last as it is now, as `keptBeside` reads it. Its row is a record: the trigger
-- below is there before the table is.
create or replace function day_of_kept_payment(p_redemption_id text) returns date language plpgsql stable as $$
declare v_last record;
begin
  select x.* into v_last
    from payout p join payout_mismatch x on x.redemption_id = p.redemption_id and x.attempt = p.paid_attempt
    where p.redemption_id = p_redemption_id and p.state <> 'left_out' and x.said = 'twice'
    order by x.said_at desc limit 1;
  return case when v_last.settled_as = 'kept' then v_last.paid_on end;
end
$$;

-- The day of a payment is said with it, else it is that of today in UTC, and stays; where an attempt that was kept is the
-- payment instead (`payout.paid_attempt`), the day is that one's.
create or replace function redemption_paid_on() returns trigger language plpgsql as $$
begin
  if new.state in ('paid', 'returned') then
    new.paid_on := coalesce(new.paid_on, (new.state_at at time zone 'UTC')::date);
  end if;
  if tg_op = 'UPDATE' and old.paid_on is distinct from new.paid_on and old.paid_on is not null
     and not (old.state = 'paid' and new.state = 'paid' and new.paid_on is not distinct from day_of_kept_payment(new.id))
  then
    raise exception 'redemption % keeps the day of its payment', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- Refuses what goes on with a redemption that was open in a restored backup, before a person has looked whether it was paid
-- since; and, where it lets money leave, all of them before the restore is confirmed.
create or replace function require_looked_at(p_redemption_id text, p_leaves boolean) returns void language plpgsql as $$
begin
  if p_leaves and waits_after_restore() then
    raise exception 'Payouts wait, since this database was restored: crels restore confirm' using errcode = 'check_violation';
  end if;
  if exists (select from restored_payout where redemption_id = p_redemption_id and checked_at is null) then
    raise exception '% may have been paid after the backup: crels restore payout %', p_redemption_id, p_redemption_id
      using errcode = 'check_violation';
  end if;
end
$$;

-- Marks a database as put back from a backup of a moment; every payout that is open in it is to be looked at by a person,
-- and so is what the shop may have given out since. What operators proposed ends.
create or replace function mark_restored(p_backup_at timestamptz) returns void language plpgsql as $$
begin
  insert into restoration (backup_at) values (p_backup_at) on conflict do nothing;
  -- What is being sent as well: it may have come back since, and been sent again.
  insert into restored_payout (redemption_id, restoration_id, requested_at, usd_cents)
    select r.id, w.id, r.requested_at, r.usd_cents from redemption r, restoration w
    where r.state in ('requested', 'approved', 'sending') and w.confirmed_at is null
    on conflict (redemption_id) do update
      set restoration_id = excluded.restoration_id, checked_at = null, checked_by = null;
  perform mark_restored_shop();
  perform end_restored_proposals();
end
$$;

-- Marks a database that is in files of `crels restore unpack`, once for each time that they were laid out; answers
-- whether it did. As of: what the setting says, or by archived log what was recovered after that.
create or replace function mark_unpacked() returns boolean language plpgsql as $$
declare v_files text := unpacked_files();
begin
  if v_files is null or exists (select from restoration where files = v_files) then return false; end if;
  perform mark_restored(greatest(split_part(v_files, ' ', 1)::timestamptz, pg_last_xact_replay_timestamp()));
  update restoration set files = v_files where confirmed_at is null;
  return true;
end
$$;

-- How many of them nobody has looked at.
create or replace function restored_payouts_open() returns int
  language sql stable
  as $$ select count(*)::int from public.restored_payout where checked_at is null $$;

-- What lists said stays as they said it: matches are cleared once, sealed again, or forgotten with their member.
create or replace function sanctions_screening_kept() returns trigger language plpgsql as $$
begin
  if row (new.id, new.redemption_id, new.subject, new.lists, new.matches, new.screened_at)
     is distinct from row (old.id, old.redemption_id, old.subject, old.lists, old.matches, old.screened_at)
     or (old.details is null and new.details is not null)
     or (old.cleared_by is not null
         and row (new.cleared_by, new.cleared_at) is distinct from row (old.cleared_by, old.cleared_at))
  then
    raise exception 'screening % stays as it was', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
