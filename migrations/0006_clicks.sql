-- Visits of short links, and their figures.
--
-- A click is loaded from a spool file (server/modules/clicks/README.md); the file's key is written in the same
-- transaction, so that a replay loads nothing twice. Clicks are history: the product's role adds them only.

create table click (
  id            text not null,
  at            timestamptz not null,
  link_id       text not null,
  visitor       bytea not null check (length(visitor) = 16),
  countable     boolean not null,
  reason        text,
  country       text check (country ~ '^[A-Z]{2}$'),
  device        text not null check (device in ('phone', 'tablet', 'desktop', 'other')),
  referrer_host text,
  sub_id        text,
  unique_of_day boolean not null default false,
  primary key (id, at),
  -- The id names its moment and so its partition: a look-up by id touches one partition. An expression for the form of an
  -- id took 4.1 µs of PostgreSQL's CPU a click, this 0.6: the address of 32 digits after `clk_` is a UUID (the cast refuses
  -- what is none), and it is written in lower case.
  constraint click_named_by_time check (
    starts_with(id, 'clk_') and octet_length(id) = 36 and id = lower(id)
    and at = uuid_extract_timestamp(substr(id, 5)::uuid)),
  constraint click_unique_counts check (countable or not unique_of_day),
  constraint click_reason check (countable = (reason is null)),
  constraint click_known_reason check (reason in
    ('head', 'prefetch', 'preview', 'bot', 'link_banned', 'link_disabled', 'link_expired', 'repeat'))
) partition by range (at);
comment on table click is 'One visit of a short link, countable or not and why; one partition a UTC day. No foreign key: a removed link leaves its clicks.';
comment on column click.visitor is 'Hash of address and user agent under the day''s salt, which is deleted a day later; the address itself is never stored.';
comment on column click.unique_of_day is 'The first countable click of its visitor on its link in its UTC day, of those that were loaded: what uniques count and clicks are paid by.';

create table click_segment (
  key       text primary key,
  loaded_at timestamptz not null default now(),
  lines     integer not null check (lines >= 0)
);
comment on table click_segment is 'The spool files that were loaded. Written with their clicks, so a file that comes again loads nothing.';
create index click_segment_age on click_segment (loaded_at);

create table click_salt (
  day  date primary key,
  salt bytea not null check (length(salt) = 32)
);
comment on table click_salt is 'Salts of visitor hashes, shared by all processes. Yesterday''s is kept for repeats over midnight; older ones are gone.';

create table click_visitor (
  day date not null,
  key uuid not null,
  primary key (day, key)
) partition by range (day);
comment on table click_visitor is 'Who had a countable click on which link on a day; a partition a UTC day. Dropped with the day''s salt, and made again from the clicks for one that comes late.';
comment on column click_visitor.key is 'md5 of click.link_id and click.visitor in hexadecimal.';

create table link_visitor (
  link_id text not null,
  visitor bytea not null check (length(visitor) = 16),
  came_at timestamptz not null,
  is_new  boolean not null default true,
  -- Who came by a link of a share counts by address: one device has any number of user agents.
  network bytea check (length(network) = 8),
  address bytea check (length(address) = 8),
  network_kind text check (network_kind in ('hosting', 'mobile', 'other')),
  primary key (link_id, visitor)
);
comment on table link_visitor is 'Who came by a link of kind share, once each, by countable clicks. Written with the clicks. A visitor is a hash of one day, as click.visitor.';
comment on column link_visitor.is_new is 'The share was not evaluated since this visitor came.';
comment on column link_visitor.address is 'Hash of that day of the address (/56 of IPv6); null for who came before there was one.';
create index link_visitor_new on link_visitor (link_id) where is_new;

-- ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────

-- Quarters of an hour, because some zones are 30 or 45 minutes off (decision 020): any day of
-- any zone is whole quarters. A check by `date_bin`, since `extract` counts in numeric and a row's check is asked twice
-- where it is there already. Room for updates in place: a row is written again with every file of its quarter.
create table click_quarter (
  link_id   text not null,
  quarter   timestamptz not null check (quarter = date_bin('15 minutes', quarter, timestamptz '2000-01-01 00:00:00+00')),
  reason    text not null default '',
  countable boolean not null generated always as (reason = '') stored,
  clicks    bigint not null check (clicks > 0),
  uniques   bigint not null default 0 check (uniques between 0 and clicks),
  -- A member's clicks are read from the index alone: rows stand in the order they were loaded, those of one link each on a
  -- page of its own. Not so those of click_breakdown, of which every visit writes up to four.
  primary key (link_id, quarter, reason) include (countable, clicks, uniques),
  check (countable or uniques = 0)
) with (
  fillfactor = 80,
  -- An index can answer alone only for pages that were looked after: that is to be often, not when a fifth of all years
  -- has come new.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000);
comment on table click_quarter is 'Visits by link, quarter of an hour and verdict; an empty reason is countable. Written by the loader with the clicks themselves.';
comment on column click_quarter.quarter is 'When the quarter of an hour begins.';

create table click_breakdown (
  link_id   text not null,
  quarter   timestamptz not null check (quarter = date_bin('15 minutes', quarter, timestamptz '2000-01-01 00:00:00+00')),
  dimension text not null check (dimension in ('country', 'device', 'referrer', 'sub')),
  value     text not null check (value <> ''),
  clicks    bigint not null check (clicks > 0),
  uniques   bigint not null check (uniques between 0 and clicks),
  primary key (link_id, dimension, quarter, value)
) with (fillfactor = 80);
comment on table click_breakdown is 'Countable clicks by link, quarter of an hour and where they came from. Those without a value (no country known, no referrer, no sub-id) are what is left of click_quarter.';
comment on column click_breakdown.value is 'A country, device, host or sub-id; `(others)`: hosts or sub-ids beyond those that one link may have in a quarter of an hour (server/modules/clicks/load-clicks.ts).';

-- The figures of links by UTC day, beside those by quarter of an hour: a member's 60 days are 60 rows a link instead of
-- up to 5 760. A period of any zone is whole UTC days and some quarters at its ends (decision 020).
--
-- Room for updates in place, and no figures in the key: a row is written again all day long, each time without its index.
create table click_utc_day (
  link_id text not null,
  day     date not null,
  clicks  bigint not null check (clicks > 0),
  uniques bigint not null check (uniques between 0 and clicks),
  primary key (link_id, day)
) with (fillfactor = 80);
comment on table click_utc_day is 'Countable clicks by link and UTC day: those of click_quarter added up. Written by the loader with them.';

-- ── Functions and rights ───────────────────────────────────────────────────────────────────────────────────

\ir functions/clicks.sql

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on click, click_visitor from crels_app;
    revoke update, truncate on click_segment from crels_app;
    revoke delete, truncate on link_visitor from crels_app;
    revoke truncate on click_quarter, click_breakdown, click_utc_day from crels_app;
  end if;
end $$;
