-- The ledger: double entry for crels (CREL), points (PTS) and dollars (USD, in cents).
--
-- Amounts are signed whole units, credit positive: what a member owns is what we owe, so it is positive. The tables are
-- written by the functions of functions/ledger_writer.sql and ledger_api.sql, and by nothing else. The triggers
-- (functions/ledger_guards.sql) bind the schema's owner too, so a mistake in the code stops at the database.
--
-- Errors carry their own SQLSTATEs, class LG; server/modules/ledger/ledger-error.ts names them.

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
  id        bigint generated always as identity,
  party     text not null,
  code      text not null,
  asset     text not null,
  stripe    smallint not null default 0 check (stripe >= 0),
  posted    bigint not null default 0,
  reserved  bigint not null default 0,
  floor     bigint,
  version   bigint not null default 0 check (version >= 0),
  opened_at timestamptz not null default crels_now(),
  closed_at timestamptz,
  unique (party, code, asset, stripe),
  primary key (id, party),
  foreign key (code, asset) references account_code (code, asset),
  constraint account_floor check (posted - reserved >= floor),
  constraint account_reserved check (reserved >= 0),
  constraint account_debt_overpaid check (code <> 'member.debt' or posted <= 0),
  constraint account_closed_empty check (closed_at is null or (posted = 0 and reserved = 0)),
  -- Beyond this a JavaScript number is no longer exact.
  constraint account_exact check (posted between -9007199254740991 and 9007199254740991),
  constraint account_party check (
    case split_part(code, '.', 1)
      when 'house' then party = 'house'
      when 'campaign' then party like 'cmp\_%'
      when 'member' then party like 'pty\_%'
      else false
    end
  )
);
comment on table account is 'A balance. A party is the house, a campaign, or a random id that only the accounts module can map to a member.';
comment on column account.posted is 'Sum of the entries, in whole units of the asset.';
comment on column account.reserved is 'Sum of what the open holds still hold.';
comment on column account.version is 'Number of entries.';

-- Keys of a post or a hold, over all parties: a second use is found here, whatever party it names. Its own key is one to
-- spread it by, so it needs no index over all transactions.
create table ledger_key (
  scope text not null check (scope <> ''),
  idem  text not null check (idem <> ''),
  opens text not null check (opens in ('txn', 'hold')),
  party text not null,
  primary key (idem, scope, opens)
);
comment on table ledger_key is 'Every key that posts and holds have used, with the home party of what it opened.';

-- The home party is in the keys of whatever a transaction writes, so that these tables can be spread over servers by it.
create table txn (
  party        text not null,
  id           text not null,
  kind         text not null check (kind <> ''),
  scope        text not null check (scope <> ''),
  idem         text not null check (idem <> ''),
  request_hash text not null,
  effective_at timestamptz not null,
  created_at   timestamptz not null default crels_now(),
  reverses     text,
  xid          xid8 not null default pg_current_xact_id(),
  -- By id first: a statement that has an id and no party finds it by the key as well. So too below.
  primary key (id, party),
  unique (scope, idem, party),
  unique (reverses, party),
  foreign key (reverses, party) references txn (id, party),
  check (reverses <> id)
);
comment on table txn is 'One business fact. Never changed: a correction is another transaction that reverses it.';
comment on column txn.party is 'The home party: the first member its lines name, else the first campaign, else the house (ledger_home).';
comment on column txn.xid is 'The database transaction that wrote it; once that has ended, no entry can be added.';

create table entry (
  party           text not null,
  txn_id          text not null,
  line            integer not null check (line > 0),
  account_id      bigint not null,
  asset           text not null,
  kind            text not null,
  amount          bigint not null check (amount <> 0),
  balance_after   bigint not null,
  account_version bigint not null check (account_version > 0),
  seq             bigint generated always as identity,
  primary key (txn_id, line, party),
  unique (account_id, account_version, party),
  foreign key (txn_id, party) references txn (id, party)
);
comment on column entry.party is 'The home party of the transaction. The account may be another''s: no foreign key leads to it, ledger_check_entries looks.';
comment on column entry.seq is 'Drawn while the account is locked, so it orders the entries of each account as account_version does, and those of several accounts together.';
comment on column entry.kind is 'The transaction''s kind, copied here so that a filtered statement stays one index range.';

-- Statements read newest first, over a few accounts at once, whole or by kind.
create index entry_statement on entry (account_id, seq);
create index entry_statement_kind on entry (account_id, kind, seq);

