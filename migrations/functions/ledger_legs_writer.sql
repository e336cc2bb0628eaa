-- How a transaction is posted in legs (ledger_legs.sql).

-- ledger_move_lots for the lines of one leg.
create or replace function ledger_legs_move_lots(
  p_party text, p_txn text, p_reverses text, p_lines jsonb, p_leg record, p_lots_until timestamptz
) returns void language plpgsql as $$
declare
  v_line record;
  v_lot record;
  v_left bigint;
begin
  for v_line in
    select l.line, l.account, l.amount, (p_lines -> (l.line - 1)::integer ->> 'expiresAt')::timestamptz as expires_at,
           (p_lines -> (l.line - 1)::integer ->> 'lot')::bigint as lot
    from unnest(p_leg.lines, p_leg.codes, p_leg.assets, p_leg.accounts, p_leg.amounts)
         as l (line, code, asset, account, amount)
    join account_code c on c.code = l.code and c.asset = l.asset
    where c.lots
    order by l.line
  loop
    if v_line.amount > 0 and p_reverses is null then
      if v_line.expires_at is null then
        raise exception 'points are credited with the time they expire' using errcode = 'LG011';
      end if;
      insert into point_lot (party, account_id, txn_id, line, granted, remaining, expires_at)
      values (p_party, v_line.account, p_txn, v_line.line, v_line.amount, v_line.amount, v_line.expires_at);
    elsif v_line.amount > 0 then
      insert into point_lot (party, account_id, txn_id, line, granted, remaining, expires_at, restores)
      select p_party, l.account_id, p_txn, v_line.line, u.amount, u.amount,
             case when l.expires_at <= crels_now() then greatest(l.expires_at, p_lots_until) else l.expires_at end, l.id
      from lot_use u join point_lot l on l.id = u.lot_id and l.party = u.party
      where u.party = p_party and u.txn_id = p_reverses and u.line = v_line.line
      order by l.id;
    else
      v_left := -v_line.amount;
      for v_lot in
        select l.id, l.remaining, coalesce(l.txn_id = p_reverses and l.line = v_line.line, false) as own
        from point_lot l
        where l.party = p_party and l.account_id = v_line.account and l.remaining > 0
          and case when v_line.lot is not null then l.id = v_line.lot
                   else l.expires_at > crels_now() or (l.txn_id = p_reverses and l.line = v_line.line) end
        order by own desc, l.expires_at, l.id
      loop
        update point_lot l set remaining = l.remaining - least(v_left, v_lot.remaining)
        where l.party = p_party and l.id = v_lot.id;
        insert into lot_use (party, txn_id, line, lot_id, amount)
        values (p_party, p_txn, v_line.line, v_lot.id, least(v_left, v_lot.remaining));
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

-- ledger_write in legs: the key, a row of txn for each party, accounts opened, the hold locked, accounts locked, all
-- checked, then each leg written by itself.
create or replace function ledger_legs_write(
  p_kind text, p_scope text, p_idem text, p_request_hash text, p_effective_at timestamptz,
  p_lines jsonb, p_hold text, p_reverses text, p_lots_until timestamptz,
  out posted_id text, out replayed boolean
) language plpgsql as $$
declare
  v_home text;
  v_hash text;
  v_lines jsonb;
  v_legs bigint;
  v_added bigint;
  v_accounts bigint[];
  v_parties text[];
  v_codes text[];
  v_assets text[];
  v_amounts bigint[];
  v_hold hold;
  v_captured bigint := 0;
  v_locked record;
  v_leg record;
  v_found bigint;
  v_closed text;
  v_short text;
