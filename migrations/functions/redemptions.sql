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
    else false
  end) then
    raise exception 'redemption % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;
