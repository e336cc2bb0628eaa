-- The shop: what points buy, its stock and codes, and every order.

-- ── Items ──────────────────────────────────────────────────────────────────────────────────────────────────

create table shop_item (
  id text primary key check (id ~ '^itm_[0-9a-f]{32}$'),
  -- A name of its own that stays, for files and commands.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  kind text not null check (kind in ('gift_card', 'crels_pack', 'streak_freeze', 'merchandise', 'boost')),
  title text not null check (length(title) between 1 and 120),
  summary text not null check (length(summary) between 1 and 300),
  -- Markdown.
  description text not null default '' check (length(description) <= 10000),
  -- The price of one piece; null for a pack, whose price follows from its crels by a setting.
  points bigint check (points between 1 and 1000000000),
  crels bigint check (crels between 1 and 1000000),
  face_minor bigint check (face_minor > 0),
  face_currency text check (face_currency ~ '^[A-Z]{3}$'),
  -- Pieces left; null for an item without a limit, and for one whose pieces are the unused codes of its pool.
  stock bigint check (stock >= 0),
  -- Pieces ever put into stock: what is left and what orders in force took of it.
  stocked bigint check (stocked >= stock),
  member_limit integer check (member_limit between 1 and 1000),
  -- ISO 3166-1 alpha-2; where merchandise is sent, none listed means everywhere.
  countries text[] not null default '{}',
  image_key text,
  color_base text not null check (color_base ~ '^#[0-9a-f]{6}$'),
  color_glow text not null check (color_glow ~ '^#[0-9a-f]{6}$'),
  visible_from timestamptz(3) not null,
  visible_until timestamptz(3),
  active_from timestamptz(3),
  active_until timestamptz(3),
  demo boolean not null default false,
  created_at timestamptz(3) not null default crels_now(),
  check ((kind = 'crels_pack') = (points is null)),
  check ((kind = 'crels_pack') = (crels is not null)),
  check ((face_minor is null) = (face_currency is null)),
  check ((stock is null) = (stocked is null)),
  check (kind <> 'gift_card' or stock is null),
  check (kind = 'merchandise' or countries = '{}'),
  check (visible_until > visible_from),
  check (active_until > active_from)
);
comment on table shop_item is 'What points buy. Its windows are half open: from the first moment, until before the last.';

create table shop_item_change (
  seq bigint generated always as identity primary key,
  item_id text not null references shop_item,
  author text not null check (author <> ''),
  reason text not null check (reason <> ''),
  -- What it was and what it is, by field.
  changes jsonb not null check (jsonb_typeof(changes) = 'object'),
  at timestamptz(3) not null default crels_now()
);
comment on table shop_item_change is 'Every change of an item, its making included. Never changed.';
create index shop_item_change_of on shop_item_change (item_id, seq);

-- Members who are notified once when an item is back.
create table shop_interest (
  item_id text not null references shop_item,
  uid text not null,
  asked_at timestamptz(3) not null default crels_now(),
  primary key (item_id, uid)
);
create index shop_interest_of on shop_interest (uid);

-- ── Orders ─────────────────────────────────────────────────────────────────────────────────────────────────

