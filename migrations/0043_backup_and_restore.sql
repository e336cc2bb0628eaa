-- Backups that were finished, and what a restored database waits for (docs/decisions/101-a-restored-database-waits.md).

create table backup_run (
  id bigint generated always as identity primary key,
  -- What the backup is as of.
  taken_at timestamptz not null,
  bytes bigint not null check (bytes > 0),
  is_encrypted boolean not null,
  ended_at timestamptz not null default now()
);

create table restoration (
  id bigint generated always as identity primary key,
  backup_at timestamptz not null,
  restored_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by text,
  check ((confirmed_at is null) = (confirmed_by is null))
);
comment on table restoration is 'While a row is not confirmed, nothing leaves: payouts, mails, webhooks, push, forwarding.';
create unique index restoration_waiting on restoration ((true)) where confirmed_at is null;

create table restored_payout (
  redemption_id text primary key references redemption,
  restoration_id bigint not null references restoration,
  -- When a person has said whether it was paid after the backup.
  checked_at timestamptz,
  checked_by text,
  check ((checked_at is null) = (checked_by is null))
);
comment on table restored_payout is 'Redemptions that were open in a backup that was restored: each may have been paid since.';
create index restored_payout_open on restored_payout (redemption_id) where checked_at is null;

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke insert, update, delete, truncate on backup_run from crels_app;
    revoke insert, delete, truncate on restoration, restored_payout from crels_app;
  end if;
end $$;
