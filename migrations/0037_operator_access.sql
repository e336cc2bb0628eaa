-- How operators come in (docs/decisions/088-operators-sign-in-without-passwords.md). Of every secret only its SHA-256 is kept.

create table operator_session (
  id           text primary key default new_id('ops') check (id ~ '^ops_[0-9a-f]{32}$'),
  operator_id  text not null references operator (id),
  -- Of the cookie.
  secret_hash  bytea not null unique check (length(secret_hash) = 32),
  created_at   timestamptz not null default now(),
  -- By a person: what the console asks by itself does not count.
  last_used_at timestamptz not null default now(),
  -- When a factor was last proved.
  proved_at    timestamptz not null default now(),
  user_agent   text not null default '' check (length(user_agent) <= 300),
  country      text check (country ~ '^[A-Z]{2}$')
);
comment on table operator_session is 'Where an operator is signed in to the console.';
create index operator_session_of_operator on operator_session (operator_id);

create table operator_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id text not null references operator_session (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table operator_token is 'The access tokens of a session: short, and one for each tab.';
create index operator_token_of_session on operator_token (session_id, expires_at);

create table operator_passkey (
  id            text primary key default new_id('opk') check (id ~ '^opk_[0-9a-f]{32}$'),
  operator_id   text not null references operator (id),
  credential_id bytea not null unique,
  public_key    bytea not null,
  counter       bigint not null check (counter >= 0),
  transports    text[] not null,
  backed_up     boolean not null,
  name          text not null check (name ~ '\S' and length(name) <= 60),
  added_at      timestamptz not null default now(),
  last_used_at  timestamptz
);
comment on table operator_passkey is 'By what an operator signs in alone.';
create index operator_passkey_of_operator on operator_passkey (operator_id);

create table operator_authenticator (
  operator_id   text primary key references operator (id),
  secret_sealed text not null,
  created_at    timestamptz not null default now(),
  confirmed_at  timestamptz,
  last_used_at  timestamptz,
  -- The last time step whose code was taken: each works once.
  last_step     bigint not null default 0
);
comment on table operator_authenticator is 'An operator''s authenticator app, being set up or confirmed: it signs in with a code by mail.';

create table operator_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose        text not null check (purpose in ('add', 'sign_in', 'proof')),
  -- Null for a sign-in: who it is shows in the answer.
  operator_id    text references operator (id),
  -- The session or the hash of the invitation that asks; empty for a sign-in.
  bound_to       text not null,
  expires_at     timestamptz not null
);
comment on table operator_challenge is 'What a passkey is to sign, once.';
create index operator_challenge_expiry on operator_challenge (expires_at);

create table operator_mail_code (
  attempt_hash bytea primary key check (length(attempt_hash) = 32),
  operator_id  text not null references operator (id),
  code_hash    bytea not null check (length(code_hash) = 32),
  tries_left   integer not null check (tries_left >= 0),
  expires_at   timestamptz not null
);
comment on table operator_mail_code is 'The first half of a sign-in by authenticator app: a code by mail for one browser.';
create index operator_mail_code_expiry on operator_mail_code (expires_at);

create table operator_invitation (
  operator_id text primary key references operator (id),
  token_hash  bytea not null unique check (length(token_hash) = 32),
  -- The secret of an authenticator app that is being set up by it.
  authenticator_sealed text,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);
comment on table operator_invitation is 'The one link by which an operator sets up a factor: another one takes its place, and use removes it.';

create table operator_guess (
  name           text not null,
  key_hash       bytea not null,
  used           integer not null check (used > 0),
  window_ends_at timestamptz not null,
  primary key (name, key_hash)
);
comment on table operator_guess is 'How often something was tried at the console''s sign-in, by keyed hash.';
create index operator_guess_expiry on operator_guess (window_ends_at);

create table operator_key (
  id           text primary key default new_id('opa') check (id ~ '^opa_[0-9a-f]{32}$'),
  operator_id  text not null references operator (id),
  name         text not null check (name ~ '\S' and length(name) <= 80),
  secret_hash  bytea not null unique check (length(secret_hash) = 32),
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
comment on table operator_key is 'API keys of operators: each does some of what its operator''s role allows.';
create index operator_key_of_operator on operator_key (operator_id, created_at);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on operator_key from crels_app;
  end if;
end $$;
