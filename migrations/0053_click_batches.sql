-- Which segments of clicks went to a store of columns together: a retry is the same batch, and so the same insert
-- (server/modules/clicks/clickhouse). Where PostgreSQL has the clicks there are no batches.

create table click_batch (
  id        text primary key check (id ~ '^cba_[0-9a-f]{32}$'),
  parts     jsonb not null check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) > 0),
  made_at   timestamptz not null default now(),
  stored_at timestamptz
);
comment on table click_batch is 'Segments of clicks that are stored together, for good: the store takes a batch once, by its id.';
comment on column click_batch.parts is 'Key of each segment, and its number in the log of clicks where it has one.';
comment on column click_batch.stored_at is 'The store has it, and what pays of it is in payable_click and link_visitor.';
create index click_batch_waiting on click_batch (made_at) where stored_at is null;
create index click_batch_stored on click_batch (stored_at);

alter table click_segment add column batch_id text references click_batch (id);
comment on column click_segment.batch_id is 'Null for what PostgreSQL itself has stored.';
create index click_segment_batch on click_segment (batch_id) where batch_id is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on click_batch from crels_app;
  end if;
end $$;
