-- Conversions that brands report, the earnings they make, and the refunds that take them back.
--
-- The crels themselves are in the ledger; these rows say what they were for. What is recorded stays: the triggers let
-- through only the steps that a conversion and an earning can take. Times are milliseconds, as the pages' cursors carry
-- them.

-- ── Conversions ────────────────────────────────────────────────────────────────────────────────────────────

-- What unsigned pixels say of an event is kept by event and click (`pixel:{event} {click}`), so that no stranger takes the
-- event from who really bought; at most one of them, or the report of the brand's server, is ever accepted. So event_id
-- is longer by the prefix, a space and a click's id; an event id of a brand has 200 characters at most.
create table conversion (
  id           text primary key check (id ~ '^cnv_[0-9a-f]{32}$'),
  brand_id     text not null,
  event_id     text not null check (length(event_id) between 1 and 250),
  request_hash text not null,
  click_id     text not null check (length(click_id) between 1 and 100),
  link_id      text,
  enrolment_id text,
  campaign_id  text,
  type         text not null check (type in ('lead', 'sale')),
  sale_usd_cents bigint check (sale_usd_cents > 0),
  occurred_at  timestamptz(3) not null,
  status       text not null check (status in ('accepted', 'under_review', 'rejected')),
  reason       text check (reason ~ '^[a-z_]{1,60}$'),
  review_reason  text check (review_reason ~ '^[a-z_]{1,60}$'),
  created_at   timestamptz(3) not null default crels_now(),
  decided_at   timestamptz(3),
  -- Of the click, kept with the conversion: figures by country, device, referrer or sub-id read no click, and old clicks
  -- may go.
  country       text check (country ~ '^[A-Z]{2}$'),
  device        text check (device in ('phone', 'tablet', 'desktop', 'other')),
  referrer_host text,
  sub_id        text,
  -- Everything is computed in sale_usd_cents; these say what was reported, where that was another currency.
  reported_amount_minor bigint check (reported_amount_minor > 0),
  reported_currency     text check (reported_currency ~ '^[A-Z]{3}$' and reported_currency <> 'USD'),
  usd_rate              numeric(24, 12) check (usd_rate > 0),
  usd_rate_day          date,
  -- A rejected or wrong conversion is put right by adding one (server/modules/conversions/correct-conversion.ts): it has
  -- the brand's event id and stands in place of the one it corrects, which stays as it was recorded.
  corrects          text references conversion,
  correction_reason text check (length(correction_reason) between 1 and 500),
  corrected_by      text check (length(corrected_by) between 1 and 100),
  -- One first report an event, and corrections behind it in a row.
  constraint conversion_event unique nulls not distinct (brand_id, event_id, corrects),
  constraint conversion_corrected_once unique (corrects),
  constraint conversion_reported_amount check (
    (reported_amount_minor is null) = (reported_currency is null)
    and (reported_amount_minor is null) = (usd_rate is null)
    and (reported_amount_minor is null) = (usd_rate_day is null)
    and (reported_amount_minor is null or sale_usd_cents is not null)),
  check (occurred_at <= created_at),
  check ((status = 'accepted') = (reason is null)),
  check ((decided_at is not null) = (review_reason is not null and status <> 'under_review')),
  check (status <> 'under_review' or review_reason = reason),
  -- A rejected one may belong to no one, or to a campaign of another brand.
  check (status = 'rejected' or (link_id is not null and enrolment_id is not null and campaign_id is not null)),
  check ((corrects is null) = (correction_reason is null) and (corrects is null) = (corrected_by is null)),
  check (corrects is null or status = 'accepted')
);
comment on table conversion is 'A lead or sale as a brand''s server reported it: one row an event id, forever, with the answer it got.';
comment on column conversion.sale_usd_cents is 'What was paid at the brand in US cents; of another currency, converted at usd_rate.';
comment on column conversion.reason is 'Why it is under review or rejected (rules/attribution.ts); null when accepted.';
comment on column conversion.review_reason is 'Why it was under review, kept after the decision.';
comment on column conversion.country is 'Country, device, referrer and sub-id are those of the click; null where it is not the brand''s, or says nothing.';
comment on column conversion.reported_amount_minor is 'The amount as it was reported, where that was another currency than US dollars, with the rate of usd_rate_day.';
comment on column conversion.corrects is 'The conversion it puts right; an event is what its last conversion says.';

