import type pg from 'pg'

/** The roles whose rights the pools have, where the owner may create roles; without them the triggers still bind. */
export async function ensureRole(client: pg.Client) {
  await client.query(`
    do $$ declare v_name text; begin
      foreach v_name in array array['crels_app', 'crels_identity', 'crels_jobs'] loop
        begin
          if not exists (select from pg_roles where rolname = v_name) then
            execute format('create role %I nologin', v_name);
          end if;
        exception when insufficient_privilege then
          raise warning 'cannot create the role %', v_name;
          when duplicate_object or unique_violation then null;
        end;
      end loop;
    end $$`)
  // A role that may create roles and is no superuser may manage those it made, and set none of them, unless it says so.
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_app')
        and not pg_has_role(current_user, 'crels_app', 'set') then
        grant crels_app to current_user with inherit false, set true;
      end if;
    exception when insufficient_privilege then null;
    end $$`)
  await client.query(`
    do $$ begin
      -- A table or function of another role in it could change how the owner's functions work.
      revoke create on schema public from public;
      if exists (select from pg_roles where rolname = 'crels_app') then
        grant usage on schema public to crels_app;
        alter default privileges in schema public grant select, insert, update, delete on tables to crels_app;
        alter default privileges in schema public grant usage, select on sequences to crels_app;
      end if;
    end $$`)
}

/** The record of what was applied is the owner's: default privileges would let the application write it. */
export async function protectHistory(client: pg.Client) {
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_app') then
        revoke all on schema_migration, schema_function from crels_app;
        grant select on schema_migration, schema_function to crels_app;
      end if;
    end $$`)
}

/** What the identity provider's pool may: its own schema, and to leave a mail where no SMTP server is set. */
export async function grantIdentity(client: pg.Client) {
  await client.query(`
    do $$ begin
      if exists (select from pg_roles where rolname = 'crels_identity') then
        grant usage on schema identity, public to crels_identity;
        grant select, insert, update, delete on all tables in schema identity to crels_identity;
        grant usage, select on all sequences in schema identity to crels_identity;
        grant select, insert, update, delete on public.dev_mail to crels_identity;
      end if;
    end $$`)
}
