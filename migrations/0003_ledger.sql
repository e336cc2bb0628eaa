-- The ledger: double entry for crels (CREL), points (PTS) and dollars (USD, in cents).
--
-- Amounts are signed whole units, credit positive: what a member owns is what we owe, so it is positive.
-- Everything below is written by the functions at the end of this file and by nothing else. The triggers
-- bind whoever owns the schema too, so a mistake in the code stops at the database.
--
-- Errors carry their own SQLSTATEs, class LG; server/modules/ledger/ledger-error.ts names them.

-- ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────

create table asset (
  code  text primary key,
  scale smallint not null check (scale between 0 and 6)
);
comment on table asset is 'What can be counted. Scale is the number of decimals of one unit: USD is kept in cents.';

insert into asset (code, scale) values ('CREL', 0), ('PTS', 0), ('USD', 2);

-- The chart of accounts. A null floor is an account that may go below zero without end.
-- Stripes spread a hot house account over several rows: 416 posts/s through one row, 1 193/s spread.
create table account_code (
  code    text not null,
  asset   text not null references asset,
  floor   bigint,
  stripes smallint not null default 1 check (stripes between 1 and 256),
  lots    boolean not null default false,
  primary key (code, asset),
  check (stripes = 1 or (floor is null and code like 'house.%')),
  check (not lots or stripes = 1)
);
comment on table account_code is 'The chart: which accounts exist, how deep they may fall, over how many rows a hot one is spread.';

insert into account_code (code, asset, floor, stripes, lots) values
  ('house.issued',     'CREL', null, 8, false),
  ('house.promotion',  'CREL', null, 1, false),
  ('house.fee',        'CREL', null, 1, false),
  ('house.payout',     'CREL', null, 1, false),
  ('house.points',     'PTS',  null, 8, false),
  ('house.issued',     'USD',  null, 1, false),
  ('house.fee',        'USD',  null, 1, false),
  ('house.payout',     'USD',  null, 1, false),
  ('campaign.budget',  'CREL', 0,    1, false),
  ('member.pending',   'CREL', 0,    1, false),
  ('member.available', 'CREL', 0,    1, false),
  ('member.debt',      'CREL', null, 1, false),
  ('member.points',    'PTS',  0,    1, true);

create table account (
  id        bigint generated always as identity primary key,
  subject   text not null,
  code      text not null,
  asset     text not null,
  stripe    smallint not null default 0 check (stripe >= 0),
  posted    bigint not null default 0,
  held      bigint not null default 0,
  floor     bigint,
  version   bigint not null default 0 check (version >= 0),
  opened_at timestamptz not null default crels_now(),
  closed_at timestamptz,
  unique (subject, code, asset, stripe),
  unique (id, asset),
  foreign key (code, asset) references account_code (code, asset),
  constraint account_floor check (posted - held >= floor),
  constraint account_held check (held >= 0),
  constraint account_debt_overpaid check (code <> 'member.debt' or posted <= 0),
  constraint account_closed_empty check (closed_at is null or (posted = 0 and held = 0)),
  -- Beyond this a JavaScript number is no longer exact.
  constraint account_exact check (posted between -9007199254740991 and 9007199254740991),
  constraint account_subject check (
    case split_part(code, '.', 1)
      when 'house' then subject = 'house'
      when 'campaign' then subject like 'cmp\_%'
      when 'member' then subject like 'sub\_%'
      else false
    end
  )
);
comment on table account is 'A balance. A subject is the house, a campaign, or a random id that only the accounts module can map to a member.';
comment on column account.posted is 'Sum of the entries, in whole units of the asset.';
comment on column account.held is 'Sum of what the open holds still hold.';
comment on column account.version is 'Number of entries.';

create table txn (
  id           text primary key,
  kind         text not null check (kind <> ''),
  scope        text not null check (scope <> ''),
  idem         text not null check (idem <> ''),
  request_hash text not null,
  effective_at timestamptz not null,
  created_at   timestamptz not null default crels_now(),
  reverses     text references txn,
  xid          xid8 not null default pg_current_xact_id(),
  unique (scope, idem),
  unique (reverses),
  check (reverses <> id)
);
comment on table txn is 'One business fact. Never changed: a correction is another transaction that reverses it.';
comment on column txn.xid is 'The database transaction that wrote it; once that has ended, no entry can be added.';