-- Bursts: what one link converted in the last minute. Figures: what an enrolment converted in all.
create index conversion_burst on conversion (link_id, created_at) where status <> 'rejected';
create index conversion_enrolment on conversion (enrolment_id) where status <> 'rejected';
create index conversion_under_review on conversion (created_at, id) where status = 'under_review';

-- "Is my link working?" names the last conversion of a link, one that was rejected too.
create index conversion_of_link on conversion (link_id, created_at desc) where link_id is not null;

-- The event that a conversion is about, whichever side reported it. No event id has a space. Here and not in functions/:
-- its results are stored, in the index below.
create function conversion_event_of(p_event_id text) returns text language sql immutable parallel safe as $$
  select case when starts_with(p_event_id, 'pixel:') then split_part(substr(p_event_id, 7), ' ', 1) else p_event_id end
$$;
create index conversion_pixel_word on conversion (brand_id, conversion_event_of(event_id))
  where starts_with(event_id, 'pixel:');

create table currency_rate (
  id           bigint generated always as identity primary key,
  currency     text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  day          date not null,
  usd_per_unit numeric(24, 12) not null check (usd_per_unit > 0),
  set_by       text not null check (set_by ~ '\S' and length(set_by) <= 80),
  set_at       timestamptz not null default crels_now()
);
comment on table currency_rate is 'US dollars for one unit of a currency on a day (UTC). Rows are added only: the last one of a day is the one in force.';
create index currency_rate_of_day on currency_rate (currency, day desc, id desc);

-- The visitor hashes (server/modules/clicks) of members' own devices, to recognise a member who follows an own link.
create table member_visitor (
  uid     text not null,
  visitor bytea not null check (length(visitor) = 16),
  seen_on date not null,
  primary key (uid, visitor)
);
comment on table member_visitor is 'Under which visitor hashes a member was seen; the day''s salt is gone two days later, so it leads back to no address.';
create index member_visitor_age on member_visitor (seen_on);

-- ── Earnings ───────────────────────────────────────────────────────────────────────────────────────────────

create table earning (
  id             text primary key check (id ~ '^ern_[0-9a-f]{32}$'),
  conversion_id  text unique references conversion,
  uid            text not null,
  party          text not null,
  campaign_id    text not null,
  enrolment_id   text not null,
  type           text not null check (type in ('click', 'lead', 'sale')),
  crels          bigint not null check (crels > 0),
  reversed_crels bigint not null default 0,
  state          text not null check (state in ('pending', 'under_review', 'available', 'reversed')),
  reason         text check (reason ~ '^[a-z_]{1,60}$'),
  sale_usd_cents bigint check (sale_usd_cents > 0),
  bps            integer check (bps > 0),
  usd_to_crels   numeric(18, 6) check (usd_to_crels > 0),
  hold_id        text unique,
  occurred_at    timestamptz(3) not null,
  created_at     timestamptz(3) not null default crels_now(),
  unlocks_at     timestamptz(3) not null,
  unlocked_at    timestamptz(3),
  -- An earning of clicks has no conversion, and says how it was computed.
  clicks           integer check (clicks > 0),
  click_millicrels integer check (click_millicrels > 0),
  constraint earning_reversed_crels check (reversed_crels between 0 and crels),
  check ((state = 'reversed') = (reversed_crels = crels)),
  check ((state in ('under_review', 'reversed')) = (reason is not null)),
  check (case state when 'available' then unlocked_at is not null
                    when 'reversed' then true
                    else unlocked_at is null end),
  check (state <> 'under_review' or hold_id is not null),
  check ((bps is null) = (usd_to_crels is null) and (bps is null or sale_usd_cents is not null)),
  check (unlocks_at >= created_at),
  constraint earning_of check ((type = 'click') = (conversion_id is null)),
  constraint earning_of_clicks
    check ((type = 'click') = (clicks is not null) and (type = 'click') = (click_millicrels is not null)),
  -- What clicks were paid is taken back whole or not at all, so its parts are too.
  constraint earning_of_clicks_whole check (type <> 'click' or reversed_crels = 0 or reversed_crels = crels)
);
comment on table earning is 'What a conversion is worth to the member, in crels: under review or pending, then available, or reversed.';
comment on column earning.conversion_id is 'Null for clicks, which click_pay tells of.';
comment on column earning.reversed_crels is 'What refunds have taken back so far; what is left is crels - reversed_crels.';
comment on column earning.hold_id is 'The hold on the campaign''s budget that reserves the crels of a conversion under review until it is decided.';
comment on column earning.unlocks_at is 'When it becomes available, fixed when it is made.';
comment on column earning.clicks is 'Of an earning of clicks: how many were paid, at click_millicrels each; a part of a crel comes from or stays for others.';
create index earning_due on earning (unlocks_at, id) where state = 'pending';
create index earning_list on earning (uid, created_at, id);
create index earning_list_state on earning (uid, state, created_at, id);
create index earning_list_next on earning (uid, unlocks_at, id) where state = 'pending';
create index earning_list_campaign on earning (uid, campaign_id, created_at, id);

