-- What was taken back from a member becomes one notification, looked up at each refund, and it waits no longer than it may.

alter table notification add column gathers_since timestamptz;
comment on column notification.gathers_since is 'When the first was written of those that became one; null for what took no other in.';

create index notification_taken_back on notification (uid, kind, id)
  where kind in ('earning_refunded', 'earning_taken_back') and dispatched_at is null;
