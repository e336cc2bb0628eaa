-- Points that are given back keep the expiry of the lot they were taken from; only those past it get more time.

create or replace function ledger_move_lots(p_txn text, p_reverses text, p_lines jsonb, p_lots_until timestamptz)
returns void language plpgsql as $$
declare
  v_line record;
  v_lot record;
  v_left bigint;
begin
  for v_line in
    select e.line, e.account_id, e.amount, t.effective_at,
           (p_lines -> (e.line - 1) ->> 'expiresAt')::timestamptz as expires_at,
           (p_lines -> (e.line - 1) ->> 'lot')::bigint as lot
    from entry e
    join txn t on t.id = e.txn_id
    join account a on a.id = e.account_id
    join account_code c on c.code = a.code and c.asset = a.asset
    where e.txn_id = p_txn and c.lots
    order by e.line
  loop
    if v_line.amount > 0 and p_reverses is null then
      insert into point_lot (account_id, txn_id, line, granted, remaining, expires_at)
      values (v_line.account_id, p_txn, v_line.line, v_line.amount, v_line.amount,
              coalesce(v_line.expires_at, v_line.effective_at + interval '12 months'));
    elsif v_line.amount > 0 then
      -- A spend undone: every part comes back with the expiry of the lot it was taken from, or later if that is past.
      insert into point_lot (account_id, txn_id, line, granted, remaining, expires_at, restores)
      select l.account_id, p_txn, v_line.line, u.amount, u.amount,
             case when l.expires_at <= crels_now() then greatest(l.expires_at, p_lots_until) else l.expires_at end, l.id
      from lot_use u join point_lot l on l.id = u.lot_id
      where u.txn_id = p_reverses and u.line = v_line.line
      order by l.id;
    else
      v_left := -v_line.amount;
      -- Soonest to expire first; a grant undone takes from its own lot before any other.
      for v_lot in
        select l.id, l.remaining, coalesce(l.txn_id = p_reverses and l.line = v_line.line, false) as own
        from point_lot l
        where l.account_id = v_line.account_id and l.remaining > 0
          and case when v_line.lot is not null then l.id = v_line.lot
                   else l.expires_at > crels_now() or (l.txn_id = p_reverses and l.line = v_line.line) end
        order by own desc, l.expires_at, l.id
      loop
        update point_lot set remaining = remaining - least(v_left, v_lot.remaining) where id = v_lot.id;
        insert into lot_use (txn_id, line, lot_id, amount)
        values (p_txn, v_line.line, v_lot.id, least(v_left, v_lot.remaining));
        v_left := v_left - least(v_left, v_lot.remaining);
        exit when v_left = 0;
      end loop;
      if v_left > 0 then
        raise exception 'not enough unexpired points' using errcode = 'LG001';
      end if;
    end if;
  end loop;
end
$$;