-- Caps and figures are sums over an enrolment.
create index earning_enrolment on earning (enrolment_id) include (state, crels, reversed_crels);

-- What a member earned in a period (server/modules/conversions/earned-statistics.ts).
create index earning_happened on earning (uid, occurred_at);

-- What pixels reserve of a campaign's budget is bounded (rules/attribution.ts): asked at each report of one.
create index earning_unconfirmed on earning (campaign_id, enrolment_id, crels)
  where state = 'under_review' and reason = 'unconfirmed';

-- What members say about earnings that are under review, for the one who decides.
create table appeal (
  earning_id  text primary key references earning,
  uid         text not null,
  message     text not null check (message ~ '\S' and length(message) <= 2000),
  at          timestamptz(3) not null default crels_now(),
  state       text not null default 'open' check (state in ('open', 'granted', 'refused')),
  answer      text check (length(answer) <= 2000),
  answered_at timestamptz(3),
  check ((state = 'open') = (answered_at is null)),
  check (answer is null or answered_at is not null)
);
comment on table appeal is 'A member''s word on an earning under review, and what came of it; gone with the member.';
create index appeal_uid on appeal (uid);

-- Crels that became available and were in no mail yet.
create table unlock_notice (
  party text primary key,
  crels   bigint not null check (crels >= 0),
  notified_at timestamptz not null
);
comment on column unlock_notice.notified_at is 'When such crels were last mailed, or would have been to a member who wants no such mail.';
create index unlock_notice_due on unlock_notice (notified_at) where crels > 0;

-- ── Refunds ────────────────────────────────────────────────────────────────────────────────────────────────

create table refund (
  id                   text primary key check (id ~ '^rfd_[0-9a-f]{32}$'),
  conversion_id        text not null references conversion,
  brand_id             text not null,
  refund_id            text check (length(refund_id) between 1 and 200),
  -- Whole is whatever was left; its amount is null when the sale had none.
  whole                boolean not null,
  reported_amount_minor bigint check (reported_amount_minor > 0),
  reversed_crels       bigint not null check (reversed_crels >= 0),
  total_reversed_crels bigint not null check (total_reversed_crels >= reversed_crels),
  created_at           timestamptz(3) not null default crels_now(),
  constraint refund_event unique (brand_id, refund_id),
  check (whole or reported_amount_minor is not null)
);
comment on table refund is 'What a brand took back of a conversion. Never changed.';
comment on column refund.reported_amount_minor is 'In the currency of the sale''s report: conversion.reported_currency, else US cents.';
create unique index refund_whole on refund (conversion_id) where whole;
create index refund_conversion on refund (conversion_id);

create table pending_refund (
  id           text primary key check (id ~ '^rfd_[0-9a-f]{32}$'),
  brand_id     text not null,
  event_id     text not null check (length(event_id) between 1 and 200),
  refund_id    text check (length(refund_id) between 1 and 200),
  whole        boolean not null,
  reported_amount_minor bigint check (reported_amount_minor > 0),
  reported_currency     text check (reported_currency ~ '^[A-Z]{3}$'),
  created_at   timestamptz(3) not null default crels_now(),
  constraint pending_refund_event unique (brand_id, refund_id),
  check (whole = (reported_amount_minor is null) and whole = (reported_currency is null))
);
comment on table pending_refund is 'A refund that came before its sale: applied, and moved to refund, when that is reported.';
create unique index pending_refund_whole on pending_refund (brand_id, event_id) where whole and refund_id is null;
create index pending_refund_of on pending_refund (brand_id, event_id, created_at, id);

