-- The ground: one clock that code and SQL share, settings with history, idempotency keys.

-- Domain time. The offset is zero in production and moved by `crels clock` in development.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  shift interval not null default '0'
);
insert into clock_offset default values;

create function crels_now() returns timestamptz
  language sql stable parallel safe
  -- Wall time, not the transaction's start: a long wait for a lock must not date a fact before its cause.
  as $$ select clock_timestamp() + (select shift from clock_offset) $$;

create function new_id(prefix text) returns text
  language sql volatile parallel safe
  as $$ select prefix || '_' || replace(uuidv7()::text, '-', '') $$;

-- The answer a value-moving request got, so that its repetition gets the same.
create table idempotency_key (
  actor text not null,
  key text not null,
  request_hash text not null,
  status smallint not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_key_age on idempotency_key (created_at);
