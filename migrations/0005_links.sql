-- Links and the visits of them.
--
-- A click is loaded from a spool file (server/modules/links/README.md); the file's key is written in the same
-- transaction, so that a replay loads nothing twice. Clicks are history: the product's role adds them only.

-- ── Links ────────────────────────────────────────────────────────────────────────────────────────────────

create table link (
  id              text primary key check (id ~ '^lnk_[0-9a-f]{32}$'),
  code            text not null unique check (code ~ '^[a-z0-9-]{3,40}$'),
  kind            text not null check (kind in ('tracking', 'own')),
  owner_uid       text not null,
  enrolment_id    text unique,
  campaign_id     text,
  destination_url text not null check (destination_url ~ '^https?://[^[:cntrl:][:space:]]+$' and length(destination_url) <= 2048),
  title           text,
  default_sub     text check (default_sub ~ '^[A-Za-z0-9._:~-]{1,100}$'),
  utm             jsonb check (jsonb_typeof(utm) = 'object'),
  state           text not null default 'active' check (state in ('active', 'disabled', 'banned')),
  expires_at      timestamptz,
  created_at      timestamptz not null default crels_now(),
  check (case kind
    when 'tracking' then enrolment_id is not null and campaign_id is not null
    else enrolment_id is null
  end)
);
comment on table link is 'A short link: /s/{code} leads to destination_url. A tracking link is the short link of one enrolment.';
comment on column link.state is 'What a person decided; a link past expires_at is expired without being touched.';
comment on column link.utm is 'utm_* parameters added to the destination: {"utm_source": "…"}.';

create index link_campaign on link (campaign_id) where campaign_id is not null;
create index link_owner on link (owner_uid, id);

-- Every process keeps links in memory: whoever changes one, by whatever way, tells them when it commits.
-- A change of many says "all of them" once, since each notification is a line in a queue all databases share.
create function link_changed() returns trigger language plpgsql as $$
declare
  v_codes text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(code) into v_codes from (select code from new_links limit 51) c;
  elsif tg_op = 'DELETE' then
    select array_agg(code) into v_codes from (select code from old_links limit 51) c;
  else
    select array_agg(code) into v_codes
    from (select code from old_links union select code from new_links limit 51) c;
  end if;
  if cardinality(v_codes) > 50 then
    perform pg_notify('link', '*');
  else
    perform pg_notify('link', code) from unnest(v_codes) code;
  end if;
  return null;
end
$$;

create trigger link_added after insert on link
  referencing new table as new_links for each statement execute function link_changed();
create trigger link_updated after update on link
  referencing old table as old_links new table as new_links for each statement execute function link_changed();
create trigger link_removed after delete on link
  referencing old table as old_links for each statement execute function link_changed();

-- ── Clicks ───────────────────────────────────────────────────────────────────────────────────────────────

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
  primary key (id, at),
  -- The id names its moment and so its partition: a look-up by id touches one partition.
  constraint click_named_by_time check (id ~ '^clk_[0-9a-f]{32}$' and at = uuid_extract_timestamp(substr(id, 5)::uuid)),
  constraint click_reason check (countable = (reason is null)),
  constraint click_known_reason check (reason in
    ('head', 'prefetch', 'preview', 'bot', 'link_banned', 'link_disabled', 'link_expired', 'repeat'))
) partition by range (at);
comment on table click is 'One visit of a short link, countable or not and why; one partition a UTC day. No foreign key: a removed link leaves its clicks.';
comment on column click.visitor is 'Hash of address and user agent under the day''s salt, which is deleted a day later; the address itself is never stored.';

create table click_segment (
  key       text primary key,
  loaded_at timestamptz not null default now(),
  lines     integer not null check (lines >= 0)
);
comment on table click_segment is 'The spool files that were loaded. Written with their clicks, so a file that comes again loads nothing.';
create index click_segment_age on click_segment (loaded_at);

create table click_hour (
  link_id   text not null,
  hour      timestamptz not null,
  reason    text not null default '',
  countable boolean not null generated always as (reason = '') stored,
  clicks    bigint not null check (clicks > 0),
  primary key (link_id, hour, reason)
);
comment on table click_hour is 'Clicks by link, hour and verdict; an empty reason is countable. Written by the loader with the clicks themselves.';

create table click_salt (
  day  date primary key,
  salt bytea not null check (length(salt) = 32)
);
comment on table click_salt is 'Salts of visitor hashes, shared by all processes. Yesterday''s is kept for repeats over midnight; older ones are gone.';

-- Makes the partition of a UTC day unless it is there. A function of the schema's owner, since the product's
-- role may not create tables; a date is all it takes.
create function click_day(p_day date) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_name text;
begin
  if p_day is null or p_day not between date '2020-01-01' and date '2149-12-31' then
    raise exception 'no clicks are kept for %', p_day using errcode = 'invalid_parameter_value';
  end if;
  v_name := 'click_' || to_char(p_day, 'YYYYMMDD');
  if to_regclass('public.' || v_name) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('click_day'));
  if to_regclass('public.' || v_name) is not null then
    return false;
  end if;
  -- Made first and attached then: making it in place would lock out every reader of `click`.
  execute format('create table public.%I (like public.click including defaults including constraints)', v_name);
  if exists (select from pg_roles where rolname = 'crels_app') then
    execute format('revoke all on public.%I from crels_app', v_name);
  end if;
  execute format('alter table public.click attach partition public.%I for values from (%L) to (%L)', v_name,
    p_day::text || ' 00:00:00+00', (p_day + 1)::text || ' 00:00:00+00');
  return true;
end
$$;

-- ── Rights ───────────────────────────────────────────────────────────────────────────────────────────────

revoke all on function click_day(date) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function click_day(date) to crels_app;
    revoke update, delete, truncate on click from crels_app;
    revoke update, truncate on click_segment from crels_app;
  end if;
end
$$;