create table entry (
  txn_id          text not null references txn,
  line            integer not null check (line > 0),
  account_id      bigint not null,
  asset           text not null,
  kind            text not null,
  amount          bigint not null check (amount <> 0),
  balance_after   bigint not null,
  account_version bigint not null check (account_version > 0),
  seq             bigint generated always as identity,
  primary key (txn_id, line),
  unique (account_id, account_version),
  foreign key (account_id, asset) references account (id, asset)
);
comment on column entry.seq is 'Drawn while the account is locked, so it orders the entries of each account as account_version does, and those of several accounts together.';
comment on column entry.kind is 'The transaction''s kind, copied here so that a filtered statement stays one index range.';

-- Statements read newest first, over a few accounts at once, whole or by kind.
create index entry_statement on entry (account_id, seq);
create index entry_statement_kind on entry (account_id, kind, seq);

create table hold (
  id           text primary key,
  account_id   bigint not null references account,
  scope        text not null check (scope <> ''),
  idem         text not null check (idem <> ''),
  request_hash text not null,
  amount       bigint not null check (amount > 0),
  captured     bigint not null default 0,
  state        text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  created_at   timestamptz not null default crels_now(),
  expires_at   timestamptz,
  ended_at     timestamptz,
  unique (scope, idem),
  check (captured between 0 and amount),
  check (state <> 'open' or captured < amount),
  check (state <> 'captured' or captured = amount),
  check ((state = 'open') = (ended_at is null))
);
comment on table hold is 'Units that stay on the account but cannot be spent, until captured by a post, released or expired.';

create index hold_open on hold (account_id) where state = 'open';
create index hold_due on hold (expires_at) where state = 'open';

create table point_lot (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account,
  txn_id     text not null,
  line       integer not null,
  granted    bigint not null check (granted > 0),
  remaining  bigint not null check (remaining between 0 and granted),
  expires_at timestamptz not null,
  restores   bigint references point_lot,
  foreign key (txn_id, line) references entry (txn_id, line)
);
comment on table point_lot is 'Points that expire together. What remains in a member''s lots is the balance of the account.';
comment on column point_lot.restores is 'The lot a refund gave back; such points were earned once before.';

create index point_lot_open on point_lot (account_id, expires_at, id) where remaining > 0;
create index point_lot_due on point_lot (expires_at) where remaining > 0;
create index point_lot_txn on point_lot (txn_id, line);

create table lot_use (
  txn_id text not null,
  line   integer not null,
  lot_id bigint not null references point_lot,
  amount bigint not null check (amount > 0),
  primary key (txn_id, line, lot_id),
  foreign key (txn_id, line) references entry (txn_id, line)
);
create index lot_use_lot on lot_use (lot_id);

create table award (
  subject    text not null,
  program    text not null check (program <> ''),
  period     text not null check (period <> ''),
  txn_id     text not null unique references txn,
  granted_at timestamptz not null default crels_now(),
  primary key (subject, program, period)
);
comment on table award is 'A reward that was paid. The primary key makes it exactly once.';

-- House accounts are opened here, so they have the lowest ids and every post locks them first.
insert into account (subject, code, asset, stripe, floor)
select 'house', c.code, c.asset, s.stripe, c.floor
from account_code c, generate_series(0, c.stripes - 1) as s (stripe)
where c.code like 'house.%'
order by c.code, c.asset, s.stripe;

-- ── Guards ───────────────────────────────────────────────────────────────────────────────────────────────

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the ledger is corrected by adding', tg_op, tg_table_name
    using errcode = 'LG013';
end
$$;

create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function ledger_refuse_change();
create trigger txn_append_only before update or delete or truncate on txn
  for each statement execute function ledger_refuse_change();
create trigger lot_use_append_only before update or delete or truncate on lot_use
  for each statement execute function ledger_refuse_change();
create trigger award_append_only before update or delete or truncate on award
  for each statement execute function ledger_refuse_change();
create trigger account_kept before delete or truncate on account
  for each statement execute function ledger_refuse_change();
create trigger hold_kept before delete or truncate on hold
  for each statement execute function ledger_refuse_change();
create trigger point_lot_kept before delete or truncate on point_lot
  for each statement execute function ledger_refuse_change();

create function ledger_check_entries() returns trigger language plpgsql as $$
declare
  v_txn text;
