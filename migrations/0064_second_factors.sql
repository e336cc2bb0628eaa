-- A second factor for members: an authenticator app (TOTP, RFC 6238) with recovery codes, and the sign-in that waits
-- for it. Times are wall time, as everywhere in this schema.

-- One authenticator app per account; without `confirmed_at` it is being set up and asks for nothing yet.
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
  account_stamp bytea not null,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null
);
create index pending_sign_in_uid on identity.pending_sign_in (uid);

-- A second factor proves something else than a password does; one row says when each did.
alter table identity.session_proof alter column proved_at drop not null;
alter table identity.session_proof add column second_factor_at timestamptz;

alter table identity.security_event drop constraint security_event_kind_check;
alter table identity.security_event add constraint security_event_kind_check check (kind in (
  'email_changed', 'email_recovered', 'password_changed', 'password_reset',
  'disabled', 'enabled', 'signed_out', 'social_linked', 'social_unlinked', 'session_reused',
  'authenticator_added', 'authenticator_removed', 'passkey_added', 'passkey_removed',
  'recovery_codes_made', 'recovery_code_used', 'second_factors_removed'));
