-- The ledger in legs, for tables that are spread over servers by party (docs/scaling.md). A transaction is one id with a row
-- of txn, a leg, for each party that it touches. What a leg gives to others and takes from them goes through its party's
-- clearing account: each leg sums to zero by itself, and the clearing accounts of an asset over all parties.
--
-- A statement that locks or writes names the party whose rows it touches, so that one server has them all
-- (testing/check/distribution.ts). One database posts without legs and never calls what is here.

-- Whether this database posts in legs: it has the table ledger_legs, which no migration makes.
create or replace function ledger_in_legs() returns boolean language sql stable as $$
  select to_regclass('public.ledger_legs') is not null
$$;

create or replace function ledger_clearing_code(p_party text) returns text language sql immutable as $$
  select case when p_party = 'house' then 'house' when p_party like 'cmp\_%' then 'campaign' else 'member' end || '.clearing'
$$;

-- Lines by party: the house first, as everywhere, then the others by name. Accounts are those that the lines name, or
-- the ones given, in the order of the lines.
create or replace function ledger_legs_of(p_lines jsonb, p_accounts bigint[])
returns table (party text, lines bigint[], codes text[], assets text[], stripes smallint[], floors bigint[],
               accounts bigint[], amounts bigint[])
language sql stable as $$
  select l.party, array_agg(l.line_no order by l.line_no), array_agg(l.code order by l.line_no),
         array_agg(l.asset order by l.line_no), array_agg(l.stripe order by l.line_no),
         array_agg(l.floor order by l.line_no), array_agg(coalesce(g.account, l.account) order by l.line_no),
         array_agg(v.amount order by l.line_no)
  from ledger_striped(p_lines) l
  join rows from (jsonb_to_recordset(p_lines) as (amount bigint)) with ordinality v (amount, line_no)
    on v.line_no = l.line_no
  left join unnest(p_accounts) with ordinality g (account, line_no) on g.line_no = l.line_no
  group by l.party order by l.party <> 'house', l.party
$$;

-- The ids of the accounts that lines name, in the order of the lines; accounts not yet open are opened, those of a party
-- after those of the one before it.
create or replace function ledger_legs_open(p_lines jsonb) returns bigint[] language plpgsql as $$
declare
  v_leg record;
  v_missing integer;
  v_found bigint[];
  v_found_lines bigint[];
  v_accounts bigint[] := '{}';
  v_lines bigint[] := '{}';
begin
  if not exists (select from ledger_striped(p_lines))
     or exists (select from ledger_striped(p_lines) l where l.party is null or l.account is null and l.stripe is null)
  then
    raise exception 'a line names no account of the chart' using errcode = 'LG011';
  end if;
  for v_leg in select * from ledger_legs_of(p_lines, null) loop
    v_missing := cardinality(v_leg.accounts) - cardinality(array_remove(v_leg.accounts, null));
    for v_round in 1..2 loop
      select array_agg(a.id), array_agg(l.line) into v_found, v_found_lines
      from account a
      join unnest(v_leg.lines, v_leg.codes, v_leg.assets, v_leg.stripes, v_leg.accounts)
           as l (line, code, asset, stripe, account)
        on l.account is null and a.code = l.code and a.asset = l.asset and a.stripe = l.stripe
      where a.party = v_leg.party;
      exit when coalesce(cardinality(v_found), 0) = v_missing;
      insert into account (party, code, asset, stripe, floor)
      select distinct v_leg.party, l.code, l.asset, l.stripe, l.floor
      from unnest(v_leg.codes, v_leg.assets, v_leg.stripes, v_leg.floors, v_leg.accounts)
           as l (code, asset, stripe, floor, account)
      where l.account is null
      order by 2, 3, 4
      on conflict do nothing;
    end loop;
    v_accounts := v_accounts || v_found || v_leg.accounts;
    v_lines := v_lines || v_found_lines || v_leg.lines;
  end loop;
  return (
    select array_agg(f.account order by f.line)
    from unnest(v_accounts, v_lines) as f (account, line) where f.account is not null);
end
$$;

-- Locks the accounts of lines and answers them: party by party, in the order of ids, and clearing accounts last of all. So
-- does all that locks in legs.
create or replace function ledger_legs_lock(
  p_lines jsonb, p_accounts bigint[],
  out ids bigint[], out names text[], out balances bigint[], out held bigint[], out floors bigint[],
  out versions bigint[], out closed boolean[]
) language plpgsql as $$
declare
  v_leg record;
  v_clearing boolean;
  v_locked record;
