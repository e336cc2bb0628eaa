-- Webhooks: what happens to a brand's conversions and enrolments, for its servers.
--
-- Triggers write the messages, so whichever code makes an event, the message is in that transaction (decision 051). Those
-- on conversions and refunds are deferred: at the end of the transaction the earning is there as well.

create table webhook_endpoint (
  id                    text primary key check (id ~ '^whe_[0-9a-f]{32}$'),
  brand_id              text not null references brand (id) on delete cascade,
  url                   text not null check (url ~ '^https?://\S+$' and length(url) <= 2048),
  events                text[] not null default '{}' check (array_position(events, null) is null),
  contact_email         text check (length(contact_email) <= 254),
  secret                text not null,
  previous_secret       text,
  previous_secret_until timestamptz,
  state                 text not null default 'active' check (state in ('active', 'disabled')),
  disabled_reason       text check (disabled_reason ~ '^[a-z_]{1,60}$'),
  failing_since         timestamptz,
  created_at            timestamptz not null default now(),
  check ((state = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
comment on table webhook_endpoint is 'Where a brand''s server hears of events. Times of this file are wall time, but for what messages say.';
comment on column webhook_endpoint.events is 'The types it hears of; none is all of them.';
comment on column webhook_endpoint.secret is 'Sealed with a key of the installation''s secret.';
comment on column webhook_endpoint.previous_secret is 'After a rotation both sign, until the second of its columns.';
comment on column webhook_endpoint.failing_since is 'When the first of an unbroken row of attempts failed; null after a success.';
create index webhook_endpoint_brand on webhook_endpoint (brand_id);

create table webhook_message (
  id         text primary key default new_id('msg') check (id ~ '^msg_[0-9a-f]{32}$'),
  brand_id   text not null references brand (id) on delete cascade,
  type       text not null check (type ~ '^[a-z_]+(\.[a-z_]+)+$'),
  body       text not null check (length(body) <= 20000),
  created_at timestamptz not null default now()
);
comment on column webhook_message.body is 'What is signed and sent, the same to the byte at every attempt.';
create index webhook_message_age on webhook_message (created_at);
create index webhook_message_brand on webhook_message (brand_id);

create table webhook_delivery (
  id              text primary key default new_id('whd') check (id ~ '^whd_[0-9a-f]{32}$'),
  message_id      text not null references webhook_message on delete cascade,
  endpoint_id     text not null references webhook_endpoint on delete cascade,
  state           text not null check (state in ('pending', 'delivered', 'failed')),
  attempts        integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_status     smallint,
  last_error      text check (last_error ~ '^[a-z_]{1,60}$'),
  delivered_at    timestamptz,
  constraint webhook_delivery_once unique (endpoint_id, message_id),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null))
);
comment on table webhook_delivery is 'A message on its way to an endpoint.';
comment on column webhook_delivery.next_attempt_at is 'Not sooner; while an attempt is under way, when it counts as lost.';
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_delivery_list on webhook_delivery (endpoint_id, id);
create index webhook_delivery_message on webhook_delivery (message_id);

-- ── Messages ───────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/webhooks.sql

create constraint trigger webhook_conversion_made after insert on conversion
  deferrable initially deferred for each row execute function webhook_conversion_changed();
create constraint trigger webhook_conversion_decided after update on conversion
  deferrable initially deferred for each row when (old.status <> new.status) execute function webhook_conversion_changed();
create constraint trigger webhook_refund_made after insert on refund
  deferrable initially deferred for each row execute function webhook_refund_made();
create trigger webhook_enrolment_made after insert on enrolment
  for each row execute function webhook_enrolment_changed();
create trigger webhook_enrolment_moved after update on enrolment
  for each row when (old.state <> new.state) execute function webhook_enrolment_changed();
