-- Which operator works on a request, an order or a deletion. The row has it, so that an act and a change of who works on
-- it wait for the same lock, and it goes with the row.

alter table support_request
  add column assigned_to text references operator,
  add column assigned_at timestamptz(3),
  add constraint support_request_assigned check ((assigned_to is null) = (assigned_at is null));
create index support_request_of_operator on support_request (assigned_to, waiting_since, id)
  where state = 'open' and assigned_to is not null;
-- The inbox of abuse reports, and both inboxes with what is done, the newest first.
create index support_request_abuse_waiting on support_request (waiting_since, id)
  where state = 'open' and topic = 'abuse';
create index support_request_abuse_newest on support_request (created_at, id) where topic = 'abuse';
create index support_request_newest on support_request (created_at, id) where topic <> 'abuse';

alter table shop_order
  add column assigned_to text references operator,
  add column assigned_at timestamptz(3),
  add constraint shop_order_assigned check ((assigned_to is null) = (assigned_at is null));
create index shop_order_of_operator on shop_order (assigned_to, placed_at, id)
  where state = 'placed' and assigned_to is not null;
create index shop_order_newest on shop_order (placed_at, id) where kind = 'merchandise';

alter table deletion
  add column assigned_to text references operator,
  add column assigned_at timestamptz(3),
  -- The step that did not work last, and when: why a deletion waits. Gone with the row.
  add column failed_step text check (length(failed_step) <= 100),
  add column failed_at timestamptz,
  add constraint deletion_assigned check ((assigned_to is null) = (assigned_at is null)),
  add constraint deletion_failed check ((failed_step is null) = (failed_at is null));
create unique index deletion_party on deletion (party);
