-- Web push: the browsers that members let notify them, and the messages on their way there. Times are wall time.

create table push_key (
  public_key     text primary key check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  private_sealed text not null,
  created_at     timestamptz not null default now()
);
comment on table push_key is 'The installation''s key pair for push services (VAPID, RFC 8292), made on first use. Browsers subscribe with the public one.';
comment on column push_key.private_sealed is 'Sealed with a key of the installation''s secret.';

create table push_subscription (
  id           text primary key default new_id('psh') check (id ~ '^psh_[0-9a-f]{32}$'),
  uid          text not null references member (uid) on delete cascade,
  session_id   text not null check (length(session_id) <= 200),
  endpoint     text not null unique check (endpoint ~ '^https?://\S+$' and length(endpoint) <= 1024),
  p256dh       text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth         text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent   text not null default '' check (length(user_agent) <= 400),
  failures     smallint not null default 0 check (failures >= 0),
  created_at   timestamptz not null default now(),
  delivered_at timestamptz
);
comment on table push_subscription is 'A browser that a member lets notify them. It goes with the session that made it.';
comment on column push_subscription.endpoint is 'An address of the browser''s push service; a browser has one, whoever is signed in.';
comment on column push_subscription.failures is 'Messages in a row that the push service did not take.';
create index push_subscription_uid on push_subscription (uid, created_at);
create index push_subscription_session on push_subscription (session_id);

create table push_message (
  id              bigint generated always as identity primary key,
  subscription_id text not null references push_subscription on delete cascade,
  topic           text not null check (topic ~ '^[A-Za-z0-9_-]{1,32}$'),
  payload         text not null check (octet_length(payload) <= 3000),
  expires_at      timestamptz not null,
  attempts        smallint not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  constraint push_message_topic unique (subscription_id, topic)
);
comment on table push_message is 'A message on its way to a browser''s push service. Of a topic the newest is sent.';
comment on column push_message.next_attempt_at is 'Not sooner; while an attempt is under way, when it counts as lost.';
create index push_message_due on push_message (next_attempt_at);

-- ── The end of a session ───────────────────────────────────────────────────────────────────────────────────

\ir functions/push.sql

create trigger push_session_ended after delete on identity.auth_session
  referencing old table as ended for each statement execute function push_session_ended();
create trigger push_sessions_revoked after update of tokens_valid_after, state on member
  for each row when (old.tokens_valid_after is distinct from new.tokens_valid_after or new.state <> 'active')
  execute function push_sessions_revoked();
