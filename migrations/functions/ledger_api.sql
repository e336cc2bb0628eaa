-- What the application may call of the ledger.

-- Posts lines [{party, code, asset, amount} or {account, amount}, …]; on accounts with lots a credit may
-- carry expiresAt and a debit the one lot to take from. With a hold, its account's debit is captured from it.
create or replace function ledger_post(
  p_kind text, p_scope text, p_idem text, p_request_hash text, p_effective_at timestamptz,
  p_lines jsonb, p_hold text,
  out posted_id text, out replayed boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_scope = 'award' then
    raise exception 'the scope award belongs to ledger_grant_award' using errcode = 'LG011';
  end if;
  select w.* into posted_id, replayed
  from ledger_write(p_kind, p_scope, p_idem, p_request_hash, p_effective_at, p_lines, p_hold, null, null) w;
end
$$;

-- Adds the mirror image of a transaction, once. Point lots it gives back last at least until p_lots_until.
create or replace function ledger_reverse(
  p_txn text, p_kind text, p_scope text, p_idem text, p_effective_at timestamptz, p_lots_until timestamptz,
  out posted_id text, out replayed boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_txn txn;
  v_lines jsonb;
begin
  select * into v_txn from txn t where t.id = p_txn;
  if not found then
    raise exception 'transaction % is unknown', p_txn using errcode = 'LG006';
  elsif v_txn.reverses is not null then
    raise exception 'transaction % is a reversal; post the fact anew instead', p_txn using errcode = 'LG007';
  elsif v_txn.scope = p_scope and v_txn.idem = p_idem then
    raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
  end if;
  if ledger_in_legs() then
    v_lines := ledger_legs_mirror(p_txn);
  else
    select jsonb_agg(jsonb_build_object('account', e.account_id, 'amount', -e.amount) order by e.line)
      into v_lines from entry e where e.txn_id = p_txn;
  end if;
  select w.* into posted_id, replayed
  from ledger_write(p_kind, p_scope, p_idem, 'reverses ' || p_txn, p_effective_at, v_lines, null, p_txn, p_lots_until) w;
end
$$;

-- Pays a reward once for party, program and period, whatever the amount of the second call.
create or replace function ledger_grant_award(
  p_party text, p_program text, p_period text, p_effective_at timestamptz, p_lines jsonb,
  out posted_id text, out granted boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select w.posted_id, not w.replayed into posted_id, granted
  from ledger_write(p_program, 'award', p_program || ' ' || p_period || ' ' || p_party, 'award',
                    p_effective_at, p_lines, null, null, null) w;
  if granted then
    insert into award (party, program, period, txn_id) values (p_party, p_program, p_period, posted_id);
  end if;
end
$$;

-- Locks the accounts [{party, code, asset}, …] as a post would, for a decision that depends on balances,
-- and returns them in the order given.
create or replace function ledger_lock(p_accounts jsonb) returns setof account
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_accounts bigint[];
begin
  if ledger_in_legs() then
    return query select * from ledger_legs_locked(p_accounts);
    return;
  end if;
  v_accounts := ledger_open(p_accounts);
  perform from account a where a.id = any (v_accounts) order by a.id for no key update;
  return query
  select a.* from unnest(v_accounts) with ordinality as l (id, line_no) join account a on a.id = l.id
  order by l.line_no;
end
$$;

create or replace function ledger_place_hold(
  p_scope text, p_idem text, p_request_hash text, p_party text, p_code text, p_asset text,
  p_amount bigint, p_expires_at timestamptz,
  out hold_id text, out replayed boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account account;
  v_party text;
  v_hash text;
begin
  if p_amount is null or p_amount <= 0
     or not exists (select from account_code c where c.code = p_code and c.asset = p_asset and c.stripes = 1 and not c.lots)
  then
    raise exception 'only a positive amount on an unstriped account without lots can be held' using errcode = 'LG011';
  end if;
  select * into v_account from account a
  where a.party = p_party and a.code = p_code and a.asset = p_asset and a.stripe = 0;
  if not found then
    raise exception 'insufficient funds: % %', p_party, p_code using errcode = 'LG001';
  end if;

  hold_id := 'hld_' || replace(uuidv7()::text, '-', '');
  replayed := false;
  insert into ledger_key (scope, idem, opens, party) values (p_scope, p_idem, 'hold', p_party) on conflict do nothing;
  if not found then
    select k.party into v_party from ledger_key k where k.idem = p_idem and k.scope = p_scope and k.opens = 'hold';
    select h.id, h.request_hash into hold_id, v_hash
    from hold h where h.party = v_party and h.scope = p_scope and h.idem = p_idem;
    if v_hash <> p_request_hash then
      raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
    end if;
    replayed := true;
    return;
  end if;
  insert into hold (party, id, account_id, scope, idem, request_hash, amount, expires_at)
  values (p_party, hold_id, v_account.id, p_scope, p_idem, p_request_hash, p_amount, p_expires_at);

  select * into v_account from account a where a.party = p_party and a.id = v_account.id for no key update;
  if v_account.closed_at is not null then
    raise exception 'account closed: % %', p_party, p_code using errcode = 'LG003';
  elsif v_account.posted - v_account.reserved - p_amount < v_account.floor then
    raise exception 'insufficient funds: % %', p_party, p_code using errcode = 'LG001';
  end if;
  update account set reserved = reserved + p_amount where party = p_party and id = v_account.id;
end
$$;

-- Gives back what is left of a hold. Returns false when it had been released before.
create or replace function ledger_release_hold(p_hold text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hold hold;
begin
  select * into v_hold from hold h where h.id = p_hold;
  select * into v_hold from hold h where h.id = p_hold and h.party = v_hold.party for update;
  if not found then
    raise exception 'hold % is unknown', p_hold using errcode = 'LG008';
  elsif v_hold.state = 'released' then
    return false;
  elsif v_hold.state <> 'open' then
    raise exception 'hold % has ended', p_hold using errcode = 'LG009';
  end if;
  update hold set state = 'released', ended_at = crels_now() where id = p_hold and party = v_hold.party;
  update account set reserved = reserved - (v_hold.amount - v_hold.captured)
  where id = v_hold.account_id and party = v_hold.party;
  return true;
end
$$;

-- Ends holds whose time is over, at most p_limit of them; returns how many.
create or replace function ledger_expire_holds(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_due text[];
  v_accounts bigint[];
begin
  if ledger_in_legs() then
    return ledger_legs_expire_holds(p_limit);
  end if;
  select array_agg(d.id), array_agg(d.account_id) into v_due, v_accounts
  from (
    select h.id, h.account_id from hold h
    where h.state = 'open' and h.expires_at <= crels_now()
    order by h.expires_at limit p_limit for update skip locked
  ) d;
  if v_due is null then
    return 0;
  end if;
  perform from account a where a.id = any (v_accounts) order by a.id for no key update;
  update account a set reserved = a.reserved - d.amount
  from (select h.account_id, sum(h.amount - h.captured)::bigint as amount from hold h where h.id = any (v_due) group by 1) d
  where a.id = d.account_id;
  update hold set state = 'expired', ended_at = crels_now() where id = any (v_due);
  return cardinality(v_due);
end
$$;

-- Closes every account of a party for good; all of them must be empty.
create or replace function ledger_close_party(p_party text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_full text;
  v_closed integer;
begin
  perform from account a where a.party = p_party order by a.code like '%.clearing', a.id for no key update;
  select a.code into v_full from account a where a.party = p_party and (a.posted <> 0 or a.reserved <> 0) limit 1;
  if p_party = 'house' or found then
    raise exception 'account is not empty: % %', p_party, v_full using errcode = 'LG017';
  end if;
  update account set closed_at = crels_now() where party = p_party and closed_at is null;
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;

revoke all on function ledger_post(text, text, text, text, timestamptz, jsonb, text),
  ledger_reverse(text, text, text, text, timestamptz, timestamptz),
  ledger_grant_award(text, text, text, timestamptz, jsonb), ledger_lock(jsonb),
  ledger_place_hold(text, text, text, text, text, text, bigint, timestamptz), ledger_release_hold(text),
  ledger_expire_holds(integer), ledger_close_party(text) from public;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function ledger_post(text, text, text, text, timestamptz, jsonb, text),
      ledger_reverse(text, text, text, text, timestamptz, timestamptz),
      ledger_grant_award(text, text, text, timestamptz, jsonb), ledger_lock(jsonb),
      ledger_place_hold(text, text, text, text, text, text, bigint, timestamptz), ledger_release_hold(text),
      ledger_expire_holds(integer), ledger_close_party(text) to crels_app;
  end if;
end $$;
