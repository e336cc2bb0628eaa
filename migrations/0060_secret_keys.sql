-- The keys that seal and hash. They are random; SECRET seals these rows alone, so another SECRET is another copy of them
-- (server/platform/keyring.ts, docs/decisions/042-secret-seals-keys.md).

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
