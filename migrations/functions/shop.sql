-- The steps that orders and codes can take; every other is refused, whatever the code believes.

create or replace function shop_order_moved() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{state,state_at,refund_txn_id,address,carrier,tracking_url,cancelled_by,reason,assigned_to,assigned_at,restoration_id}'::text[])
       <> (to_jsonb(old) - '{state,state_at,refund_txn_id,address,carrier,tracking_url,cancelled_by,reason,assigned_to,assigned_at,restoration_id}'::text[])
     -- A rotation seals it again; nothing brings back what was erased.
     or (old.address is null and new.address is not null)
     or (old.refund_txn_id is not null and new.refund_txn_id is distinct from old.refund_txn_id)
  then
    raise exception 'order % keeps what it was placed with', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (old.state = 'placed' and new.state in ('fulfilled', 'cancelled')) then
    raise exception 'order % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  -- The pieces of a member who leaves return all the same. By its name in a row as JSON: the migration before has no such
  -- column yet, and orders move between the two.
  if new.state <> old.state and to_jsonb(new) ->> 'restoration_id' is not null and new.cancelled_by is distinct from 'deletion' then
    raise exception 'order % may have been sent after the backup: look it up first', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- A code that is sold is its buyer's: the product removes none, only the owner of the database with the whole demo.
create or replace function shop_code_removed() returns trigger language plpgsql as $$
begin
  if old.order_id is not null and product_works() then
    raise exception 'A code that is sold stays' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

-- A code has one owner for good. On a restored database none is given to anybody before the restore is confirmed, and none
-- that was unsold in the backup before a person has said that it is good.
create or replace function shop_code_moved() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{code,order_id,assigned_at,restoration_id}'::text[])
       <> (to_jsonb(old) - '{code,order_id,assigned_at,restoration_id}'::text[])
     or (old.order_id is not null and (new.order_id, new.assigned_at, new.restoration_id)
       is distinct from (old.order_id, old.assigned_at, old.restoration_id))
     or (old.code is null and new.code is not null)
  then
    raise exception 'code % keeps its owner', old.id using errcode = 'check_violation';
  end if;
  if old.order_id is null and new.order_id is not null then
    if waits_after_restore() then
      raise exception 'Codes wait, since this database was restored: crels restore confirm' using errcode = 'check_violation';
    end if;
    if old.restoration_id is not null or new.restoration_id is not null then
      raise exception 'code % may have been given out after the backup: crels restore pool', old.id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

-- Of a restore that waits for a person: what was unsold in the backup is not for sale before somebody has looked, and what
-- waited to be sent is neither sent nor cancelled.
create or replace function mark_restored_shop() returns void language plpgsql as $$
begin
  update shop_code c set restoration_id = w.id from restoration w where c.order_id is null and w.confirmed_at is null;
  update shop_order o set restoration_id = w.id from restoration w where o.state = 'placed' and w.confirmed_at is null;
  perform end_restored_imports();
end
$$;

-- Files of codes that were on their way into a pool may have come in since the backup, and been sold: they end.
create or replace function end_restored_imports() returns void language plpgsql as $$
begin
  update shop_code_import i set state = 'failed', ended_at = now(), reason = null, codes = 0, duplicates = 0, invalid = 0,
    failure = 'The database was restored: these codes may have come in since the backup, and been sold. Send those that are not used again.'
  from restoration w where w.confirmed_at is null and i.ended_at is null;
  delete from shop_code_import_part p using shop_code_import i where i.id = p.import_id and i.state = 'failed';
  delete from shop_code_import_line l using shop_code_import i where i.id = l.import_id and i.state = 'failed';
end
$$;

-- How many codes nobody has looked at.
create or replace function restored_codes_open() returns int
  language sql stable
  as $$ select count(*)::int from public.shop_code where restoration_id is not null $$;

-- How many orders nobody has looked at.
create or replace function restored_orders_open() returns int
  language sql stable
  as $$ select count(*)::int from public.shop_order where state = 'placed' and restoration_id is not null $$;