begin
  select a.txn_id into v_txn from added a group by a.txn_id, a.asset having sum(a.amount) <> 0 limit 1;
  if found then
    raise exception 'transaction % does not sum to zero in every asset', v_txn using errcode = 'LG004';
  end if;

  select a.txn_id into v_txn from added a join txn t on t.id = a.txn_id
  where t.xid <> pg_current_xact_id() limit 1;
  if found then
    raise exception 'transaction % is sealed', v_txn using errcode = 'LG012';
  end if;

  -- The newest entry of each account says what the account says.
  select n.txn_id into v_txn
  from (
    select distinct on (account_id) account_id, account_version, balance_after, txn_id
    from added order by account_id, account_version desc
  ) n
  join account c on c.id = n.account_id
  where c.version <> n.account_version or c.posted <> n.balance_after
  limit 1;
  if found then
    raise exception 'transaction % and its accounts disagree', v_txn using errcode = 'LG016';
  end if;
  return null;
end
$$;

create trigger entry_checked after insert on entry
  referencing new table as added
  for each statement execute function ledger_check_entries();

create function ledger_check_txn() returns trigger language plpgsql as $$
begin
  if not exists (select from public.entry e where e.txn_id = new.id) then
    raise exception 'transaction % has no entries', new.id using errcode = 'LG014';
  end if;
  return null;
end
$$;

create constraint trigger txn_has_entries after insert on txn
  deferrable initially deferred
  for each row execute function ledger_check_txn();

-- A balance that moved without an entry, or a held sum without its holds, cannot be committed.
create function ledger_check_posted() returns trigger language plpgsql as $$
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

create constraint trigger account_posted_explained after update on account
  deferrable initially deferred
  for each row when (new.posted <> old.posted or new.version <> old.version)
  execute function ledger_check_posted();

create function ledger_check_held() returns trigger language plpgsql as $$
begin
  if exists (
    select from public.account a
    where a.id = new.id
      and a.held <> (select coalesce(sum(h.amount - h.captured), 0) from public.hold h
                     where h.account_id = a.id and h.state = 'open')
  ) then
    raise exception 'account % holds more or less than its holds', new.id using errcode = 'LG016';
  end if;
  return null;
end
$$;

create constraint trigger account_held_explained after update on account
  deferrable initially deferred
  for each row when (new.held <> old.held)
  execute function ledger_check_held();

create function ledger_check_opening() returns trigger language plpgsql as $$
begin
  if new.posted <> 0 or new.held <> 0 or new.version <> 0 then
    raise exception 'an account opens empty' using errcode = 'LG016';
  end if;
  return new;
end
$$;

create trigger account_opens_empty before insert on account
  for each row execute function ledger_check_opening();

-- ── The writer ───────────────────────────────────────────────────────────────────────────────────────────

-- Moves the point lots behind the entries of one transaction. The accounts are locked by the caller.
create function ledger_move_lots(p_txn text, p_reverses text, p_lines jsonb, p_lots_until timestamptz)
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
      -- A spend undone: every part comes back with the expiry of the lot it was taken from.
      insert into point_lot (account_id, txn_id, line, granted, remaining, expires_at, restores)
      select l.account_id, p_txn, v_line.line, u.amount, u.amount, greatest(l.expires_at, p_lots_until), l.id
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

-- Lines with the stripe each goes to. It is chosen by database transaction: several posts in one then take
-- one stripe of each house account, and cannot meet another transaction's stripes in the opposite order.
create function ledger_striped(p_lines jsonb)
returns table (line_no bigint, account bigint, subject text, code text, asset text, stripe smallint, floor bigint)
language sql stable as $$
  select l.line_no, l.account, l.subject, l.code, l.asset,
         (pg_current_xact_id()::text::bigint % c.stripes)::smallint, c.floor
  from rows from (jsonb_to_recordset(p_lines) as (account bigint, subject text, code text, asset text))
       with ordinality as l (account, subject, code, asset, line_no)
  left join account_code c on c.code = l.code and c.asset = l.asset
$$;

-- The ids of the accounts that lines name, in the order of the lines; accounts not yet open are opened.
create function ledger_open(p_lines jsonb) returns bigint[] language plpgsql as $$
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
        where a.subject = l.subject and a.code = l.code and a.asset = l.asset and a.stripe = l.stripe)) as id
      from ledger_striped(p_lines) l
    ) r;
    if v_accounts is null or v_unknown then
      raise exception 'a line names no account of the chart' using errcode = 'LG011';
    end if;
    exit when array_position(v_accounts, null) is null;
    insert into account (subject, code, asset, stripe, floor)
    select distinct l.subject, l.code, l.asset, l.stripe, l.floor
    from ledger_striped(p_lines) l
    where l.account is null
    order by 1, 2, 3, 4
    on conflict do nothing;
  end loop;
  return v_accounts;
