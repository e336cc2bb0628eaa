-- Conversions that brands report, the earnings they make, and the refunds that take them back.
--
-- The crels themselves are in the ledger; these rows say what they were for. What is recorded stays: the
-- triggers below let through only the steps that a conversion and an earning can take.

create table conversion (
  id           text primary key check (id ~ '^cnv_[0-9a-f]{32}$'),
  brand_id     text not null,
  event_id     text not null check (length(event_id) between 1 and 200),
  request_hash text not null,
  click_id     text not null check (length(click_id) between 1 and 100),
  link_id      text,
  enrolment_id text,
  campaign_id  text,
  type         text not null check (type in ('lead', 'sale')),
  amount_minor bigint check (amount_minor > 0),
  currency     text check (currency = 'USD'),
  occurred_at  timestamptz(3) not null,
  status       text not null check (status in ('accepted', 'held', 'rejected')),
  reason       text check (reason ~ '^[a-z_]{1,60}$'),
  held_reason  text check (held_reason ~ '^[a-z_]{1,60}$'),
  created_at   timestamptz(3) not null default crels_now(),
  decided_at   timestamptz(3),
  constraint conversion_event unique (brand_id, event_id),
  check ((amount_minor is null) = (currency is null)),
  check (occurred_at <= created_at),
  check ((status = 'accepted') = (reason is null)),
  check ((decided_at is not null) = (held_reason is not null and status <> 'held')),
  check (status <> 'held' or held_reason = reason),
  -- A rejected one may belong to nobody, or to a campaign of somebody else.
  check (status = 'rejected' or (link_id is not null and enrolment_id is not null and campaign_id is not null))
);
comment on table conversion is 'A lead or sale as a brand''s server reported it: one row an event id, forever, with the answer it got.';
comment on column conversion.reason is 'Why it is held or rejected (rules/attribution.ts); null when accepted.';
comment on column conversion.held_reason is 'Why it was held, kept after the decision.';

-- Bursts: what one link converted in the last minute. Figures: what an enrolment converted in all.
create index conversion_burst on conversion (link_id, created_at) where status <> 'rejected';
create index conversion_enrolment on conversion (enrolment_id) where status <> 'rejected';
create index conversion_held on conversion (created_at, id) where status = 'held';

-- Times are milliseconds, as the pages' cursors carry them.
create table earning (
  id             text primary key check (id ~ '^ern_[0-9a-f]{32}$'),
  conversion_id  text not null unique references conversion,
  uid            text not null,
  subject        text not null,
  campaign_id    text not null,
  enrolment_id   text not null,
  type           text not null check (type in ('lead', 'sale')),
  crels          bigint not null check (crels > 0),
  reversed_crels bigint not null default 0,
  state          text not null check (state in ('pending', 'held', 'available', 'reversed')),
  reason         text check (reason ~ '^[a-z_]{1,60}$'),
  sale_usd_cents bigint check (sale_usd_cents > 0),
  bps            integer check (bps > 0),
  usd_to_crels   numeric(18, 6) check (usd_to_crels > 0),
  hold_id        text unique,
  occurred_at    timestamptz(3) not null,
  created_at     timestamptz(3) not null default crels_now(),
  unlocks_at     timestamptz(3) not null,
  unlocked_at    timestamptz(3),
  constraint earning_reversed_crels check (reversed_crels between 0 and crels),
  check ((state = 'reversed') = (reversed_crels = crels)),
  check ((state in ('held', 'reversed')) = (reason is not null)),
  check (case state when 'available' then unlocked_at is not null
                    when 'reversed' then true
                    else unlocked_at is null end),
  check (state <> 'held' or hold_id is not null),
  check ((bps is null) = (usd_to_crels is null) and (bps is null or sale_usd_cents is not null)),
  check (unlocks_at >= created_at)
);
comment on table earning is 'What a conversion is worth to the member, in crels: held back or pending, then available, or reversed.';
comment on column earning.reversed_crels is 'What refunds have taken back so far; what is left is crels - reversed_crels.';
comment on column earning.hold_id is 'The hold on the campaign''s budget that reserves the crels of a held conversion until it is decided.';
comment on column earning.unlocks_at is 'When it becomes available, fixed when it is made.';

create index earning_due on earning (unlocks_at, id) where state = 'pending';
create index earning_list on earning (uid, created_at, id);
create index earning_list_state on earning (uid, state, created_at, id);
create index earning_list_next on earning (uid, unlocks_at, id) where state = 'pending';
create index earning_list_campaign on earning (uid, campaign_id, created_at, id);
-- Caps and figures are sums over an enrolment.
create index earning_enrolment on earning (enrolment_id) include (state, crels, reversed_crels);

create table refund (
  id                   text primary key check (id ~ '^rfd_[0-9a-f]{32}$'),
  conversion_id        text not null references conversion,
  brand_id             text not null,
  refund_id            text check (length(refund_id) between 1 and 200),
  -- Whole is whatever was left; its amount is null when the sale had none.
  whole                boolean not null,
  amount_minor         bigint check (amount_minor > 0),
  reversed_crels       bigint not null check (reversed_crels >= 0),
  total_reversed_crels bigint not null check (total_reversed_crels >= reversed_crels),
  created_at           timestamptz(3) not null default crels_now(),
  constraint refund_event unique (brand_id, refund_id),
  check (whole or amount_minor is not null)
);
comment on table refund is 'What a brand took back of a conversion. Never changed.';

create unique index refund_whole on refund (conversion_id) where whole;
create index refund_conversion on refund (conversion_id);

-- The visitor hashes (server/modules/links) of members' own devices, to recognise a member who follows an own link.
create table member_visitor (
  uid     text not null,
  visitor bytea not null check (length(visitor) = 16),
  seen_on date not null,
  primary key (uid, visitor)
);
comment on table member_visitor is 'Under which visitor hashes a member was seen; the day''s salt is gone two days later, so it leads back to no address.';
create index member_visitor_age on member_visitor (seen_on);

-- ── Guards ───────────────────────────────────────────────────────────────────────────────────────────────

create function conversion_guard() returns trigger language plpgsql as $$
begin
  if old.status <> 'held' or new.status not in ('accepted', 'rejected')
     or (to_jsonb(new) - '{status,reason,decided_at}'::text[]) <> (to_jsonb(old) - '{status,reason,decided_at}'::text[])
  then
    raise exception 'conversion % is recorded; only a held one is decided, once', old.id using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger conversion_recorded before update on conversion for each row execute function conversion_guard();

create function earning_guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{state,reason,reversed_crels,unlocked_at}'::text[])
       <> (to_jsonb(old) - '{state,reason,reversed_crels,unlocked_at}'::text[])
     or new.reversed_crels < old.reversed_crels
     or (old.unlocked_at is not null and new.unlocked_at is distinct from old.unlocked_at)
     -- In parentheses: the THEN of a case would end the condition.
     or not (case old.state when 'held' then new.state in ('held', 'pending', 'reversed')
                            when 'pending' then new.state in ('pending', 'available', 'reversed')
                            when 'available' then new.state in ('available', 'reversed')
                            else false end)
  then
    raise exception 'earning % cannot go from % to % so', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger earning_steps before update on earning for each row execute function earning_guard();

create function refund_guard() returns trigger language plpgsql as $$
begin
  raise exception 'refund % is recorded and never changed', old.id using errcode = 'check_violation';
end
$$;
create trigger refund_recorded before update on refund for each row execute function refund_guard();

do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on conversion, earning, refund from crels_app;
  end if;
end
$$;
