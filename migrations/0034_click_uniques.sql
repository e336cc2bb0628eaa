-- Uniques, decided once when a click is loaded, and the figures of links by quarter of an hour.
--
-- Quarters, because some zones are 30 or 45 minutes off (docs/decisions/020-uniques-and-quarters.md): any day of any
-- zone is whole quarters.

-- ── Uniques ──────────────────────────────────────────────────────────────────────────────────────────────────

alter table click add column unique_of_day boolean not null default false;
alter table click add constraint click_unique_counts check (countable or not unique_of_day);
comment on column click.unique_of_day is 'The first countable click of its visitor on its link in its UTC day, of those that were loaded: what uniques count and clicks are paid by.';

create table click_visitor (
  day date not null,
  key uuid not null,
  primary key (day, key)
) partition by range (day);
comment on table click_visitor is 'Who had a countable click on which link on a day; a partition a UTC day. Dropped with the day''s salt, and made again from the clicks for one that comes late.';
comment on column click_visitor.key is 'md5 of click.link_id and click.visitor in hexadecimal.';

-- What there is so far, by the same rule.
update click c set unique_of_day = true
from (select distinct on (link_id, visitor, (at at time zone 'UTC')::date) id, at from click where countable
      order by link_id, visitor, (at at time zone 'UTC')::date, id) f
where c.id = f.id and c.at = f.at;

-- Makes the partitions of a UTC day unless they are there: of the clicks, and of who came. A function of the schema's
-- owner, since the product's role may not create tables; a date is all it takes.
create or replace function click_day(p_day date) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_clicks text;
  v_visitors text;
begin
  if p_day is null or p_day not between date '2020-01-01' and date '2149-12-31' then
    raise exception 'no clicks are kept for %', p_day using errcode = 'invalid_parameter_value';
  end if;
  v_clicks := 'click_' || to_char(p_day, 'YYYYMMDD');
  v_visitors := 'click_visitor_' || to_char(p_day, 'YYYYMMDD');
  if to_regclass('public.' || v_clicks) is not null and to_regclass('public.' || v_visitors) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('click_day'));
  -- Asked of the table, since waiting for the lock does not make `to_regclass` look again.
  -- Made first and attached then: making them in place would lock out every reader.
  if not exists (select from pg_class where relname = v_clicks and relnamespace = 'public'::regnamespace) then
    execute format('create table public.%I (like public.click including defaults including constraints)', v_clicks);
    if exists (select from pg_roles where rolname = 'crels_app') then
      execute format('revoke all on public.%I from crels_app', v_clicks);
    end if;
    execute format('alter table public.click attach partition public.%I for values from (%L) to (%L)', v_clicks,
      p_day::text || ' 00:00:00+00', (p_day + 1)::text || ' 00:00:00+00');
  end if;
  if not exists (select from pg_class where relname = v_visitors and relnamespace = 'public'::regnamespace) then
    execute format('create table public.%I (like public.click_visitor including constraints)', v_visitors);
    if exists (select from pg_roles where rolname = 'crels_app') then
      execute format('revoke all on public.%I from crels_app', v_visitors);
    end if;
    -- Of a day that was dropped: nobody who came then counts as a unique again.
    execute format('insert into public.%I select %L, md5(link_id || encode(visitor, ''hex''))::uuid from public.%I where unique_of_day',
      v_visitors, p_day, v_clicks);
    execute format('alter table public.click_visitor attach partition public.%I for values from (%L) to (%L)',
      v_visitors, p_day, p_day + 1);
  end if;
  return true;
end
$$;

-- Drops who came on days before `p_before`; their clicks stay, and say it again if they are asked. Answers the days.
create function forget_click_visitors(p_before date) returns setof date
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_name text;
  v_day date;
begin
  perform pg_advisory_xact_lock(hashtext('click_day'));
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.click_visitor'::regclass order by 1
  loop
    v_day := to_date(right(v_name, 8), 'YYYYMMDD');
    if v_day < p_before then
      execute format('drop table public.%I', v_name);
      return next v_day;
    end if;
  end loop;
end
$$;

-- ── Rollups ──────────────────────────────────────────────────────────────────────────────────────────────────

-- Room for updates in place: a row is written again with every file of its quarter.
create table click_quarter (
  link_id   text not null,
  quarter   timestamptz not null check (extract(epoch from quarter)::bigint % 900 = 0),
  reason    text not null default '',
  countable boolean not null generated always as (reason = '') stored,
  clicks    bigint not null check (clicks > 0),
  uniques   bigint not null default 0 check (uniques between 0 and clicks),
  primary key (link_id, quarter, reason),
  check (countable or uniques = 0)
) with (fillfactor = 80);
comment on table click_quarter is 'Visits by link, quarter of an hour and verdict; an empty reason is countable. Written by the loader with the clicks themselves.';
comment on column click_quarter.quarter is 'When the quarter of an hour begins.';

create table click_breakdown (
  link_id   text not null,
  quarter   timestamptz not null check (extract(epoch from quarter)::bigint % 900 = 0),
  dimension text not null check (dimension in ('country', 'device', 'referrer', 'sub')),
  value     text not null check (value <> ''),
  clicks    bigint not null check (clicks > 0),
  uniques   bigint not null check (uniques between 0 and clicks),
  primary key (link_id, dimension, quarter, value)
) with (fillfactor = 80);
comment on table click_breakdown is 'Countable clicks by link, quarter of an hour and where they came from. Those without a value (no country known, no referrer, no sub-id) are what is left of click_quarter.';

insert into click_quarter (link_id, quarter, reason, clicks, uniques)
select link_id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00'), coalesce(reason, ''), count(*),
       count(*) filter (where unique_of_day)
from click group by 1, 2, 3;

insert into click_breakdown (link_id, quarter, dimension, value, clicks, uniques)
select link_id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00'), dimension, value, count(*),
       count(*) filter (where unique_of_day)
from click cross join lateral (values ('country', country), ('device', device), ('referrer', referrer_host), ('sub', sub_id)) d (dimension, value)
where countable and value is not null group by 1, 2, 3, 4;

drop table click_hour;

-- ── Rights ───────────────────────────────────────────────────────────────────────────────────────────────────

revoke all on function forget_click_visitors(date) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function forget_click_visitors(date) to crels_app;
    revoke update, delete, truncate on click_visitor from crels_app;
    revoke truncate on click_quarter, click_breakdown from crels_app;
  end if;
end
$$;
