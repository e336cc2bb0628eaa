-- The platform: one clock that code and SQL share, idempotency keys, the keys that seal, mail and files.
--
-- A line `\ir functions/….sql` stands for the text of that file, as psql reads it.

-- Domain time. The offset is zero in production and moved by `crels clock` in development.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '0'
);

insert into clock_offset default values;

\ir functions/platform.sql

-- Whether this database serves, or has served, people: what is only for development asks it, and not the shell that it is
-- started from. Written by each process that serves outside development; nothing of the product removes it.
create table production_use (
  only_row boolean primary key default true check (only_row),
  public_origin text not null,
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp()
);

create constraint trigger clock_stays_in_production after update on clock_offset
  deferrable initially deferred for each row execute function clock_stays_in_production();
create constraint trigger clock_stays_in_production after insert on production_use
  deferrable initially deferred for each row execute function clock_stays_in_production();

-- The answer a value-moving request got, so that its repetition gets the same.
create table idempotency_key (
  actor text not null,
  key text not null,
  request_hash text not null,
  status smallint not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- ── Keys ───────────────────────────────────────────────────────────────────────────────────────────────────

-- The keys that seal and hash. They are random; SECRET seals these rows alone, so another SECRET is another copy of them
-- (server/platform/keyring.ts, decision 042).
create table secret_key (
  id text primary key check (id ~ '^[0-9a-f]{12}$'),
  -- There is one for hashes, which never changes: a hash cannot be made again without its text.
  use text not null check (use in ('sealing', 'hashing')),
  -- The fingerprint of the SECRET under which it was made.
  made_under text not null check (made_under ~ '^[0-9a-f]{16}$'),
  -- Opens what was sealed before keys had ids.
  unbound boolean not null default false,
  created_at timestamptz not null default now(),
  -- Since when it seals, until a later one does; null while processes have yet to learn of it.
  active_at timestamptz,
  -- Since when nothing in the database is sealed by it; cookies may be.
  retired_at timestamptz
);
create unique index secret_key_one_hashes on secret_key (use) where use = 'hashing';

-- A key as SECRET seals it; while SECRET is replaced there is a copy for each of the two.
create table secret_key_copy (
  key_id text not null references secret_key on delete cascade,
  under text not null check (under ~ '^[0-9a-f]{16}$'),
  sealed text not null,
  primary key (key_id, under)
);

-- ── Mail and files ─────────────────────────────────────────────────────────────────────────────────────────

-- Mail kept instead of sent, where no SMTP server is set; shown at /dev/mail.
create table dev_mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index dev_mail_recipient on dev_mail (lower(recipient), id desc);

-- Files outside the database. A row is there before its file and goes after it, so that a process killed between
-- the two leaves nothing that is not known.
create table stored_file (
  -- Path in the store; its random part is all that keeps a public file from being found.
  key text primary key,
  -- new: being written, and left behind when still so after an hour; dropped: to be removed.
  state text not null default 'new' check (state in ('new', 'kept', 'dropped')),
  -- Wall time.
  since timestamptz not null default now()
);
create index stored_file_leaving on stored_file (since) where state <> 'kept';

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on production_use from crels_app;
  end if;
end $$;
