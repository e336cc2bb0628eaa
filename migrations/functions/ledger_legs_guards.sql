-- What the triggers of a ledger in legs refuse in place of ledger_check_entries and ledger_check_posted: an entry is with
-- its account, so that neither asks for what another server has.
create or replace function ledger_check_leg_entries() returns trigger language plpgsql as $$
declare
  v_txn text;
begin
  select a.txn_id into v_txn from added a group by a.txn_id, a.party, a.asset having sum(a.amount) <> 0 limit 1;
  if found then
    raise exception 'transaction % does not sum to zero in every asset', v_txn using errcode = 'LG004';
  end if;

  select a.txn_id into v_txn from added a join txn t on t.id = a.txn_id and t.party = a.party
  where t.xid <> pg_current_xact_id() limit 1;
  if found then
    raise exception 'transaction % is sealed', v_txn using errcode = 'LG012';
  end if;

  -- An account's version is written once by the unique key, since all entries of an account have its party.
  select n.txn_id into v_txn
  from (select a.*, row_number() over (partition by account_id order by account_version desc) as place from added a) n
  left join account c on c.id = n.account_id and c.party = n.party
  where c.id is null or c.asset <> n.asset
     or n.place = 1 and (c.version <> n.account_version or c.posted <> n.balance_after)
  limit 1;
  if found then
    raise exception 'transaction % and its accounts disagree', v_txn using errcode = 'LG016';
  end if;
  return null;
end
$$;

create or replace function ledger_check_leg_posted() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.entry e
    where e.account_id = new.id and e.party = new.party
      and e.account_version = new.version and e.balance_after = new.posted
  ) then
    raise exception 'account % moved without an entry', new.id using errcode = 'LG016';
  end if;
  return null;
end
$$;

-- The number that seals a leg is that of the server which has it, not of the one that was asked to post.
create or replace function ledger_number_leg() returns trigger language plpgsql as $$
begin
  new.xid := pg_current_xact_id();
  return new;
end
$$;

revoke all on function ledger_check_leg_entries(), ledger_check_leg_posted(), ledger_number_leg() from public;
