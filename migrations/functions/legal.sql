-- What was said stays said.
create or replace function refuse_history_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: it is only added to', tg_op, tg_table_name using errcode = 'check_violation';
end
$$;

-- For processes that keep the site's values in memory.
create or replace function notify_site_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('site', '');
  return null;
end
$$;
