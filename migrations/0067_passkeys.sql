-- Passkeys of members (WebAuthn, level 3): with user verification each is both factors, so it signs in by itself. Times
-- are wall time, as everywhere in this schema.

create table identity.passkey (
  id text primary key,
  uid text not null references identity.auth_user (id) on delete cascade,
  -- What the authenticator calls it; the specification allows 1023 bytes.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  -- Of signatures; 0 for ever where the authenticator does not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Whether it is kept beyond one device.
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  added_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_uid on identity.passkey (uid);

-- What an authenticator is asked to sign: good once, for five minutes, for what it was made for.
create table identity.passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('add', 'sign_in', 'second_step', 'proof')),
  -- Null for a sign-in: until it is answered, nobody knows who it is.
  uid text references identity.auth_user (id) on delete cascade,
  -- The session that asked, or the sign-in that waits; empty for a sign-in.
  bound_to text not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (uid is null))
);
create index passkey_challenge_uid on identity.passkey_challenge (uid);
create index passkey_challenge_expires_at on identity.passkey_challenge (expires_at);
