-- Payout runs: what was a file of payouts is drafted, approved by another operator, sent in files, and closed when every
-- payment of it is known and the ledger has the same sum (docs/decisions/093-a-payout-run-is-four-eyes-and-a-file.md).

alter table payout_batch rename to payout_run;
alter table payout_run drop constraint payout_batch_format_check;
alter table payout_run
  add constraint payout_run_format check (format in ('paypal', 'bank', 'sepa', 'wise')),
  -- Files from before were sent as they were made, by one operator.
  add column state text not null default 'sent' check (state in ('draft', 'approved', 'sent', 'closed', 'discarded')),
  add column state_at timestamptz not null default crels_now(),
  add column made_by_id text references operator (id),
  add column approved_by text,
  add column approved_by_id text references operator (id),
  add column approved_at timestamptz,
  -- Nobody else could: it waited a day instead.
  add column is_own_approval boolean not null default false,
  add column closed_by text,
  add column closed_at timestamptz,
  -- In SEPA files: US dollars for one euro as of the draft, and whose account the euros leave.
  add column usd_per_unit numeric(24, 12) check (usd_per_unit > 0),
  add column payer jsonb,
  -- When it was closed: what arrived by the run, and by the ledger.
  add column paid_usd_cents bigint,
  add column ledger_usd_cents bigint;
alter table payout_run alter column state set default 'draft';
alter table payout_run
  add constraint payout_run_sepa check (format <> 'sepa' or (usd_per_unit is not null and payer is not null)),
  add constraint payout_run_four_eyes check (is_own_approval or approved_by_id is null or approved_by_id <> made_by_id),
  add constraint payout_run_approved check ((approved_at is null) = (approved_by is null)),
  add constraint payout_run_closed check (
    (state = 'closed') = (closed_at is not null)
    and (state <> 'closed' or (paid_usd_cents is not null and paid_usd_cents = ledger_usd_cents)));
create index payout_run_newest on payout_run (made_at desc, id desc);
create index payout_run_open on payout_run (state_at) where state in ('draft', 'approved', 'sent');

-- One file of a run; a run has another for each time that exceptions are tried again.
create table payout_file (
  run_id     text not null references payout_run,
  number     integer not null check (number > 0),
  made_by    text not null,
  made_at    timestamptz(3) not null default crels_now(),
  -- Null while it is being made.
  finished_at timestamptz,
  payouts    integer check (payouts >= 0),
  usd_cents  bigint check (usd_cents >= 0),
  -- Of its bytes: written again it is the same, or refused. Null of files from before.
  sha256     bytea check (length(sha256) = 32),
  primary key (run_id, number)
);

-- A redemption in a run.
create table payout (
  run_id        text not null references payout_run,
  redemption_id text not null references redemption,
  place         integer not null,
  usd_cents     bigint not null check (usd_cents > 0),
  -- In the currency of the run's files.
  amount_minor  bigint not null check (amount_minor > 0),
  -- Once its redemption is paid or failed, that is what it is.
  state         text not null check (state in ('planned', 'left_out', 'sent', 'exception', 'retry')),
  attempt       integer not null default 0 check (attempt >= 0),
  -- Why it was left out, came back or is still under way.
  reason        text,
  primary key (run_id, redemption_id)
);
comment on column payout.attempt is 'In how many files it was; its reference in the last one has that number.';
-- A redemption is in one run at a time. What was left out, or was planned in a run that is discarded, is in none.
create unique index payout_once on payout (redemption_id) where state <> 'left_out';
create index payout_place on payout (run_id, place);

-- What was in which file.
create table payout_line (
  run_id        text not null,
  number        integer not null,
  redemption_id text not null,
  reference     text not null,
  primary key (run_id, number, redemption_id),
  unique (run_id, reference),
  foreign key (run_id, number) references payout_file,
  foreign key (run_id, redemption_id) references payout
);

-- Results that an operator imported: a report of PayPal, Wise or a bank. Of each row it has what is read, and no name.
create table payout_import (
  id          text primary key check (id ~ '^pim_[0-9a-f]{32}$'),
  run_id      text not null references payout_run,
  made_by     text not null,
  -- Whose acts its decisions are; null for a program.
  operator_id text references operator (id),
  made_at     timestamptz not null default crels_now(),
  finished_at timestamptz,
  rows        integer not null check (rows >= 0),
  rows_done   integer not null default 0 check (rows_done between 0 and rows),
  paid        integer not null default 0,
  exceptions  integer not null default 0,
  pending     integer not null default 0,
  refused     integer not null default 0
);
create index payout_import_of on payout_import (run_id, made_at);

create table payout_import_row (
  import_id text not null references payout_import,
  place     integer not null,
  line      integer not null,
  reference text not null,
  status    text not null,
  payment   text,
  reason    text,
  amount    text,
  -- Why it was refused; null while it was not looked at, or was taken.
  refusal   text,
  primary key (import_id, place)
);
create index payout_import_refused on payout_import_row (import_id, place) where refusal is not null;
create index payout_import_due on payout_import_row (import_id, place) where refusal is null;

-- ── What was there ─────────────────────────────────────────────────────────────────────────────────────────

insert into payout_file (run_id, number, made_by, made_at, finished_at, payouts, usd_cents)
select b.id, 1, b.made_by, b.made_at, b.made_at, count(r.id)::integer, coalesce(sum(r.usd_cents), 0)
from payout_run b left join redemption r on r.batch_id = b.id group by b.id;
insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state, attempt)
select batch_id, id, row_number() over (partition by batch_id order by requested_at, id), usd_cents, usd_cents, 'sent', 1
from redemption where batch_id is not null;

-- What a payment was called in them: the redemption's digits in base 36 (rules/payout-file.ts).
create function pg_temp.payout_reference(p_redemption_id text) returns text language plpgsql as $$
declare
  v_rest numeric := 0;
  v_text text := '';
begin
  for i in 5..length(p_redemption_id) loop
    v_rest := v_rest * 16 + position(substr(p_redemption_id, i, 1) in '0123456789abcdef') - 1;
  end loop;
  while v_rest > 0 loop
    v_text := substr('0123456789abcdefghijklmnopqrstuvwxyz', (v_rest % 36)::integer + 1, 1) || v_text;
    v_rest := div(v_rest, 36);
  end loop;
  return 'r' || v_text;
end
$$;
insert into payout_line (run_id, number, redemption_id, reference)
select run_id, 1, redemption_id, pg_temp.payout_reference(redemption_id) from payout;

-- redemption.batch_id stays for the version before, which writes it; the next migration may drop it.

-- ── Guards ─────────────────────────────────────────────────────────────────────────────────────────────────

\ir functions/payout_runs.sql

create trigger payout_run_moved before update on payout_run for each row execute function payout_run_moved();
create trigger payout_moved before update on payout for each row execute function payout_moved();

-- Redemptions of all members, as an operator lists them: by wait and by value within a state.
create index redemption_in_state on redemption (state, requested_at, id);
create index redemption_by_value on redemption (state, usd_cents, id);
drop index redemption_open;

-- ── Rights ─────────────────────────────────────────────────────────────────────────────────────────────────

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant update on payout_run to crels_app;
    revoke delete, truncate on payout_run, payout, payout_file, payout_import from crels_app;
    revoke update, delete, truncate on payout_line from crels_app;
    revoke truncate on payout_import_row from crels_app;
  end if;
end $$;
