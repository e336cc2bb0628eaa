-- The one writer of the ledger. It sends no NOTIFY: PostgreSQL commits transactions that do one after the other (decision
-- 010).

-- Moves the point lots behind the entries of one transaction. The accounts are locked by the caller. Points that are given
-- back keep the expiry of the lot they were taken from; only those past it get more time.
create or replace function ledger_move_lots(p_txn text, p_reverses text, p_lines jsonb, p_lots_until timestamptz)
returns void language plpgsql as $$
declare
  v_line record;
  v_lot record;
  v_left bigint;
begin
  for v_line in
    select a.party, e.line, e.account_id, e.amount,
           (p_lines -> (e.line - 1) ->> 'expiresAt')::timestamptz as expires_at,
           (p_lines -> (e.line - 1) ->> 'lot')::bigint as lot
    from entry e
    join account a on a.id = e.account_id
    join account_code c on c.code = a.code and c.asset = a.asset
    where e.txn_id = p_txn and c.lots
    order by e.line
  loop
    if v_line.amount > 0 and p_reverses is null then
      if v_line.expires_at is null then
        raise exception 'points are credited with the time they expire' using errcode = 'LG011';
      end if;
      insert into point_lot (party, account_id, txn_id, line, granted, remaining, expires_at)
      values (v_line.party, v_line.account_id, p_txn, v_line.line, v_line.amount, v_line.amount,
              v_line.expires_at);
    elsif v_line.amount > 0 then
      -- A spend undone: every part comes back with the expiry of the lot it was taken from, or later if that is past.
      insert into point_lot (party, account_id, txn_id, line, granted, remaining, expires_at, restores)
      select l.party, l.account_id, p_txn, v_line.line, u.amount, u.amount,
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
        insert into lot_use (party, txn_id, line, lot_id, amount)
        values (v_line.party, p_txn, v_line.line, v_lot.id, least(v_left, v_lot.remaining));
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

-- Lines with the stripe each goes to. It is chosen by database transaction: several posts in one then take
-- one stripe of each house account, and cannot meet another transaction's stripes in the opposite order.
create or replace function ledger_striped(p_lines jsonb)
returns table (line_no bigint, account bigint, party text, code text, asset text, stripe smallint, floor bigint)
language sql stable as $$
  select l.line_no, l.account, l.party, l.code, l.asset,
         (pg_current_xact_id()::text::bigint % c.stripes)::smallint, c.floor
  from rows from (jsonb_to_recordset(p_lines) as (account bigint, party text, code text, asset text))
       with ordinality as l (account, party, code, asset, line_no)
  left join account_code c on c.code = l.code and c.asset = l.asset
$$;

-- The ids of the accounts that lines name, in the order of the lines; accounts not yet open are opened.
create or replace function ledger_open(p_lines jsonb) returns bigint[] language plpgsql as $$
declare
  v_accounts bigint[];
  v_unknown boolean;
begin
  for v_round in 1..2 loop
    select array_agg(r.id order by r.line_no), bool_or(r.account is null and r.stripe is null)
      into v_accounts, v_unknown
    from (
      select l.line_no, l.account, l.stripe, coalesce(l.account, (
        select a.id from account a
        where a.party = l.party and a.code = l.code and a.asset = l.asset and a.stripe = l.stripe)) as id
      from ledger_striped(p_lines) l
    ) r;
    if v_accounts is null or v_unknown then
      raise exception 'a line names no account of the chart' using errcode = 'LG011';
    end if;
    exit when array_position(v_accounts, null) is null;
    insert into account (party, code, asset, stripe, floor)
    select distinct l.party, l.code, l.asset, l.stripe, l.floor
    from ledger_striped(p_lines) l
    where l.account is null
    order by 1, 2, 3, 4
    on conflict do nothing;
  end loop;
  return v_accounts;
end
$$;

-- The home party of a transaction: the first member its lines name, else the first campaign, else the house. It depends
-- on the lines alone, so the same request has the same home.
create or replace function ledger_home(p_lines jsonb) returns text language sql stable as $$
  select p.party
  from (
    select coalesce(l.party, (select a.party from account a where a.id = l.account)) as party, l.line_no
    from rows from (jsonb_to_recordset(p_lines) as (account bigint, party text))
         with ordinality as l (account, party, line_no)
  ) p
  order by p.party like 'pty\_%' desc nulls last, p.party like 'cmp\_%' desc nulls last, p.line_no limit 1
$$;

-- Writes one transaction. Single-post transactions cannot deadlock: accounts are opened in the order of
-- their keys before any is locked, and locked in the order of their ids; a hold is locked before accounts.
create or replace function ledger_write(
  p_kind text, p_scope text, p_idem text, p_request_hash text, p_effective_at timestamptz,
  p_lines jsonb, p_hold text, p_reverses text, p_lots_until timestamptz,
  out posted_id text, out replayed boolean
) language plpgsql as $$
declare
  v_home text;
  v_hash text;
  v_accounts bigint[];
  v_amounts bigint[];
  v_hold hold;
  v_captured bigint := 0;
  v_found bigint;
  v_closed text;
  v_short text;
  v_lots boolean;
