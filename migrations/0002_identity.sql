-- The embedded identity provider, in a schema of its own, reached through its own pool (search_path=identity). Times in
-- this schema are wall time, not domain time.
--
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

-- ── Sessions and devices ───────────────────────────────────────────────────────────────────────────────────

-- When a session last proved, after its sign-in, that its member is there.
create table identity.session_proof (
  session_id text primary key references identity.auth_session (id) on delete cascade,
  -- By a second factor it proves something else than by a password; one row says when each did.
  proved_at timestamptz,
  second_factor_at timestamptz,
  -- A sign-in by a social provider is a recent proof only where the provider said that it had just asked (`auth_time`):
  -- its own session may be of anybody at that device.
  sign_in_counts boolean not null default true
);

-- The secrets of a session before its present one (auth_session.token), so that the use of an old one is noticed.
create table identity.session_secret (
  -- SHA-256; a secret has 192 random bits.
  secret_hash bytea primary key check (octet_length(secret_hash) = 32),
  session_id text not null references identity.auth_session (id) on delete cascade,
  replaced_at timestamptz not null default clock_timestamp(),
  -- The first use of the secret that replaced it; null while its answer may have been lost.
  successor_used_at timestamptz
);
create index session_secret_session on identity.session_secret (session_id, replaced_at desc);
create index session_secret_replaced on identity.session_secret (replaced_at);

-- A session has one present secret, so at most one whose successor waits for its first use.
create unique index session_secret_open on identity.session_secret (session_id) where successor_used_at is null;

-- Where and with what a session was opened. Of a network address only its country is kept.
create table identity.session_place (
  session_id text primary key references identity.auth_session (id) on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$')
);

-- The devices an account was used with: the first sign-in from another is mailed to its owner.
create table identity.known_device (
  uid text not null references identity.auth_user (id) on delete cascade,
  -- HMAC of the browser's and system's name and the country.
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (uid, device_hash)
);

-- Browsers that signed in to an account, known by a cookie of their own. It opens nothing: it gives a browser its own
-- allowance of guesses and mails, which no one else can use up.
create table identity.device_proof (
  uid text not null references identity.auth_user (id) on delete cascade,
  -- Of the cookie's 256 random bits.
  device_hash bytea not null,
  last_used_at timestamptz not null default now(),
  -- When this browser last finished a sign-in of the account with its second step, or proved a second factor there: it
  -- has codes to try of its own then, which strangers who know the password cannot use up.
  second_factor_at timestamptz,
  primary key (device_hash, uid)
);
create index device_proof_uid on identity.device_proof (uid, last_used_at desc);

-- ── Codes, links and limits ────────────────────────────────────────────────────────────────────────────────

-- Codes and links act by mail, whatever they act on. The newest code for a purpose and an address: addresses without an
-- account get a row too, so that asking and guessing look the same for them. A row also says when the last mail was sent,
-- where a purpose has links only, and so it stays when its account goes.
create table identity.action_code (
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'sign_in')),
  -- HMAC under the installation's secret.
  email_hash bytea not null,
  uid text references identity.auth_user (id) on delete set null,
  -- HMAC too: six digits alone would be guessed from a plain hash.
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries_left smallint not null check (tries_left >= 0),
  sent_at timestamptz not null,
  primary key (purpose, email_hash)
);
create index action_code_uid on identity.action_code (uid);

-- Mailed links; each works once, until it expires. An owner takes an account back with recover_email, and with
-- recover_factors, which removes the second factors that were added since its mail. disown_account deletes the account,
-- for an owner of the address who did not sign up; the mail that verifies a new account's address carries it.
create table identity.action_link (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email',
    'reset_password', 'sign_in', 'change_email', 'recover_email', 'recover_factors', 'disown_account')),
  uid text not null references identity.auth_user (id) on delete cascade,
  -- The account's address when the link was made; the one it goes back to for recover_email.
  email text not null,
  next_email text,
  expires_at timestamptz not null,
  -- The order in which links were made: an undone change voids what came after it, and nothing from before.
  position bigint not null generated always as identity,
  -- `expires_at` may be put off.
  made_at timestamptz not null default now(),
  -- Only what was mailed may be put off: a link that was handed to a browser, or made without a mail, ends as it is.
  is_mailed boolean not null default true,
  check ((purpose = 'change_email') = (next_email is not null))
);
create index action_link_uid on identity.action_link (uid, purpose);

-- While an address can take an account back, no other account has it: it would stand in the way of that.
create index action_link_recoverable on identity.action_link (email) where purpose = 'recover_email';

-- How much of a limit is used: guesses, mails. Keys are keyed hashes, of an address, a network, an account. No row
-- belongs to an account: a deletion leaves the counts, so that signing up again brings no new guesses. Rows go
-- when their window ends, after a day at most.
create table identity.limit_count (
  name text not null,
  -- HMAC under the installation's secret.
  key_hash bytea not null,
  used integer not null check (used >= 0),
  window_ends_at timestamptz not null,
  primary key (name, key_hash)
);
create index limit_count_window on identity.limit_count (window_ends_at);

-- ── Second factors ─────────────────────────────────────────────────────────────────────────────────────────

-- One authenticator app (TOTP, RFC 6238) per account; without `confirmed_at` it is being set up and asks for nothing yet.
create table identity.authenticator (
  uid text primary key references identity.auth_user (id) on delete cascade,
  -- Base32, sealed with the installation's secret.
  secret_sealed text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- The newest time step (30 s) whose code was accepted: a code works once.
  last_step bigint not null default 0 check (last_step >= 0)
);

