-- The secrets of a session before its present one (auth_session.token), so that the use of an old one is noticed.
-- Times here are wall time, as everywhere in this schema.
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

alter table identity.security_event drop constraint security_event_kind_check;
alter table identity.security_event add constraint security_event_kind_check check (kind in (
  'email_changed', 'email_recovered', 'password_changed', 'password_reset',
  'disabled', 'enabled', 'signed_out', 'social_linked', 'social_unlinked', 'session_reused'));