create table shop_order (
  id text primary key check (id ~ '^ord_[0-9a-f]{32}$'),
  party text not null,
  item_id text not null references shop_item,
  kind text not null,
  -- As it was bought.
  title text not null,
  quantity integer not null check (quantity between 1 and 100),
  -- The price of one piece.
  points bigint not null check (points > 0),
  crels bigint check (crels > 0),
  face_minor bigint,
  face_currency text,
  state text not null check (state in ('placed', 'fulfilled', 'cancelled')),
  state_at timestamptz(3) not null default crels_now(),
  -- The pieces came out of the item's stock.
  took_stock boolean not null,
  txn_id text not null,
  refund_txn_id text,
  -- Of a pack, what credited its crels.
  pack_txn_id text,
  -- Where to send it, sealed; erased when the member leaves.
  address text,
  carrier text,
  -- Shows where a parcel goes; erased when the member leaves.
  tracking_url text,
  cancelled_by text check (cancelled_by in ('member', 'operator', 'deletion')),
  reason text,
  placed_at timestamptz(3) not null default crels_now(),
  check ((state = 'cancelled') = (cancelled_by is not null)),
  check ((state = 'cancelled') = (refund_txn_id is not null)),
  check ((kind = 'crels_pack') = (crels is not null)),
  check ((kind = 'crels_pack') = (pack_txn_id is not null)),
  check (kind = 'merchandise' or (address is null and carrier is null and tracking_url is null)),
  check (carrier is null or state = 'fulfilled')
);
comment on table shop_order is 'A purchase. Only what is sent by post waits as placed; the rest is fulfilled in the transaction that places it.';
create index shop_order_of on shop_order (party, placed_at desc, id desc);
create index shop_order_limit on shop_order (party, item_id) where state <> 'cancelled';
create index shop_order_packs on shop_order (party, placed_at) where kind = 'crels_pack';
create index shop_order_open on shop_order (placed_at, id) where state = 'placed';
create index shop_order_of_item on shop_order (item_id, placed_at);
create index shop_order_txn on shop_order (txn_id);
create index shop_order_refund on shop_order (refund_txn_id) where refund_txn_id is not null;

-- Every state an order came into: its timeline.
create table shop_order_event (
  seq bigint generated always as identity primary key,
  order_id text not null references shop_order,
  party text not null,
  state text not null,
  at timestamptz(3) not null default crels_now(),
  author text not null,
  reason text
);
create index shop_order_event_of on shop_order_event (order_id, seq);
create index shop_order_event_of_party on shop_order_event (party, seq);

-- ── Codes ──────────────────────────────────────────────────────────────────────────────────────────────────

create table shop_code (
  id text primary key check (id ~ '^cod_[0-9a-f]{32}$'),
  item_id text not null references shop_item,
  -- Sealed with a key of the installation's secret; erased when the member who has it leaves.
  code text,
  -- HMAC of the code under the secret: no code is sold twice.
  fingerprint bytea not null unique check (length(fingerprint) = 32),
  order_id text references shop_order,
  imported_at timestamptz(3) not null default crels_now(),
  assigned_at timestamptz(3),
  check ((order_id is null) = (assigned_at is null)),
  check (code is not null or order_id is not null)
);
comment on table shop_code is 'The pool of an item: what no order has can be bought, the oldest first.';
create index shop_code_unused on shop_code (item_id, id) where order_id is null;
create index shop_code_of_order on shop_code (order_id) where order_id is not null;

-- Each time that an owner looked at the codes of an order.
create table shop_code_reveal (
  seq bigint generated always as identity primary key,
  order_id text not null references shop_order,
  at timestamptz(3) not null default crels_now(),
  request_id text not null
);
create index shop_code_reveal_of on shop_code_reveal (order_id, seq);

-- Crels that packs paid in a month over all members: the row is locked as it is counted.
create table shop_pack_month (
  -- UTC, `2026-11`.
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  crels bigint not null check (crels > 0)
);

-- ── Boosts ─────────────────────────────────────────────────────────────────────────────────────────────────

-- While one runs, check-ins and shares pay twice, up to so many more points.
create table point_boost (
  order_id text primary key,
  party text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  points_max bigint not null check (points_max > 0),
  points_granted bigint not null default 0 check (points_granted between 0 and points_max)
);
create index point_boost_of on point_boost (party, ends_at desc);

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/shop.sql

create trigger shop_order_moved before update on shop_order for each row execute function shop_order_moved();
create trigger shop_code_moved before update on shop_code for each row execute function shop_code_moved();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on shop_item, shop_order, shop_code, shop_pack_month, point_boost from crels_app;
    revoke update, delete, truncate on shop_item_change, shop_order_event, shop_code_reveal from crels_app;
    revoke truncate on shop_interest from crels_app;
  end if;
end $$;
