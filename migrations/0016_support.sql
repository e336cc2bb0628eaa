-- What visitors and members write to the operator, the answers, and the pictures sent along.

create table support_request (
  id            text primary key check (id ~ '^sup_[0-9a-f]{32}$'),
  -- What it is called in mails and by operators.
  reference     text not null unique check (reference ~ '^[2-9a-z]{8}$'),
  -- Whose it is; a visitor has an address alone.
  uid           text,
  email         text check (length(email) <= 254),
  topic         text not null,
  -- [{kind, id}]: what it is about.
  about         jsonb not null default '[]' check (jsonb_typeof(about) = 'array'),
  state         text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at    timestamptz(3) not null default crels_now(),
  -- Since when the asker waits for an answer.
  waiting_since timestamptz(3) default crels_now(),
  answered_at   timestamptz(3),
  closed_at     timestamptz(3),
  closed_by     text,
  check ((uid is null) <> (email is null)),
  check ((state = 'open') = (waiting_since is not null)),
  check (state <> 'answered' or answered_at is not null),
  check ((state = 'closed') = (closed_at is not null)),
  check ((closed_at is null) = (closed_by is null))
);
comment on table support_request is 'A question to the operator: who asks, what it is about, and whether it waits for an answer.';
create index support_request_mine on support_request (uid, created_at, id) where uid is not null;
create index support_request_address on support_request (lower(email), created_at) where email is not null;
create index support_request_waiting on support_request (waiting_since, id) where state = 'open';
create index support_request_answered on support_request (answered_at) where state = 'answered';
create index support_request_closed on support_request (closed_at) where state = 'closed';

create table support_message (
  id         text primary key check (id ~ '^sme_[0-9a-f]{32}$'),
  request_id text not null references support_request on delete cascade,
  -- Which of the request's messages it is.
  place      integer not null check (place > 0),
  author     text not null check (author in ('asker', 'operator')),
  -- Who answered, as they named themselves.
  operator   text check (length(operator) between 1 and 100),
  text       text not null check (length(text) between 1 and 5000),
  created_at timestamptz(3) not null default crels_now(),
  unique (request_id, place),
  check ((author = 'operator') = (operator is not null))
);
comment on table support_message is 'A message of the asker or an operator, in a request.';

create table support_picture (
  -- In a folder that is served to nobody.
  file_key   text primary key check (file_key ~ '^private-support/[0-9a-f]{32}\.webp$'),
  message_id text not null references support_message on delete cascade,
  place      smallint not null check (place between 1 and 2),
  unique (message_id, place)
);
comment on table support_picture is 'A picture that came with a message.';

\ir functions/support.sql

create trigger support_message_stays before update on support_message
  for each row execute function support_message_stays();

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on support_request, support_message, support_picture from crels_app;
    revoke update on support_message, support_picture from crels_app;
  end if;
end $$;
