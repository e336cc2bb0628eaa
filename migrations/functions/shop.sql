-- The steps that orders and codes can take; every other is refused, whatever the code believes.

create or replace function shop_order_moved() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{state,state_at,refund_txn_id,address,carrier,tracking_url,cancelled_by,reason,assigned_to,assigned_at}'::text[])
       <> (to_jsonb(old) - '{state,state_at,refund_txn_id,address,carrier,tracking_url,cancelled_by,reason,assigned_to,assigned_at}'::text[])
     -- A rotation seals it again; nothing brings back what was erased.
     or (old.address is null and new.address is not null)
     or (old.refund_txn_id is not null and new.refund_txn_id is distinct from old.refund_txn_id)
  then
    raise exception 'order % keeps what it was placed with', old.id using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (old.state = 'placed' and new.state in ('fulfilled', 'cancelled')) then
    raise exception 'order % cannot go from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;

-- A code has one owner for good.
-- A code that is sold is its buyer's: the product removes none, only the owner of the database with the whole demo.
create or replace function shop_code_removed() returns trigger language plpgsql as $$
begin
  if old.order_id is not null and product_works() then
    raise exception 'A code that is sold stays' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;

create or replace function shop_code_moved() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{code,order_id,assigned_at}'::text[]) <> (to_jsonb(old) - '{code,order_id,assigned_at}'::text[])
     or (old.order_id is not null and (new.order_id, new.assigned_at) is distinct from (old.order_id, old.assigned_at))
     or (old.code is null and new.code is not null)
  then
    raise exception 'code % keeps its owner', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
