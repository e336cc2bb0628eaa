-- What only the owner of the schema may do to clicks, for the product's role, which only adds them.

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
    -- Of a day that was dropped: its visitors do not count as unique again.
    execute format('insert into public.%I select %L, md5(link_id || encode(visitor, ''hex''))::uuid from public.%I where unique_of_day',
      v_visitors, p_day, v_clicks);
    execute format('alter table public.click_visitor attach partition public.%I for values from (%L) to (%L)',
      v_visitors, p_day, p_day + 1);
  end if;
  return true;
end
$$;

-- Drops who came on days before `p_before`; their clicks stay, and say it again if they are asked. Answers the days.
create or replace function forget_click_visitors(p_before date) returns setof date
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

-- Drops the days of clicks before `p_before`, whose figures stay (click_quarter, click_breakdown). A function of the
-- schema's owner, since the product's role may not drop tables; it refuses days within a year, for which a conversion
-- may still come. Answers the days.
create or replace function drop_click_days(p_before date) returns setof date
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '3s' as $$
declare
  v_name text;
  v_day date;
begin
  if p_before is null or p_before > (public.crels_now() at time zone 'UTC')::date - 366 then
    raise exception 'clicks since % may still be asked for', p_before using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('click_day'));
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.click'::regclass order by 1
  loop
    v_day := to_date(right(v_name, 8), 'YYYYMMDD');
    if v_day < p_before then
      execute format('drop table public.%I', v_name);
      execute format('drop table if exists public.%I', 'click_visitor_' || right(v_name, 8));
      return next v_day;
    end if;
  end loop;
end
$$;

-- Takes the sub-ids off the clicks of links whose owner has left, and out of their figures: they were the owner's words.
-- The figures (of copies, copied_sub) say in which quarters there are some, and a click's id begins with its time. At most so many quarters a
-- call, the number of which is answered: less than asked for is all there were. A function of the schema's owner, since
-- the product's role only adds clicks; links that still have a member are left alone.
create or replace function forget_click_subs(p_links text[], p_quarters integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_links text[];
  v_quarter timestamptz;
  v_ms bigint;
  v_done integer := 0;
begin
  select array_agg(l.id) into v_links from public.link l
  where l.id = any (p_links) and not exists (select from public.member m where m.uid = l.owner_uid);
  for v_quarter in
    select quarter from public.click_breakdown where link_id = any (v_links) and dimension = 'sub'
    union
    select quarter from public.copied_sub where link_id = any (v_links)
    limit p_quarters
  loop
    v_ms := (extract(epoch from v_quarter) * 1000)::bigint;
    update public.click set sub_id = null
    where at >= v_quarter and at < v_quarter + interval '15 minutes'
      and id >= 'clk_' || lpad(to_hex(v_ms), 12, '0') and id < 'clk_' || lpad(to_hex(v_ms + 900000), 12, '0')
      and link_id = any (v_links) and sub_id is not null;
    delete from public.click_breakdown
    where link_id = any (v_links) and dimension = 'sub' and quarter = v_quarter;
    delete from public.copied_sub where link_id = any (v_links) and quarter = v_quarter;
    v_done := v_done + 1;
  end loop;
  return v_done;
end
$$;

revoke all on function click_day(date), forget_click_visitors(date), drop_click_days(date), forget_click_subs(text[], integer)
  from public;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function click_day(date), forget_click_visitors(date), drop_click_days(date),
      forget_click_subs(text[], integer) to crels_app;
  end if;
end $$;
