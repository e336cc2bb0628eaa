-- Drops the days of clicks before `p_before`, whose figures stay (click_quarter, click_breakdown). A function of the
-- schema's owner, since the product's role may not drop tables; it refuses days within a year, for which a conversion
-- may still come. Answers the days.
create function drop_click_days(p_before date) returns setof date
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

revoke all on function drop_click_days(date) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function drop_click_days(date) to crels_app;
  end if;
end
$$;
