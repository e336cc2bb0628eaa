-- Operators, and the log of what they do (docs/decisions/083-an-act-is-an-entry-of-a-chained-log.md).

create table operator (
  id          text primary key default new_id('opr') check (id ~ '^opr_[0-9a-f]{32}$'),
  email       text not null check (email ~ '^[^@\s]+@[^@\s]+$' and email = lower(email) and length(email) <= 254),
  name        text not null check (name ~ '\S' and length(name) <= 80),
  role        text not null check (role in ('owner', 'manager', 'support', 'finance', 'read-only')),
  created_at  timestamptz not null default crels_now(),
  disabled_at timestamptz
);
comment on table operator is 'A person who operates this installation. Never deleted: the log names them.';
-- Also of those who are disabled: an address in the log is one person, always.
create unique index operator_email on operator (email);

create table audit_entry (
  id            text primary key check (id ~ '^aud_[0-9a-f]{32}$'),
  at            timestamptz not null default crels_now(),
  operator_id   text references operator (id),
  via           text not null check (via in ('console', 'api key', 'command', 'job', 'database')),
  -- Of what is no operator: the job's name, or who wrote to the database by hand.
  source        text check (source ~ '\S'),
  action        text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  target        text not null check (target ~ '\S'),
  before        jsonb,
  after         jsonb,
  reason        text check (reason ~ '\S' and length(reason) <= 500),
  request_id    text,
  -- Its place in the chain: given when its transaction commits.
  seq           bigint check (seq > 0),
  previous_hash bytea,
  hash          bytea,
  check (operator_id is not null or source is not null),
  check ((seq is null) = (hash is null) and (seq is null) = (previous_hash is null))
);
comment on table audit_entry is 'What an operator or a job did: one entry for each transaction, chained by hashes.';
create unique index audit_entry_seq on audit_entry (seq);
create index audit_entry_of_operator on audit_entry (operator_id, seq) where operator_id is not null;
create index audit_entry_of_target on audit_entry (target, seq);
create index audit_entry_of_action on audit_entry (action, seq);

create table audit_change (
  entry_id   text not null references audit_entry (id),
  line       integer not null check (line > 0),
  table_name text not null,
  row_key    jsonb not null,
  -- As json, which keeps the text: null before for a new row, null after for one that was deleted.
  before     json,
  after      json,
  primary key (entry_id, line),
  check (before is not null or after is not null)
);
comment on table audit_change is 'What an entry changed in an audited table, row by row: the log reproduces these tables.';
create index audit_change_of_row on audit_change (table_name, row_key);

create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq     bigint not null default 0,
  hash    bytea not null default '\x'
);
comment on table audit_head is 'The last entry of the chain: an entry that was cut off its end is missed.';
insert into audit_head default values;

\ir functions/operators.sql

create constraint trigger audit_entry_chained after insert on audit_entry
  deferrable initially deferred for each row execute function audit_chain();
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function audit_refuse_change();
create trigger audit_change_stays before update or delete on audit_change
  for each row execute function audit_refuse_change();
create trigger audit_entry_is_kept before truncate on audit_entry execute function audit_refuse_change();
create trigger audit_change_is_kept before truncate on audit_change execute function audit_refuse_change();

select audit_table('operator', 'id');
select audit_table('economy', 'version');
select audit_table('exchange_rate', 'id');
select audit_table('exchange_switch', 'id');
select audit_table('currency_rate', 'id');

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on operator from crels_app;
    revoke update, delete, truncate on audit_entry from crels_app;
    revoke insert, update, delete, truncate on audit_change, audit_head from crels_app;
  end if;
end $$;