begin
  if ledger_in_legs() then
    select w.* into posted_id, replayed
    from ledger_legs_write(p_kind, p_scope, p_idem, p_request_hash, p_effective_at, p_lines, p_hold, p_reverses, p_lots_until) w;
    return;
  end if;
  v_home := coalesce(ledger_home(p_lines), 'house');
  posted_id := 'txn_' || replace(uuidv7()::text, '-', '');
  replayed := false;

  -- A racing call with the same key waits here for the first one to end.
  insert into ledger_key (scope, idem, opens, party) values (p_scope, p_idem, 'txn', v_home) on conflict do nothing;
  if not found then
    select t.id, t.request_hash into posted_id, v_hash
    from ledger_key k join txn t on t.party = k.party and t.scope = k.scope and t.idem = k.idem
    where k.scope = p_scope and k.idem = p_idem and k.opens = 'txn';
    if v_hash <> p_request_hash then
      raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
    end if;
    replayed := true;
    return;
  end if;

  insert into txn (party, id, kind, scope, idem, request_hash, effective_at, reverses)
  values (v_home, posted_id, p_kind, p_scope, p_idem, p_request_hash, coalesce(p_effective_at, crels_now()), p_reverses)
  on conflict (reverses, party) do nothing;
  if not found then
    raise exception 'transaction % is already reversed', p_reverses using errcode = 'LG005';
  end if;

  v_accounts := ledger_open(p_lines);
  select array_agg((l.line ->> 'amount')::bigint order by l.line_no) into v_amounts
  from jsonb_array_elements(p_lines) with ordinality as l (line, line_no);
  if array_position(v_amounts, null) is not null or array_position(v_amounts, 0) is not null then
    raise exception 'a line moves an amount other than zero' using errcode = 'LG011';
  end if;

  if p_hold is not null then
    select * into v_hold from hold h where h.id = p_hold for update;
    if not found then
      raise exception 'hold % is unknown', p_hold using errcode = 'LG008';
    elsif v_hold.state <> 'open' or v_hold.expires_at <= crels_now() then
      raise exception 'hold % has ended', p_hold using errcode = 'LG009';
    end if;
    select coalesce(-sum(l.amount), 0) into v_captured
    from unnest(v_accounts, v_amounts) as l (account_id, amount) where l.account_id = v_hold.account_id;
    if v_captured not between 1 and v_hold.amount - v_hold.captured then
      raise exception 'hold % has % left, not %', p_hold, v_hold.amount - v_hold.captured, v_captured
        using errcode = 'LG010';
    end if;
  end if;

  with delta as (
    select l.account_id, sum(l.amount) as amount
    from unnest(v_accounts, v_amounts) as l (account_id, amount) group by l.account_id
  ), locked as (
    select a.* from account a where a.id = any (v_accounts) order by a.id for no key update
  )
  select (select count(*) from delta) - count(*),
         string_agg(a.party || ' ' || a.code, ', ') filter (where a.closed_at is not null),
         string_agg(a.party || ' ' || a.code, ', ') filter (
           where a.posted + d.amount - a.reserved + case when a.id = v_hold.account_id then v_captured else 0 end < a.floor),
         bool_or(c.lots)
    into v_found, v_closed, v_short, v_lots
  from locked a
  join delta d on d.account_id = a.id
  join account_code c on c.code = a.code and c.asset = a.asset;
  if v_found <> 0 then
    raise exception 'an account is unknown' using errcode = 'LG011';
  elsif v_closed is not null then
    raise exception 'account closed: %', v_closed using errcode = 'LG003';
  elsif v_short is not null then
    raise exception 'insufficient funds: %', v_short using errcode = 'LG001';
  end if;

  with l as (
    select * from unnest(v_accounts, v_amounts) with ordinality as l (account_id, amount, line)
  ), delta as (
    select l.account_id, sum(l.amount)::bigint as amount, count(*) as lines from l group by l.account_id
  ), moved as (
    update account a
    set posted = a.posted + d.amount, version = a.version + d.lines,
        reserved = a.reserved - case when a.id = v_hold.account_id then v_captured else 0 end
    from delta d where a.id = d.account_id
    returning a.id, a.asset, a.posted - d.amount as posted_before, a.version - d.lines as version_before
  )
  insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
  select v_home, posted_id, l.line, l.account_id, m.asset, p_kind, l.amount,
         m.posted_before + sum(l.amount) over w, m.version_before + row_number() over w
  from l join moved m on m.id = l.account_id
  window w as (partition by l.account_id order by l.line)
  order by l.line;

  if p_hold is not null then
    update hold h
    set captured = h.captured + v_captured,
        state = case when h.captured + v_captured = h.amount then 'captured' else 'open' end,
        ended_at = case when h.captured + v_captured = h.amount then crels_now() end
    where h.id = p_hold;
  end if;

  if v_lots then
    perform ledger_move_lots(posted_id, p_reverses, p_lines, p_lots_until);
  end if;
end
$$;

revoke all on function ledger_move_lots(text, text, jsonb, timestamptz), ledger_striped(jsonb), ledger_open(jsonb), ledger_home(jsonb),
  ledger_write(text, text, text, text, timestamptz, jsonb, text, text, timestamptz) from public;
