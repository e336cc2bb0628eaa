-- Sessions with an outside issuer. Their tokens are here and not in the browser: a single-use refresh token that was
-- spent in an answer the browser never had must not end the session, and one at a time spends it (row lock).
-- Times here are wall time, as everywhere in this schema.
create table identity.outside_session (
  id text primary key,
  uid text not null,
  -- Who it is at the issuer.
  sub text not null,
  -- The refresh token, or the ID token where the issuer gives none; sealed with the installation's secret.
  tokens_sealed text not null,
  -- When the person came back from the issuer.
  signed_in_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp()
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
