-- Whether this database serves, or has served, people: what is only for development asks it, and not the shell that it is
-- started from. Written by each process that serves outside development; nothing of the product removes it.
create table production_use (
  only_row boolean primary key default true check (only_row),
  public_origin text not null,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);

-- Deferred: the demo data is loaded in a transaction that moves the clock and puts it back.
create function clock_stays_in_production() returns trigger language plpgsql as $$
begin
  if exists (select from public.production_use) and (select shift from public.clock_offset) <> '0' then
    raise exception 'The clock of a database in production stays' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger clock_stays_in_production after update on clock_offset
  deferrable initially deferred for each row execute function clock_stays_in_production();
create constraint trigger clock_stays_in_production after insert on production_use
  deferrable initially deferred for each row execute function clock_stays_in_production();

do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on production_use from crels_app;
  end if;
end $$;
