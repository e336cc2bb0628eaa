-- A file of codes is read by a job, looked at by its operator, and then brought into the pool as a whole.

create table shop_code_import (
  id          text primary key check (id ~ '^imp_[0-9a-f]{32}$'),
  item_id     text not null references shop_item on delete cascade,
  -- Null for a program.
  operator_id text references operator on delete cascade,
  made_by     text not null check (made_by ~ '\S'),
  state       text not null default 'waiting'
              check (state in ('waiting', 'checking', 'checked', 'importing', 'imported', 'failed')),
  lines       integer not null check (lines > 0),
  -- Every line up to this one is in shop_code_import_line: where the next worker goes on.
  lines_read  integer not null default 0 check (lines_read >= 0),
  codes       integer not null default 0 check (codes >= 0),
  duplicates  integer not null default 0 check (duplicates >= 0),
  invalid     integer not null default 0 check (invalid >= 0),
  failure     text check (failure ~ '\S'),
  reason      text check (reason ~ '\S' and length(reason) <= 500),
  started_at  timestamptz(3) not null default now(),
  ended_at    timestamptz(3),
  expires_at  timestamptz(3) not null,
  check ((state in ('imported', 'failed')) = (ended_at is not null)),
  check ((state in ('importing', 'imported')) = (reason is not null)),
  check ((state = 'failed') = (failure is not null))
);
comment on table shop_code_import is 'A file of codes, for the operator who sent it and nobody else, until it expires. Wall time.';
comment on column shop_code_import.codes is 'New ones that were found; once they are imported, those that are in the pool.';
create index shop_code_import_of on shop_code_import (operator_id, item_id, started_at desc);
create index shop_code_import_item on shop_code_import (item_id);
create index shop_code_import_expires on shop_code_import (expires_at);

create table shop_code_import_part (
  id        text primary key,
  import_id text not null references shop_code_import on delete cascade,
  content   text not null
);
comment on table shop_code_import_part is 'The file itself, sealed, in the order of its ids; gone when it was read.';
create index shop_code_import_part_of on shop_code_import_part (import_id, id);

create table shop_code_import_line (
  -- That of the code, once it is in the pool.
  id          text primary key check (id ~ '^cod_[0-9a-f]{32}$'),
  import_id   text not null references shop_code_import on delete cascade,
  line        integer not null check (line > 0),
  -- The code, or of a refused line what stands in it; sealed as codes are.
  content     text not null,
  fingerprint bytea check (length(fingerprint) = 32),
  refused_as  text check (refused_as in ('duplicate', 'invalid')),
  why         text check (why ~ '\S'),
  unique (import_id, line),
  check ((refused_as is null) = (why is null)),
  check (refused_as is not null or fingerprint is not null)
);
comment on table shop_code_import_line is 'What was read of the file: new codes until they are in the pool, and the lines that brought none.';
create unique index shop_code_import_new on shop_code_import_line (import_id, fingerprint) where refused_as is null;
create index shop_code_import_refused on shop_code_import_line (import_id, line) where refused_as is not null;