end
$$;

-- Writes one transaction. Single-post transactions cannot deadlock: accounts are opened in the order of
-- their keys before any is locked, and locked in the order of their ids; a hold is locked before accounts.
create function ledger_write(
  p_kind text, p_scope text, p_idem text, p_request_hash text, p_effective_at timestamptz,
  p_lines jsonb, p_hold text, p_reverses text, p_lots_until timestamptz,
  out posted_id text, out replayed boolean
) language plpgsql as $$
declare
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
  posted_id := 'txn_' || replace(uuidv7()::text, '-', '');
  replayed := false;

  -- A racing call with the same key waits here for the first one to end.
  insert into txn (id, kind, scope, idem, request_hash, effective_at, reverses)
  values (posted_id, p_kind, p_scope, p_idem, p_request_hash, coalesce(p_effective_at, crels_now()), p_reverses)
  on conflict do nothing;
  if not found then
    select t.id, t.request_hash into posted_id, v_hash from txn t where t.scope = p_scope and t.idem = p_idem;
    if not found then
      raise exception 'transaction % is already reversed', p_reverses using errcode = 'LG005';
    elsif v_hash <> p_request_hash then
      raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
    end if;
    replayed := true;
    return;
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
         string_agg(a.subject || ' ' || a.code, ', ') filter (where a.closed_at is not null),
         string_agg(a.subject || ' ' || a.code, ', ') filter (
           where a.posted + d.amount - a.held + case when a.id = v_hold.account_id then v_captured else 0 end < a.floor),
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
        held = a.held - case when a.id = v_hold.account_id then v_captured else 0 end
    from delta d where a.id = d.account_id
    returning a.id, a.asset, a.posted - d.amount as posted_before, a.version - d.lines as version_before
  )
  insert into entry (txn_id, line, account_id, asset, kind, amount, balance_after, account_version)
  select posted_id, l.line, l.account_id, m.asset, p_kind, l.amount,
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

  perform ledger_tell(v_accounts);
end
$$;

-- Tells live screens whose balances moved; one payload a member, equal ones are merged by PostgreSQL.
create function ledger_tell(p_accounts bigint[]) returns void language sql as $$
  select pg_notify('ledger', s.subject)
  from (select distinct a.subject from account a where a.id = any (p_accounts) and a.code like 'member.%') s
$$;

-- ── What the application may call ────────────────────────────────────────────────────────────────────────

