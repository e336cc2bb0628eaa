-- The log of acts: what audited tables were and became, and the chain of entries.

-- The entry of this transaction: its act and its changes carry it.
create or replace function audit_entry_id() returns text language plpgsql as $$
declare
  v_id text := nullif(current_setting('crels.audit_entry', true), '');
begin
  if v_id is null then
    v_id := new_id('aud');
    perform set_config('crels.audit_entry', v_id, true);
  end if;
  return v_id;
end
$$;

-- Of each row of an audited table that is written: what it was and what it is. The product writes none without an act;
-- what the owner of the database writes by hand is logged as that. Its arguments name the columns of the key.
create or replace function audited() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  v_id text := audit_entry_id();
  v_row jsonb := to_jsonb(coalesce(new, old));
begin
  -- One that has its place in the chain is of a transaction before, and takes no more.
  if not exists (select from audit_entry where id = v_id and seq is null) then
    if product_works() then
      raise exception 'a change of % needs the act of an operator', tg_table_name using errcode = 'OP001';
    end if;
    insert into audit_entry (id, via, source, action, target)
    values (v_id, 'database', session_user, 'database.write', tg_table_name);
  end if;
  perform audit_add_change(v_id, tg_table_name, (select jsonb_object_agg(k, v_row -> k) from unnest(tg_argv) k),
    case when tg_op <> 'INSERT' then to_json(old) end, case when tg_op <> 'DELETE' then to_json(new) end);
  return null;
end
$$;

create or replace function audit_add_change(p_id text, p_table text, p_key jsonb, p_before json, p_after json)
returns void language sql as $$
  insert into audit_change (entry_id, line, table_name, row_key, before, after)
  select p_id, coalesce(max(line), 0) + 1, p_table, p_key, p_before, p_after from audit_change where entry_id = p_id
$$;

-- Audits a table from now on; the rows that are there are its first changes.
create or replace function audit_table(p_table regclass, variadic p_key text[]) returns void language plpgsql as $$
begin
  execute format('create trigger audited after insert or update or delete on %s for each row execute function audited(%s)',
    p_table, (select string_agg(quote_literal(k), ', ') from unnest(p_key) k));
  perform audit_begin(p_table, p_key);
end
$$;

create or replace function audit_begin(p_table regclass, p_key text[]) returns void
language plpgsql set timezone = 'UTC' as $$
declare
  v_id text := audit_entry_id();
begin
  insert into audit_entry (id, via, source, action, target)
  values (v_id, 'database', 'migration', 'audit.begin', 'database') on conflict (id) do nothing;
  execute format('select audit_add_change($1, %L,
      (select jsonb_object_agg(k, to_jsonb(t) -> k) from unnest($2) k), null, to_json(t)) from %s t', p_table::text, p_table)
    using v_id, p_key;
end
$$;

-- What the chain says of an entry: all of it, with its changes and the hash of the one before.
create or replace function audit_hash(p_entry audit_entry, p_seq bigint, p_previous bytea) returns bytea
language sql stable set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  select sha256(convert_to(jsonb_build_array(p_seq, encode(p_previous, 'hex'),
    -- Without nulls: a column that is added later changes no hash.
    (select jsonb_object_agg(c.key, c.value) from jsonb_each(to_jsonb(p_entry)) c
     where c.value <> 'null' and c.key not in ('seq', 'hash', 'previous_hash')),
    (select jsonb_agg(jsonb_build_array(c.line, c.table_name, c.row_key, c.before::text, c.after::text) order by c.line)
     from audit_change c where c.entry_id = p_entry.id))::text, 'UTF8'))
$$;

-- Deferred: a long act waits for no other, and none of its changes is missing.
create or replace function audit_chain() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_entry audit_entry;
  v_seq bigint;
  v_previous bytea;
  v_hash bytea;
