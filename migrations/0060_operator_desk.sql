-- What an operator keeps for themselves: views of lists, and files that are being made or were.

create table operator_view (
  id          text primary key check (id ~ '^opv_[0-9a-f]{32}$'),
  operator_id text not null references operator on delete cascade,
  list        text not null check (list ~ '^[a-z][a-z0-9-]{0,59}$'),
  name        text not null check (name ~ '\S' and length(name) <= 60),
  query       text not null check (length(query) <= 2000),
  unique (operator_id, list, name)
);
comment on table operator_view is 'A list as an operator wants to see it again: the query of its address.';

create table operator_export (
  id          text primary key check (id ~ '^ope_[0-9a-f]{32}$'),
  operator_id text not null references operator on delete cascade,
  list        text not null check (list in ('conversions', 'members', 'ledger', 'audit')),
  filters     jsonb not null check (jsonb_typeof(filters) = 'object'),
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'cancelled', 'failed')),
  rows        bigint not null default 0 check (rows >= 0),
  total       bigint check (total >= 0),
  started_at  timestamptz(3) not null default now(),
  ended_at    timestamptz(3),
  expires_at  timestamptz(3) not null,
  check ((state in ('waiting', 'running')) = (ended_at is null))
);
comment on table operator_export is 'A file of a list, for the operator who asked and nobody else, until it expires. Wall time.';
comment on column operator_export.total is 'How many rows there were when it began; null until they were counted.';
create index operator_export_of on operator_export (operator_id, started_at desc);
create index operator_export_expires on operator_export (expires_at);

create table operator_export_part (
  export_id text not null references operator_export on delete cascade,
  part      integer not null check (part >= 0),
  content   bytea not null,
  primary key (export_id, part)
);
comment on table operator_export_part is 'Some lines of the file, compressed by gzip; one after the other they are the file.';
