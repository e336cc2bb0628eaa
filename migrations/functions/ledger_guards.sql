-- What the ledger's triggers refuse, also to the owner of its tables.

create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the ledger is corrected by adding', tg_op, tg_table_name
    using errcode = 'LG013';
end
$$;

create or replace function ledger_check_entries() returns trigger language plpgsql as $$
declare
  v_txn text;
begin
  select a.txn_id into v_txn from added a group by a.txn_id, a.asset having sum(a.amount) <> 0 limit 1;
  if found then
    raise exception 'transaction % does not sum to zero in every asset', v_txn using errcode = 'LG004';
  end if;

  select a.txn_id into v_txn from added a join txn t on t.id = a.txn_id and t.party = a.party
  where t.xid <> pg_current_xact_id() limit 1;
  if found then
    raise exception 'transaction % is sealed', v_txn using errcode = 'LG012';
  end if;

  -- The newest entry of each account says what the account says. An entry has its transaction's home party and its
  -- account may be another party's, so what keys would say over all parties is said here: the account is there, has
  -- the asset, and each of its versions is written once.
  select n.txn_id into v_txn
  from (select a.*, row_number() over (partition by account_id order by account_version desc) as place from added a) n
  left join account c on c.id = n.account_id
  where c.id is null or c.asset <> n.asset
     or n.place = 1 and (c.version <> n.account_version or c.posted <> n.balance_after)
     or exists (select from entry e where e.account_id = n.account_id and e.account_version = n.account_version
                and (e.txn_id <> n.txn_id or e.line <> n.line))
  limit 1;
  if found then
    raise exception 'transaction % and its accounts disagree', v_txn using errcode = 'LG016';
  end if;
  return null;
end
$$;

create or replace function ledger_check_txn() returns trigger language plpgsql as $$
begin
  if not exists (select from public.entry e where e.txn_id = new.id and e.party = new.party) then
    raise exception 'transaction % has no entries', new.id using errcode = 'LG014';
  end if;
  return null;
end
$$;

-- A balance that moved without an entry, or a reserved sum without its holds, cannot be committed.
create or replace function ledger_check_posted() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.entry e
    where e.account_id = new.id and e.account_version = new.version and e.balance_after = new.posted
  ) then
    raise exception 'account % moved without an entry', new.id using errcode = 'LG016';
  end if;
  return null;
end
$$;

create or replace function ledger_check_reserved() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.account a
    where a.id = new.id and a.party = new.party
      and a.reserved <> (select coalesce(sum(h.amount - h.captured), 0) from public.hold h
                     where h.account_id = a.id and h.party = a.party and h.state = 'open')
  ) then
    raise exception 'account % holds more or less than its holds', new.id using errcode = 'LG016';
  end if;
  return null;
end
$$;

create or replace function ledger_check_opening() returns trigger language plpgsql as $$
begin
  if new.posted <> 0 or new.reserved <> 0 or new.version <> 0 then
    raise exception 'an account opens empty' using errcode = 'LG016';
  end if;
  return new;
end
$$;

revoke all on function ledger_refuse_change(), ledger_check_entries(), ledger_check_txn(), ledger_check_posted(),
  ledger_check_reserved(), ledger_check_opening() from public;
