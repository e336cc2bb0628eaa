-- What browsers and servers say people did, by the Segment HTTP API (server/modules/product-analytics). Times are wall time.

create table analytics_event (
  message_id   text primary key check (length(message_id) between 1 and 200),
  type         text not null check (type in ('identify', 'track', 'page', 'alias', 'group', 'screen')),
  -- Of track the event, of page and screen their name.
  name         text check (length(name) <= 200),
  user_id      text check (length(user_id) <= 200),
  anonymous_id text check (length(anonymous_id) <= 200),
  at           timestamptz not null,
  received_at  timestamptz not null default now(),
  message      jsonb not null,
  check (user_id is not null or anonymous_id is not null)
);
comment on table analytics_event is 'Analytics events, once each by the id that their sender gave them, for ANALYTICS_DAYS. No address of network or mail is in them.';
comment on column analytics_event.user_id is 'The member''s uid in what our own pages send; a server may send any.';
comment on column analytics_event.at is 'When it happened, by our clock: the sender''s is corrected by when it was sent.';
comment on column analytics_event.message is 'The message of the Segment specification as it was kept; exported and forwarded like this.';
create index analytics_event_received on analytics_event (received_at, message_id);
create index analytics_event_user on analytics_event (user_id, at, message_id) where user_id is not null;
create index analytics_event_anonymous on analytics_event (anonymous_id) where anonymous_id is not null;

create table analytics_forward (
  message_id      text primary key references analytics_event on delete cascade,
  attempts        smallint not null default 0 check (attempts >= 0),
  -- Refused together with others: it is sent by itself from then on.
  alone           boolean not null default false,
  next_attempt_at timestamptz not null default now()
);
comment on table analytics_forward is 'Events on their way to ANALYTICS_FORWARD; a row goes when its event was taken there.';
comment on column analytics_forward.next_attempt_at is 'Not sooner; while an attempt is under way, when it counts as lost.';
create index analytics_forward_due on analytics_forward (alone, next_attempt_at, message_id);
