-- Crels turned into dollar payouts: where to, and every step on the way.

create table payout_destination (
  id text primary key check (id ~ '^dst_[0-9a-f]{32}$'),
  uid text not null,
  kind text not null check (kind in ('paypal', 'bank', 'gift_card', 'manual')),
  -- Sealed with a key of the installation's secret; gone when the member removes it.
  details text,
  -- What a screen shows: enough to tell two apart, too little to pay to.
  hint text not null,
  -- HMAC of the details under the secret: whether two members are paid to one place.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default crels_now(),
  usable_from timestamptz not null,
  removed_at timestamptz,
  check ((details is null) = (removed_at is not null))
);
create index payout_destination_of on payout_destination (uid);
create index payout_destination_same on payout_destination (fingerprint);
create unique index payout_destination_once on payout_destination (uid, kind, fingerprint) where removed_at is null;

-- Redemptions that went into one file for PayPal or a bank.
create table payout_batch (
  id text primary key check (id ~ '^pob_[0-9a-f]{32}$'),
  format text not null check (format in ('paypal', 'bank')),
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null default crels_now()
);

create table redemption (
  id text primary key check (id ~ '^rdm_[0-9a-f]{32}$'),
  -- The member; once they have left, the party.
  uid text not null,
  party text not null,
  quote_id text not null unique references exchange_quote (id),
  crels bigint not null check (crels > 0),
  usd_cents bigint not null check (usd_cents > 0),
  hold_id text not null unique,
  destination_id text references payout_destination on delete set null,
  destination_kind text not null,
  destination_hint text,
  state text not null check (state in ('requested', 'approved', 'sending', 'paid', 'rejected', 'failed', 'cancelled')),
  -- Since when it is in this state.
  state_at timestamptz not null default crels_now(),
  -- Why it was rejected or failed, in words for the member.
  reason text,
  approved_by text,
  provider text,
  -- While it is sending: whether the provider is known to have it. Unknown ones are looked up and never sent again.
  provider_state text check (provider_state in ('unknown', 'accepted')),
  -- The provider's own name for the payment.
  reference text,
  batch_id text references payout_batch,
  requested_at timestamptz not null default crels_now(),
  constraint redemption_approver_is_another check (approved_by is null or lower(approved_by) <> lower(uid)),
  constraint redemption_approved check (approved_by is not null or state in ('requested', 'rejected', 'cancelled')),
  constraint redemption_sent check ((provider is not null and provider_state is not null) or state not in ('sending', 'paid')),
  constraint redemption_referenced check (reference is not null or state <> 'paid')
);
create index redemption_of on redemption (party, requested_at desc, id desc);
create index redemption_of_uid on redemption (uid);
create index redemption_open on redemption (state, requested_at) where state in ('requested', 'approved', 'sending');
create index redemption_in_batch on redemption (batch_id) where batch_id is not null;
create index redemption_paid on redemption (state_at) where state = 'paid';

-- Every state a redemption came into: its timeline.
create table redemption_event (
  seq bigint generated always as identity primary key,
  redemption_id text not null references redemption,
  state text not null,
  at timestamptz not null default crels_now(),
  author text not null,
  reason text
);
create index redemption_event_of on redemption_event (redemption_id, seq);

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/redemptions.sql

create trigger redemption_moved before update on redemption for each row execute function redemption_moved();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on redemption from crels_app;
    revoke update, delete, truncate on redemption_event, payout_batch from crels_app;
    revoke truncate on payout_destination from crels_app;
  end if;
end $$;