-- ── Clicks that are paid ───────────────────────────────────────────────────────────────────────────────────

create table click_pay (
  enrolment_id    text not null references enrolment (id),
  -- The UTC hour before the one in which it was paid.
  hour            timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  millicrels      integer check (millicrels > 0),
  clicks          integer not null check (clicks > 0),
  paid_clicks     integer not null check (paid_clicks between 0 and clicks),
  refused         jsonb not null default '{}' check (jsonb_typeof(refused) = 'object'),
  remainder_before     integer not null check (remainder_before between 0 and 999),
  remainder_after      integer not null check (remainder_after between 0 and 999),
  crels           bigint not null check (crels >= 0),
  earning_id      text unique,
  created_at      timestamptz(3) not null default crels_now(),
  limits          jsonb check (jsonb_typeof(limits) = 'object'),
  -- What an hour of clicks settled is recounted as long as all of its days are kept.
  first_at        timestamptz,
  primary key (enrolment_id, hour),
  check (paid_clicks::bigint * coalesce(millicrels, 0) + remainder_before = crels * 1000 + remainder_after),
  check ((crels > 0) = (earning_id is not null))
);
comment on table click_pay is 'What the unique clicks of an enrolment were paid, once an hour: at most one row and one post for both. Never changed.';
comment on column click_pay.refused is 'Clicks that were not paid, by reason (rules/click-pay.ts).';
comment on column click_pay.remainder_after is 'Thousandths of a crel that wait for the next clicks.';
comment on column click_pay.limits is 'The limits that paid visitors were held to, and since shares are reviewed those by which a network counts for a member (networksOf); null for hours from before there were some, which were paid by link.';
comment on column click_pay.first_at is 'When the first of the clicks settled in it was made; null for hours from before this was kept.';