begin
  select seq + 1, hash into strict v_seq, v_previous from audit_head for update;
  select * into strict v_entry from audit_entry where id = new.id;
  v_hash := audit_hash(v_entry, v_seq, v_previous);
  update audit_entry set seq = v_seq, previous_hash = v_previous, hash = v_hash where id = new.id;
  update audit_head set seq = v_seq, hash = v_hash;
  return null;
end
$$;

create or replace function audit_refuse_change() returns trigger language plpgsql as $$
begin
  -- An entry gets its place once.
  if tg_op = 'UPDATE' and tg_table_name = 'audit_entry' and to_jsonb(old) ->> 'seq' is null
     and to_jsonb(new) - 'seq' - 'hash' - 'previous_hash' = to_jsonb(old) - 'seq' - 'hash' - 'previous_hash' then
    return new;
  end if;
  raise exception '% on % is refused: the log is added to', tg_op, tg_table_name using errcode = 'OP002';
end
$$;

-- Where the chain does not hold: the first entries that are missing, moved or changed.
create or replace function audit_breaks() returns table (seq bigint, is text) language sql stable as $$
  with chained as (
    select e.seq, e.hash, e.previous_hash, audit_hash(e, e.seq, e.previous_hash) as right_hash,
      lag(e.seq, 1, 0::bigint) over w as seq_before, lag(e.hash, 1, '\x'::bytea) over w as hash_before
    from audit_entry e where e.seq is not null window w as (order by e.seq)
  ), broken as (
    select c.seq, case when c.seq <> c.seq_before + 1 then 'missing before it'
      when c.hash <> c.right_hash then 'changed' else 'not the one that followed' end as is
    from chained c
    where c.seq <> c.seq_before + 1 or c.hash <> c.right_hash or c.previous_hash <> c.hash_before
    union all
    select h.seq, 'missing at the end' from audit_head h
    where h.seq <> (select coalesce(max(e.seq), 0) from audit_entry e)
       or h.hash <> coalesce((select e.hash from audit_entry e order by e.seq desc limit 1), '\x')
  )
  select b.seq, b.is from broken b order by b.seq limit 100
$$;

-- The tables that the log reproduces.
create or replace function audited_tables() returns setof text language sql stable as $$
  select t.tgrelid::regclass::text from pg_trigger t where t.tgname = 'audited' and not t.tgisinternal order by 1
$$;

-- The rows of an audited table as the log says they are.
create or replace function audit_rows(p_table text) returns table (row_key jsonb, is_now json) language sql stable as $$
  select l.row_key, l.after from (
    select distinct on (c.row_key) c.row_key, c.after
    from audit_change c join audit_entry e on e.id = c.entry_id
    where c.table_name = p_table order by c.row_key, e.seq desc, c.line desc) l
  where l.after is not null
$$;

-- Rows that are other than the log says.
create or replace function audit_differences() returns table (table_name text, logged json, stored json)
language plpgsql stable set timezone = 'UTC' as $$
declare
  v_table text;
begin
  for v_table in select audited_tables() loop
    return query execute format(
      'select %1$L::text, l.is_now, to_json(t) from audit_rows(%1$L) l
       full join %1$s t on to_json(t)::text = l.is_now::text
       where t is null or l.row_key is null order by l.row_key limit 100', v_table);
  end loop;
end
$$;

-- Of an act on a member who has left no words are kept, also where it is proposed or decided afterwards, such as that a
-- payment came back (docs/decisions/128-words-about-a-member-leave-with-them.md).
create or replace function pending_act_words() returns trigger language plpgsql as $$
begin
  if new.member_uid is not null
     and not exists (select from member where uid = new.member_uid and state <> 'deleted')
  then
    new.reason := 'erased';
    new.note := null;
  end if;
  return new;
end
$$;

-- What waited in a backup for an approval, or for its 24 hours, may have been decided since: it is not done by itself, and
-- who wants it still proposes it anew.
create or replace function end_restored_proposals() returns void language sql as $$
  update pending_act set state = 'failed', decided_at = now(),
    note = 'The database was restored: this may have been decided since the backup. Propose it anew if it is still wanted.'
  where state = 'waiting';
$$;