begin
  foreach v_clearing in array array[false, true] loop
    for v_leg in select * from ledger_legs_of(p_lines, p_accounts) loop
      select array_agg(l.id) as ids, array_agg(l.party || ' ' || l.code) as names, array_agg(l.posted) as balances,
             array_agg(l.reserved) as held, array_agg(l.floor) as floors, array_agg(l.version) as versions,
             array_agg(l.closed_at is not null) as closed
        into v_locked
      from (
        select a.* from account a
        where a.party = v_leg.party and a.id = any (v_leg.accounts) and (a.code like '%.clearing') = v_clearing
        order by a.id for no key update
      ) l;
      ids := ids || v_locked.ids;
      names := names || v_locked.names;
      balances := balances || v_locked.balances;
      held := held || v_locked.held;
      floors := floors || v_locked.floors;
      versions := versions || v_locked.versions;
      closed := closed || v_locked.closed;
    end loop;
  end loop;
end
$$;

-- ledger_lock in legs. The clearing accounts of the parties are locked too: the post that comes will move them.
create or replace function ledger_legs_locked(p_accounts jsonb) returns setof account language plpgsql as $$
declare
  v_line record;
  v_lines jsonb := p_accounts || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'party', c.party, 'code', ledger_clearing_code(c.party), 'asset', c.asset)), '[]')
    from (select distinct l.party, l.asset from jsonb_to_recordset(p_accounts) as l (party text, asset text)) c);
  v_accounts bigint[] := ledger_legs_open(v_lines);
begin
  perform ledger_legs_lock(v_lines, v_accounts);
  for v_line in
    select l.party, v_accounts[l.line_no] as account
    from rows from (jsonb_to_recordset(p_accounts) as (party text)) with ordinality l (party, line_no)
    order by l.line_no
  loop
    return query select a.* from account a where a.party = v_line.party and a.id = v_line.account;
  end loop;
end
$$;

-- The lines that undo a transaction in legs, without what went through clearing accounts: that follows anew.
create or replace function ledger_legs_mirror(p_txn text) returns jsonb language sql as $$
  with written as materialized (
    select e.line, e.party, e.account_id, e.amount, a.code, a.asset
    from entry e join account a on a.id = e.account_id and a.party = e.party
    where e.txn_id = p_txn and a.code not like '%.clearing'
  )
  select jsonb_agg(jsonb_build_object('party', w.party, 'account', w.account_id, 'code', w.code, 'asset', w.asset,
                                      'amount', -w.amount) order by w.line)
  from written w
$$;

-- ledger_expire_holds in legs, party by party. It never waits for a hold, so accounts may be locked between them.
create or replace function ledger_legs_expire_holds(p_limit integer) returns integer language plpgsql as $$
declare
  v_due record;
  v_ids text[];
  v_accounts bigint[];
  v_amounts bigint[];
  v_ended integer := 0;
begin
  for v_due in
    with due as materialized (
      select h.party, h.id from hold h
      where h.state = 'open' and h.expires_at <= crels_now() order by h.expires_at limit p_limit
    )
    select d.party, array_agg(d.id) as ids from due d group by d.party order by d.party <> 'house', d.party
  loop
    select array_agg(l.id), array_agg(l.account_id), array_agg(l.amount) into v_ids, v_accounts, v_amounts
    from (
      select h.id, h.account_id, h.amount - h.captured as amount from hold h
      where h.party = v_due.party and h.id = any (v_due.ids) and h.state = 'open' for update skip locked
    ) l;
    continue when v_ids is null;
    perform from account a where a.party = v_due.party and a.id = any (v_accounts) order by a.id for no key update;
    update account a set reserved = a.reserved - d.amount
    from (
      select l.account, sum(l.amount)::bigint as amount
      from unnest(v_accounts, v_amounts) as l (account, amount) group by l.account
    ) d
    where a.party = v_due.party and a.id = d.account;
    update hold h set state = 'expired', ended_at = crels_now() where h.party = v_due.party and h.id = any (v_ids);
    v_ended := v_ended + cardinality(v_ids);
  end loop;
  return v_ended;
end
$$;

revoke all on function ledger_in_legs(), ledger_clearing_code(text), ledger_legs_of(jsonb, bigint[]),
  ledger_legs_open(jsonb), ledger_legs_lock(jsonb, bigint[]), ledger_legs_locked(jsonb), ledger_legs_mirror(text),
  ledger_legs_expire_holds(integer) from public;
