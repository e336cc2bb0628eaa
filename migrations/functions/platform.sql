-- The clock, ids, and that the clock of a database in production stays.

create or replace function crels_now() returns timestamptz
  language sql stable parallel safe
  -- Wall time, not the transaction's start: a long wait for a lock must not date a fact before its cause.
  as $$ select clock_timestamp() + (select shift from clock_offset) $$;

create or replace function new_id(prefix text) returns text
  language sql volatile parallel safe
  as $$ select prefix || '_' || replace(uuidv7()::text, '-', '') $$;

-- Deferred: the demo data is loaded in a transaction that moves the clock and puts it back.
create or replace function clock_stays_in_production() returns trigger language plpgsql as $$
begin
  if exists (select from public.production_use) and (select shift from public.clock_offset) <> '0' then
    raise exception 'The clock of a database in production stays' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- The files of this server, where `crels restore unpack` laid them out: the moment they are as of, the backup, and which
-- time. It has put that into postgresql.auto.conf among them, so that every server that starts on them says so.
create or replace function unpacked_files() returns text
  language sql stable
  as $$ select nullif(current_setting('crels.restored', true), '') $$;

-- Whether nothing may leave: the database was restored, and nobody has confirmed it yet; or it is in unpacked files, and
-- `crels migrate` has not marked it yet.
create or replace function waits_after_restore() returns boolean
  language sql stable
  as $$
    select exists (select from public.restoration where confirmed_at is null)
      or public.unpacked_files() is not null
        and not exists (select from public.restoration where files = public.unpacked_files()) $$;

-- Whether it is the product that works here, not the owner of the database by hand: its pools log in as members of
-- crels_app that may not become it, or become it. Of the session, since inside a function of its definer's rights the current user is the owner.
create or replace function product_works() returns boolean
  language sql stable set search_path = pg_catalog, pg_temp
  as $$ select current_setting('role') = 'crels_app' or exists (
    select from pg_auth_members m join pg_roles app on app.oid = m.roleid join pg_roles login on login.oid = m.member
    where app.rolname = 'crels_app' and login.rolname = session_user and m.inherit_option and not pg_has_role(session_user, 'crels_app', 'set')) $$;
