-- What a click costs to load: the same promises, asked in cheaper words.

-- The expression for the form of an id took 4.1 µs of PostgreSQL's CPU a click, this 0.6: the address of 32 digits after
-- `clk_` is a UUID (the cast below refuses what is none), and it is written in lower case.
alter table click drop constraint click_named_by_time;
alter table click add constraint click_named_by_time check (
  starts_with(id, 'clk_') and octet_length(id) = 36 and id = lower(id)
  and at = uuid_extract_timestamp(substr(id, 5)::uuid));

-- `extract` counts in numeric; and a row's check is asked twice where it is there already.
alter table click_quarter drop constraint click_quarter_quarter_check;
alter table click_quarter add constraint click_quarter_quarter_check
  check (quarter = date_bin('15 minutes', quarter, timestamptz '2000-01-01 00:00:00+00'));
alter table click_breakdown drop constraint click_breakdown_quarter_check;
alter table click_breakdown add constraint click_breakdown_quarter_check
  check (quarter = date_bin('15 minutes', quarter, timestamptz '2000-01-01 00:00:00+00'));

comment on column click_breakdown.value is 'A country, device, host or sub-id; `(others)`: hosts or sub-ids beyond those that one link may have in a quarter of an hour (server/modules/links/load-clicks.ts).';

-- Takes the sub-ids off the clicks of links whose owner has left, and out of their figures: they were the owner's words.
-- The figures say in which quarters there are some, and a click's id begins with its time. At most so many quarters a
-- call, the number of which is answered: less than asked for is all there were. A function of the schema's owner, since
-- the product's role only adds clicks; links that still have a member are left alone.
create function forget_click_subs(p_links text[], p_quarters integer) returns integer
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
    select distinct quarter from public.click_breakdown
    where link_id = any (v_links) and dimension = 'sub' limit p_quarters
  loop
    v_ms := (extract(epoch from v_quarter) * 1000)::bigint;
    update public.click set sub_id = null
    where at >= v_quarter and at < v_quarter + interval '15 minutes'
      and id >= 'clk_' || lpad(to_hex(v_ms), 12, '0') and id < 'clk_' || lpad(to_hex(v_ms + 900000), 12, '0')
      and link_id = any (v_links) and sub_id is not null;
    delete from public.click_breakdown
    where link_id = any (v_links) and dimension = 'sub' and quarter = v_quarter;
    v_done := v_done + 1;
  end loop;
  return v_done;
end
$$;

revoke all on function forget_click_subs(text[], integer) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant execute on function forget_click_subs(text[], integer) to crels_app;
  end if;
end
$$;