begin
  posted_id := 'txn_' || replace(uuidv7()::text, '-', '');
  replayed := false;
  -- The home leg is that of the party which ledger_home names.
  select coalesce((
    select l.party
    from rows from (jsonb_to_recordset(p_lines) as (party text)) with ordinality l (party, line_no)
    order by l.party like 'pty\_%' desc nulls last, l.party like 'cmp\_%' desc nulls last, l.line_no limit 1
  ), 'house') into v_home;

  insert into ledger_key (scope, idem, opens, party) values (p_scope, p_idem, 'txn', v_home) on conflict do nothing;
  if not found then
    select k.party into v_home from ledger_key k where k.idem = p_idem and k.scope = p_scope and k.opens = 'txn';
    select t.id, t.request_hash into posted_id, v_hash
    from txn t where t.party = v_home and t.scope = p_scope and t.idem = p_idem;
    if v_hash <> p_request_hash then
      raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
    end if;
    replayed := true;
    return;
  end if;

  -- The home leg first: of two reversals the second waits for it, and finds the first.
  insert into txn (party, id, kind, scope, idem, request_hash, effective_at, reverses)
  values (v_home, posted_id, p_kind, p_scope, p_idem, p_request_hash, coalesce(p_effective_at, crels_now()), p_reverses)
  on conflict (reverses, party) do nothing;
  if not found then
    raise exception 'transaction % is already reversed', p_reverses using errcode = 'LG005';
  end if;

  if exists (select from jsonb_to_recordset(p_lines) as l (amount bigint) where l.amount = 0 or l.amount is null) then
    raise exception 'a line moves an amount other than zero' using errcode = 'LG011';
  end if;
  -- Of all legs together: the clearing accounts would make any leg sum to zero.
  if exists (
    select from jsonb_to_recordset(p_lines) as l (asset text, amount bigint) group by l.asset having sum(l.amount) <> 0
  ) then
    raise exception 'transaction % does not sum to zero in every asset', posted_id using errcode = 'LG004';
  end if;
  select p_lines || coalesce(jsonb_agg(jsonb_build_object(
           'party', c.party, 'code', ledger_clearing_code(c.party), 'asset', c.asset, 'amount', c.amount)
           order by c.party <> 'house', c.party, c.asset), '[]')
    into v_lines
  from (
    select l.party, l.asset, -sum(l.amount) as amount
    from jsonb_to_recordset(p_lines) as l (party text, asset text, amount bigint)
    group by l.party, l.asset having sum(l.amount) <> 0
  ) c;
  v_accounts := ledger_legs_open(v_lines);
  select array_agg(l.party order by l.line_no), array_agg(l.code order by l.line_no),
         array_agg(l.asset order by l.line_no), array_agg(l.amount order by l.line_no)
    into v_parties, v_codes, v_assets, v_amounts
  from rows from (jsonb_to_recordset(v_lines) as (party text, code text, asset text, amount bigint))
       with ordinality l (party, code, asset, amount, line_no);

  insert into txn (party, id, kind, scope, idem, request_hash, effective_at, reverses)
  select l.party, posted_id, p_kind, p_scope, p_idem, p_request_hash, coalesce(p_effective_at, crels_now()), p_reverses
  from jsonb_to_recordset(p_lines) as l (party text)
  where l.party <> v_home
  group by l.party order by l.party <> 'house', l.party
  on conflict (reverses, party) do nothing;
  get diagnostics v_added = row_count;
  select count(distinct l.party) into v_legs from jsonb_to_recordset(p_lines) as l (party text);
  if v_added <> v_legs - 1 then
    raise exception 'transaction % is already reversed', p_reverses using errcode = 'LG005';
  end if;

  if p_hold is not null then
    select * into v_hold from hold h where h.id = p_hold;
    select * into v_hold from hold h where h.id = p_hold and h.party = v_hold.party for update;
    if not found then
      raise exception 'hold % is unknown', p_hold using errcode = 'LG008';
    elsif v_hold.state <> 'open' or v_hold.expires_at <= crels_now() then
      raise exception 'hold % has ended', p_hold using errcode = 'LG009';
    end if;
    select coalesce(-sum(l.amount), 0) into v_captured
    from unnest(v_accounts, v_amounts) as l (account, amount) where l.account = v_hold.account_id;
    if v_captured not between 1 and v_hold.amount - v_hold.captured then
      raise exception 'hold % has % left, not %', p_hold, v_hold.amount - v_hold.captured, v_captured
        using errcode = 'LG010';
    end if;
  end if;

  select * into v_locked from ledger_legs_lock(v_lines, v_accounts);
  select count(*) - cardinality(v_locked.ids),
         string_agg(a.name, ', ') filter (where a.closed),
         string_agg(a.name, ', ') filter (
           where a.balance + d.amount - a.held + case when a.id = v_hold.account_id then v_captured else 0 end < a.floor)
    into v_found, v_closed, v_short
  from (
    select l.account, sum(l.amount) as amount from unnest(v_accounts, v_amounts) as l (account, amount) group by l.account
  ) d
  left join unnest(v_locked.ids, v_locked.names, v_locked.balances, v_locked.held, v_locked.floors, v_locked.closed)
    as a (id, name, balance, held, floor, closed) on a.id = d.account;
  if v_found is distinct from 0 then
    raise exception 'an account is unknown' using errcode = 'LG011';
  elsif v_closed is not null then
    raise exception 'account closed: %', v_closed using errcode = 'LG003';
  elsif v_short is not null then
    raise exception 'insufficient funds: %', v_short using errcode = 'LG001';
  end if;

  for v_leg in select * from ledger_legs_of(v_lines, v_accounts) loop
    update account a
    set posted = a.posted + d.amount, version = a.version + d.lines,
        reserved = a.reserved - case when a.id = v_hold.account_id then v_captured else 0 end
    from (
      select l.account, sum(l.amount)::bigint as amount, count(*) as lines
      from unnest(v_leg.accounts, v_leg.amounts) as l (account, amount) group by l.account
    ) d
    where a.party = v_leg.party and a.id = d.account;
  end loop;

  insert into entry (party, txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
  select l.party, posted_id, l.line, l.account, l.asset, p_kind, l.amount,
         b.balance + sum(l.amount) over w, b.version + row_number() over w
  from unnest(v_parties, v_accounts, v_assets, v_amounts) with ordinality as l (party, account, asset, amount, line)
  join unnest(v_locked.ids, v_locked.balances, v_locked.versions) as b (id, balance, version) on b.id = l.account
  window w as (partition by l.account order by l.line)
  order by l.line;

  if exists (
    select from unnest(v_codes, v_assets) as l (code, asset)
    join account_code c on c.code = l.code and c.asset = l.asset where c.lots
  ) then
    for v_leg in select * from ledger_legs_of(v_lines, v_accounts) loop
      perform ledger_legs_move_lots(v_leg.party, posted_id, p_reverses, v_lines, v_leg, p_lots_until);
    end loop;
  end if;

  if p_hold is not null then
    update hold h
    set captured = h.captured + v_captured,
        state = case when h.captured + v_captured = h.amount then 'captured' else 'open' end,
        ended_at = case when h.captured + v_captured = h.amount then crels_now() end
    where h.id = p_hold and h.party = v_hold.party;
  end if;
end
$$;

revoke all on function ledger_legs_move_lots(text, text, text, jsonb, record, timestamptz),
  ledger_legs_write(text, text, text, text, timestamptz, jsonb, text, text, timestamptz) from public;
