-- A report can say that a former attempt of a payment was paid after all, while a later one is under way or paid: the bank
-- pays twice. A person finds out (docs/decisions/163-a-payment-made-twice-waits-for-a-person.md).
-- Needs: 0.1.0

alter table payout add column paid_attempt integer check (paid_attempt between 1 and attempt);
comment on column payout.paid_attempt is 'The attempt that was paid, where a report says so; the last one where it is null.';

alter table payout_mismatch drop constraint payout_mismatch_said_check;
alter table payout_mismatch
  add constraint payout_mismatch_said_check check (said in ('paid', 'failed', 'twice')),
  -- Of a payment that was made twice: which attempt is the other one, and what became of it.
  add column attempt integer check (attempt > 0),
  add column paid_on date,
  add column settled_as text check (settled_as in ('came_back', 'kept')),
  add constraint payout_mismatch_attempt check ((said = 'twice') = (attempt is not null)),
  add constraint payout_mismatch_settled_as check (
    (settled_as is not null) = (said = 'twice' and settled_at is not null));
comment on column payout_mismatch.attempt is 'The attempt that was paid beside the one that the payment is written down with.';
comment on column payout_mismatch.paid_on is 'The day of that payment, where its report names one.';
comment on column payout_mismatch.settled_as is 'Of a payment made twice: whether that attempt came back, or the member keeps it.';

-- Each attempt waits by itself.
drop index payout_mismatch_waiting;
create unique index payout_mismatch_waiting on payout_mismatch (redemption_id, said, coalesce(attempt, 0))
  where settled_at is null;

-- Who has the file made: what its job does is their act.
alter table payout_file add column operator_id text references operator (id), add column worked_at timestamptz;
comment on column payout_file.worked_at is 'When the job that makes it was last at it.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant update (settled_as) on payout_mismatch to crels_app;
  end if;
end $$;