create table hold (
  party        text not null,
  id           text not null,
  account_id   bigint not null,
  scope        text not null check (scope <> ''),
  idem         text not null check (idem <> ''),
  request_hash text not null,
  amount       bigint not null check (amount > 0),
  captured     bigint not null default 0,
  state        text not null default 'open' check (state in ('open', 'captured', 'released', 'expired')),
  created_at   timestamptz not null default crels_now(),
  expires_at   timestamptz,
  ended_at     timestamptz,
  primary key (id, party),
  unique (scope, idem, party),
  foreign key (account_id, party) references account (id, party),
  check (captured between 0 and amount),
  check (state <> 'open' or captured < amount),
  check (state <> 'captured' or captured = amount),
  check ((state = 'open') = (ended_at is null))
);
comment on table hold is 'Units that stay on the account but cannot be spent, until captured by a post, released or expired.';
create index hold_open on hold (account_id) where state = 'open';
create index hold_due on hold (expires_at) where state = 'open';

create table point_lot (
  party      text not null,
  id         bigint generated always as identity,
  account_id bigint not null,
  txn_id     text not null,
  line       integer not null,
  granted    bigint not null check (granted > 0),
  remaining  bigint not null check (remaining between 0 and granted),
  expires_at timestamptz not null,
  restores   bigint,
  primary key (id, party),
  foreign key (account_id, party) references account (id, party),
  foreign key (restores, party) references point_lot (id, party)
);
comment on table point_lot is 'Points that expire together. What remains in a member''s lots is the balance of the account.';
comment on column point_lot.party is 'The account''s party. The entry that made the lot has its transaction''s home party, another''s where two members'' points move: no foreign key leads to it.';
comment on column point_lot.restores is 'The lot a refund gave back; such points were earned once before.';
create index point_lot_open on point_lot (account_id, expires_at, id) where remaining > 0;
create index point_lot_due on point_lot (expires_at) where remaining > 0;
create index point_lot_txn on point_lot (txn_id, line);

create table lot_use (
  party  text not null,
  txn_id text not null,
  line   integer not null,
  lot_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (txn_id, line, lot_id, party),
  foreign key (lot_id, party) references point_lot (id, party)
);
create index lot_use_lot on lot_use (lot_id);

create table award (
  party      text not null,
  program    text not null check (program <> ''),
  period     text not null check (period <> ''),
  txn_id     text not null,
  granted_at timestamptz not null default crels_now(),
  primary key (party, program, period),
  unique (txn_id, party),
  foreign key (txn_id, party) references txn (id, party)
);
comment on table award is 'A reward that was paid. The primary key makes it exactly once.';

-- House accounts are opened here, so they have the lowest ids and every post locks them first.
insert into account (party, code, asset, stripe, floor)
select 'house', c.code, c.asset, s.stripe, c.floor
from account_code c, generate_series(0, c.stripes - 1) as s (stripe)
where c.code like 'house.%'
order by c.code, c.asset, s.stripe;

-- ── Functions and guards ───────────────────────────────────────────────────────────────────────────────────

\ir functions/ledger_guards.sql
\ir functions/ledger_writer.sql
\ir functions/ledger_api.sql

create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function ledger_refuse_change();
create trigger txn_append_only before update or delete or truncate on txn
  for each statement execute function ledger_refuse_change();
create trigger ledger_key_append_only before update or delete or truncate on ledger_key
  for each statement execute function ledger_refuse_change();
create trigger lot_use_append_only before update or delete or truncate on lot_use
  for each statement execute function ledger_refuse_change();
create trigger award_append_only before update or delete or truncate on award
  for each statement execute function ledger_refuse_change();
create trigger account_retained before delete or truncate on account
  for each statement execute function ledger_refuse_change();
create trigger hold_retained before delete or truncate on hold
  for each statement execute function ledger_refuse_change();
create trigger point_lot_retained before delete or truncate on point_lot
  for each statement execute function ledger_refuse_change();
create trigger entry_checked after insert on entry
  referencing new table as added
  for each statement execute function ledger_check_entries();
create constraint trigger txn_has_entries after insert on txn
  deferrable initially deferred
  for each row execute function ledger_check_txn();
create constraint trigger account_posted_explained after update on account
  deferrable initially deferred
  for each row when (new.posted <> old.posted or new.version <> old.version)
  execute function ledger_check_posted();
create constraint trigger account_reserved_explained after update on account
  deferrable initially deferred
  for each row when (new.reserved <> old.reserved)
  execute function ledger_check_reserved();
create trigger account_opens_empty before insert on account
  for each row execute function ledger_check_opening();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke all on asset, account_code, account, ledger_key, txn, entry, hold, point_lot, lot_use, award from crels_app;
    revoke all on sequence account_id_seq, entry_seq_seq, point_lot_id_seq from crels_app;
    grant select on asset, account_code, account, ledger_key, txn, entry, hold, point_lot, lot_use, award to crels_app;
  end if;
end $$;
