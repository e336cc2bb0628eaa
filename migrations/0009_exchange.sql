-- The rate between crels and dollars, what members were offered, and when the exchange is closed.

-- The exchange rate with its whole history: a change adds a row.
create table exchange_rate (
  id bigint generated always as identity primary key,
  usd_to_crels numeric(18, 6) not null check (usd_to_crels > 0),
  set_by text not null,
  set_at timestamptz not null default crels_now(),
  reason text not null default ''
);

insert into exchange_rate (usd_to_crels, set_by) values (10.5, 'default');

-- Open or paused, with its whole history: a change adds a row, the last is in force.
create table exchange_switch (
  id bigint generated always as identity primary key,
  paused boolean not null,
  set_by text not null,
  reason text not null default '',
  set_at timestamptz not null default crels_now()
);

insert into exchange_switch (paused, set_by) values (false, 'default');

-- A rate, tier and two amounts frozen for ten minutes. A member's newest quote is the one that counts, and only
-- while the switch has not moved since: so a new quote voids the last, and pausing voids all, without touching them.
create table exchange_quote (
  seq bigint generated always as identity primary key,
  id text not null unique check (id ~ '^quo_[0-9a-f]{32}$'),
  party text not null,
  -- usd delivers exactly these dollars for the price; crels takes exactly these crels and pays the conversion.
  direction text not null check (direction in ('usd', 'crels')),
  usd_to_crels numeric(18, 6) not null check (usd_to_crels > 0),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  crels bigint not null check (crels > 0),
  usd_cents bigint not null check (usd_cents > 0),
  base_crels bigint,
  fee_crels bigint,
  gross_usd_cents bigint,
  fee_usd_cents bigint,
  switch_id bigint not null references exchange_switch,
  created_at timestamptz not null default crels_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint exchange_quote_adds_up check (case direction
    when 'usd' then base_crels + fee_crels = crels and base_crels > 0 and fee_crels >= 0
      and gross_usd_cents is null and fee_usd_cents is null
    else gross_usd_cents - fee_usd_cents = usd_cents and fee_usd_cents >= 0
      and base_crels is null and fee_crels is null
  end is true),
  -- No quote delivers more than its crels are worth (decision 004): usd is checked with the fee on top.
  constraint exchange_quote_not_above_rate check (usd_cents * usd_to_crels <= crels * 100)
);
create index exchange_quote_of on exchange_quote (party, seq);
create index exchange_quote_unused on exchange_quote (expires_at) where used_at is null;

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on exchange_rate, exchange_switch from crels_app;
    revoke truncate on exchange_quote from crels_app;
  end if;
end $$;
