-- The embedded identity provider, in a schema of its own, reached through its own pool (search_path=identity).
-- The first four tables are Better Auth's core schema, generated once from its options in
-- server/modules/identity/engine.ts and written out; engine.test.ts fails when the two differ.
create schema identity;

create table identity.auth_user (
  id text primary key,
  name text not null,
  -- Always lower case.
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);

create table identity.auth_session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id text not null references identity.auth_user (id) on delete cascade
);
create index auth_session_user on identity.auth_session (user_id);
create index auth_session_expiry on identity.auth_session (expires_at);

create table identity.auth_account (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references identity.auth_user (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index auth_account_user on identity.auth_account (user_id);

create table identity.auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index auth_verification_identifier on identity.auth_verification (identifier);

-- The newest verification code of a member; a new one replaces it. Times here are wall time, not domain time.
create table identity.verification_code (
  uid text primary key references identity.auth_user (id) on delete cascade,
  email text not null,
  -- HMAC under the installation's secret: six digits alone would be guessed from a plain hash.
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null
);

-- Mailed verification links; each works once, until it expires.
create table identity.verification_link (
  token_hash bytea primary key,
  uid text not null references identity.auth_user (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index verification_link_uid on identity.verification_link (uid);

-- Sign-in attempts of one address, known to us or not, within a window; the address is hashed.
create table identity.sign_in_attempts (
  email_hash bytea primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);

-- Keys of the access tokens. The private half is sealed with the installation's secret.
create table identity.signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null default now()
);

-- The product's role may carry a profile's name and photo over, in the profile's own transaction.
do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant usage on schema identity to crels_app;
    grant select (id), update (name, image, updated_at) on identity.auth_user to crels_app;
  end if;
end $$;

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