-- Codes for who lost the device. The first two characters find the row, the rest is hashed as a password is.
create table identity.recovery_code (
  uid text not null references identity.auth_user (id) on delete cascade,
  selector text not null check (length(selector) = 2),
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (uid, selector)
);

-- A sign-in whose first step is done. Its secret is in a cookie of the browser that began it.
create table identity.pending_sign_in (
  token_hash bytea primary key,
  uid text not null references identity.auth_user (id) on delete cascade,
  -- Hash of the address and the password as they were: another one voids it.
  account_digest bytea not null,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  -- How far the account's history went when the first step was proved: another password after that voids the sign-in.
  security_version text not null default '',
  -- As session_proof.sign_in_counts, carried along to the session.
  counts_as_proof boolean not null default true
);
create index pending_sign_in_uid on identity.pending_sign_in (uid);

-- Passkeys of members (WebAuthn, level 3): with user verification each is both factors, so it signs in by itself.
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
  -- Null for a sign-in: until it is answered, it is unknown who it is.
  uid text references identity.auth_user (id) on delete cascade,
  -- The session that asked, or the sign-in that waits; empty for a sign-in.
  bound_to text not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (uid is null))
);
create index passkey_challenge_uid on identity.passkey_challenge (uid);
create index passkey_challenge_expires_at on identity.passkey_challenge (expires_at);

-- ── What happened ──────────────────────────────────────────────────────────────────────────────────────────

-- What happened to an account's security: for the member to read, and for what must wait after a change.
create table identity.security_event (
  id bigint generated always as identity primary key,
  -- No foreign key: members of an outside identity provider have no row in auth_user, and their operators write down why
  -- all the same.
  uid text not null,
  kind text not null check (kind in (
    'email_changed', 'email_recovered', 'address_proved', 'password_changed', 'password_reset',
    'disabled', 'enabled', 'signed_out', 'social_linked', 'social_unlinked', 'session_reused',
    'authenticator_added', 'authenticator_removed', 'passkey_added', 'passkey_removed',
    'recovery_codes_made', 'recovery_code_used', 'second_factors_removed')),
  at timestamptz not null default now(),
  -- Why an operator did it, for the operators who come after; never shown to the member.
  note text
);
create index security_event_uid on identity.security_event (uid, at desc);

-- Keys of the access tokens. The private half is sealed with the installation's secret.
create table identity.signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null default now()
);

-- ── Other issuers ──────────────────────────────────────────────────────────────────────────────────────────

-- Sessions with an outside issuer. Their tokens are here and not in the browser: a single-use refresh token that was
-- spent in an answer the browser never had must not end the session, and one at a time spends it (row lock).
create table identity.outside_session (
  id text primary key,
  uid text not null,
  -- Who it is at the issuer.
  sub text not null,
  -- The refresh token, or the ID token where the issuer gives none; sealed with the installation's secret.
  tokens_sealed text not null,
  -- When the person came back from the issuer.
  signed_in_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp(),
  -- A session that a new sign-in in the same browser replaced renews nothing. Its tokens are good for half a minute yet,
  -- and its row tells a refresh that waited from one whose session has ended: the browser holds a newer cookie by then.
  replaced_at timestamptz
);
create index outside_session_uid on identity.outside_session (uid);
create index outside_session_used on identity.outside_session (used_at);

-- The ID tokens that a session was given, so that its end is theirs; an issuer's token names no session of ours.
create table identity.outside_token (
  -- SHA-256.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id text not null,
  uid text not null,
  sub text not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index outside_token_session on identity.outside_token (session_id);
create index outside_token_uid on identity.outside_token (uid);
create index outside_token_ended on identity.outside_token (sub) where ended_at is not null;
create index outside_token_expiry on identity.outside_token (expires_at);

-- Sign-ins at Firebase that a sign-out here ended: a renewed token keeps the time of its sign-in, so that is the session.
create table identity.ended_sign_in (
  uid text not null,
  -- Who it is at the provider.
  sub text not null,
  -- As its tokens say it (`auth_time`).
  signed_in_at timestamptz not null,
  primary key (sub, signed_in_at)
);
create index ended_sign_in_uid on identity.ended_sign_in (uid);
create index ended_sign_in_age on identity.ended_sign_in (signed_in_at);

-- ── What a change of address or password ends ──────────────────────────────────────────────────────────────

\ir functions/identity.sql

create trigger void_after_address after update of email on identity.auth_user
  for each row when (old.email is distinct from new.email) execute function identity.void_after_address();
create trigger void_after_password after update of password on identity.auth_account
  for each row when (new.provider_id = 'credential' and old.password is distinct from new.password)
  execute function identity.void_after_password();
create trigger void_after_first_password after insert on identity.auth_account
  for each row when (new.provider_id = 'credential') execute function identity.void_after_password();
create trigger void_after_no_password after delete on identity.auth_account
  for each row when (old.provider_id = 'credential') execute function identity.void_after_password();
create trigger keep_recoverable_address after insert or update of email on identity.auth_user
  for each row execute function identity.keep_recoverable_address();

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    -- The product's role may carry a profile's name and photo over, in the profile's own transaction.
    grant usage on schema identity to crels_app;
    grant select (id), update (name, image, updated_at) on identity.auth_user to crels_app;
    grant select on identity.security_event to crels_app;
  end if;
end $$;