create table click_review (
  id           text primary key,
  enrolment_id text not null references enrolment (id),
  reason       text not null check (reason ~ '^[a-z_]{1,60}$'),
  clicks       integer not null check (clicks > 0),
  first_at     timestamptz not null,
  last_at      timestamptz not null check (last_at >= first_at),
  state        text not null default 'under_review' check (state in ('under_review', 'accepted', 'rejected')),
  decided_by   text,
  decided_at   timestamptz(3),
  created_at   timestamptz(3) not null default crels_now(),
  check ((state = 'under_review') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
comment on table click_review is 'Clicks of an enrolment that an operator decides: those of one settled hour with one reason (rules/click-review.ts).';
create index click_review_open on click_review (created_at, id) where state = 'under_review';
create index click_review_enrolment on click_review (enrolment_id);

-- A visitor is paid once an enrolment and UTC day, whichever of its links they used; visits beyond what one network or
-- one hour plausibly brings are under review (decision 038).
create table payable_click (
  enrolment_id text not null,
  day          date not null,
  visitor      bytea not null check (length(visitor) = 16),
  click_id     text not null unique,
  at           timestamptz not null check ((at at time zone 'UTC')::date = day),
  network      bytea check (length(network) = 8),
  address      bytea check (length(address) = 8),
  network_kind text check (network_kind in ('hosting', 'mobile', 'other')),
  state        text not null default 'due' check (state in ('due', 'under_review', 'paid', 'refused', 'rejected')),
  reason       text check (reason ~ '^[a-z_]{1,60}$'),
  -- Of the click_pay in which it was paid or refused.
  hour         timestamptz,
  review_id    text references click_review (id),
  primary key (enrolment_id, day, visitor),
  check ((network is null) = (address is null) and (network is null) = (network_kind is null)),
  check (case state
    when 'due' then reason is null and hour is null
    when 'paid' then reason is null and hour is not null
    when 'refused' then reason is not null and hour is not null
    else reason is not null and hour is null and review_id is not null end)
);
comment on table payable_click is 'The first countable click of a visitor on any link of an enrolment that is paid for clicks, in a UTC day, and what became of it. Written by the loader with the clicks; the key is why a visitor is paid once.';
comment on column payable_click.network is 'Hash of that day of the address prefix (/24, /56 of IPv6); null for a click from before there was one.';
comment on column payable_click.address is 'Hash of that day of the address (/56 of IPv6).';
create index payable_click_due on payable_click (enrolment_id, at) where state = 'due';
create index payable_click_network on payable_click (enrolment_id, day, network) where state = 'paid';
create index payable_click_review on payable_click (review_id) where review_id is not null;
create index payable_click_day on payable_click (day);

-- What clicks were paid, by the links and places that brought it: a crel belongs to the click that completed it
-- (rules/click-pay.ts, decision 026).
create table earning_origin (
  earning_id    text not null references earning (id),
  link_id       text,
  country       text check (country ~ '^[A-Z]{2}$'),
  device        text check (device in ('phone', 'tablet', 'desktop', 'other')),
  referrer_host text,
  sub_id        text,
  crels         bigint not null check (crels > 0),
  constraint earning_origin_once
    unique nulls not distinct (earning_id, link_id, country, device, referrer_host, sub_id)
);
comment on table earning_origin is 'Of an earning of clicks: which links and places its crels came from, all of them. Never changed; earnings from before have none.';

-- ── Claims ─────────────────────────────────────────────────────────────────────────────────────────────────

-- Members claim conversions that a brand did not report.
create table conversion_claim (
  id              text primary key check (id ~ '^clm_[0-9a-f]{32}$'),
  uid             text not null,
  party           text not null,
  enrolment_id    text not null,
  campaign_id     text not null,
  brand_id        text not null,
  type            text not null check (type in ('lead', 'sale')),
  order_reference text not null check (length(order_reference) between 1 and 200),
  occurred_at     timestamptz(3) not null,
  reported_amount_minor bigint check (reported_amount_minor > 0),
  reported_currency text check (reported_currency ~ '^[A-Z]{3}$'),
  note            text check (length(note) <= 1000),
  state           text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answer          text check (length(answer) <= 500),
  answered_by     text,
  conversion_id   text unique references conversion,
  created_at      timestamptz(3) not null default crels_now(),
  answer_by       timestamptz(3) not null,
  answered_at     timestamptz(3),
  constraint conversion_claim_order unique (enrolment_id, order_reference),
  check ((reported_amount_minor is null) = (reported_currency is null)),
  check ((state = 'open') = (answered_at is null)),
  check ((state = 'accepted') = (conversion_id is not null))
);
comment on table conversion_claim is 'A lead or sale that a member says is missing, and what was answered; accepted, the conversion it became.';
create index conversion_claim_list on conversion_claim (uid, created_at, id);
create index conversion_claim_brand on conversion_claim (brand_id, created_at, id);
create index conversion_claim_due on conversion_claim (answer_by, id) where state = 'open';

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/conversions.sql

create trigger conversion_recorded before update on conversion for each row execute function conversion_guard();
create trigger conversion_correction before insert on conversion
  for each row when (new.corrects is not null) execute function conversion_correction_guard();
create trigger conversion_accepted_once before insert or update of status on conversion
  for each row when (new.status = 'accepted') execute function conversion_accepted_guard();
create trigger earning_steps before update on earning for each row execute function earning_guard();
create trigger refund_recorded before update on refund for each row execute function refund_guard();
create trigger click_pay_follows before insert on click_pay for each row execute function click_pay_guard();
create trigger payable_click_steps before update on payable_click for each row execute function payable_click_guard();
create trigger click_review_once before update on click_review for each row execute function click_review_guard();
create trigger earning_origin_whole after insert on earning_origin
  referencing new table as new_origins for each statement execute function earning_origin_whole();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on conversion, earning, refund, conversion_claim from crels_app;
    revoke update, delete, truncate on currency_rate, click_pay, earning_origin from crels_app;
    revoke update, truncate on pending_refund from crels_app;
    revoke truncate on payable_click, click_review, unlock_notice from crels_app;
  end if;
end $$;