-- Posts lines [{subject, code, asset, amount} or {account, amount}, …]; on accounts with lots a credit may
-- carry expiresAt and a debit the one lot to take from. With a hold, its account's debit is captured from it.
create function ledger_post(
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
create function ledger_reverse(
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
  select jsonb_agg(jsonb_build_object('account', e.account_id, 'amount', -e.amount) order by e.line)
    into v_lines from entry e where e.txn_id = p_txn;
  select w.* into posted_id, replayed
  from ledger_write(p_kind, p_scope, p_idem, 'reverses ' || p_txn, p_effective_at, v_lines, null, p_txn, p_lots_until) w;
end
$$;

-- Pays a reward once for subject, program and period, whatever the amount of the second call.
create function ledger_grant_award(
  p_subject text, p_program text, p_period text, p_effective_at timestamptz, p_lines jsonb,
  out posted_id text, out granted boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select w.posted_id, not w.replayed into posted_id, granted
  from ledger_write(p_program, 'award', p_program || ' ' || p_period || ' ' || p_subject, 'award',
                    p_effective_at, p_lines, null, null, null) w;
  if granted then
    insert into award (subject, program, period, txn_id) values (p_subject, p_program, p_period, posted_id);
  end if;
end
$$;

-- Locks the accounts [{subject, code, asset}, …] as a post would, for a decision that depends on balances,
-- and returns them in the order given.
create function ledger_lock(p_accounts jsonb) returns setof account
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_accounts bigint[] := ledger_open(p_accounts);
begin
  perform from account a where a.id = any (v_accounts) order by a.id for no key update;
  return query
  select a.* from unnest(v_accounts) with ordinality as l (id, line_no) join account a on a.id = l.id
  order by l.line_no;
end
$$;

create function ledger_place_hold(
  p_scope text, p_idem text, p_request_hash text, p_subject text, p_code text, p_asset text,
  p_amount bigint, p_expires_at timestamptz,
  out hold_id text, out replayed boolean
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account account;
  v_hash text;
begin
  if p_amount is null or p_amount <= 0
     or not exists (select from account_code c where c.code = p_code and c.asset = p_asset and c.stripes = 1 and not c.lots)
  then
    raise exception 'only a positive amount on an unstriped account without lots can be held' using errcode = 'LG011';
  end if;
  select * into v_account from account a
  where a.subject = p_subject and a.code = p_code and a.asset = p_asset and a.stripe = 0;
  if not found then
    raise exception 'insufficient funds: % %', p_subject, p_code using errcode = 'LG001';
  end if;

  hold_id := 'hld_' || replace(uuidv7()::text, '-', '');
  replayed := false;
  insert into hold (id, account_id, scope, idem, request_hash, amount, expires_at)
  values (hold_id, v_account.id, p_scope, p_idem, p_request_hash, p_amount, p_expires_at)
  on conflict (scope, idem) do nothing;
  if not found then
    select h.id, h.request_hash into hold_id, v_hash from hold h where h.scope = p_scope and h.idem = p_idem;
    if v_hash <> p_request_hash then
      raise exception 'key % of % was used for another request', p_idem, p_scope using errcode = 'LG002';
    end if;
    replayed := true;
    return;
  end if;

  select * into v_account from account a where a.id = v_account.id for no key update;
  if v_account.closed_at is not null then
    raise exception 'account closed: % %', p_subject, p_code using errcode = 'LG003';
  elsif v_account.posted - v_account.held - p_amount < v_account.floor then
    raise exception 'insufficient funds: % %', p_subject, p_code using errcode = 'LG001';
  end if;
  update account set held = held + p_amount where id = v_account.id;
  perform ledger_tell(array[v_account.id]);
end
$$;

-- Gives back what is left of a hold. Returns false when it had been released before.
create function ledger_release_hold(p_hold text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_hold hold;
begin
  select * into v_hold from hold h where h.id = p_hold for update;
  if not found then
    raise exception 'hold % is unknown', p_hold using errcode = 'LG008';
  elsif v_hold.state = 'released' then
    return false;
  elsif v_hold.state <> 'open' then
    raise exception 'hold % has ended', p_hold using errcode = 'LG009';
  end if;
  update hold set state = 'released', ended_at = crels_now() where id = p_hold;
  update account set held = held - (v_hold.amount - v_hold.captured) where id = v_hold.account_id;
  perform ledger_tell(array[v_hold.account_id]);
  return true;
end
$$;

-- Ends holds whose time is over, at most p_limit of them; returns how many.
create function ledger_expire_holds(p_limit integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_due text[];
  v_accounts bigint[];
begin
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
  update account a set held = a.held - d.amount
  from (select h.account_id, sum(h.amount - h.captured)::bigint as amount from hold h where h.id = any (v_due) group by 1) d
  where a.id = d.account_id;
  update hold set state = 'expired', ended_at = crels_now() where id = any (v_due);
  perform ledger_tell(v_accounts);
  return cardinality(v_due);
end
$$;

-- Closes every account of a subject for good; all of them must be empty.
create function ledger_close_subject(p_subject text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_full text;
  v_closed integer;
begin
  perform from account a where a.subject = p_subject order by a.id for no key update;
  select a.code into v_full from account a where a.subject = p_subject and (a.posted <> 0 or a.held <> 0) limit 1;
  if p_subject = 'house' or found then
    raise exception 'account is not empty: % %', p_subject, v_full using errcode = 'LG017';
  end if;
  update account set closed_at = crels_now() where subject = p_subject and closed_at is null;
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;

-- ── Rights ───────────────────────────────────────────────────────────────────────────────────────────────

do $$
declare
  v_app boolean := exists (select from pg_roles where rolname = 'crels_app');
  v_function record;
begin
  if v_app then
    revoke all on asset, account_code, account, txn, entry, hold, point_lot, lot_use, award from crels_app;
    revoke all on sequence account_id_seq, entry_seq_seq, point_lot_id_seq from crels_app;
    grant select on asset, account_code, account, txn, entry, hold, point_lot, lot_use, award to crels_app;
  end if;
  for v_function in
    select p.oid::regprocedure as name, p.prosecdef as callable from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'ledger\_%'
  loop
    execute format('revoke all on function %s from public', v_function.name);
    if v_app and v_function.callable then
      execute format('grant execute on function %s to crels_app', v_function.name);
    end if;
  end loop;
end
$$;
