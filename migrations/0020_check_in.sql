-- The daily check-in: where a member's days begin, which they took, and what covered those they missed. Everything is
-- the member's under the ledger's name for them, and goes when they leave; the points stay in the books.

-- One row a member, locked by whoever grants them something.
create table streak (
  subject        text primary key,
  -- At the last check-in.
  days           integer not null default 0 check (days >= 0),
  longest        integer not null default 0 check (longest >= days),
  last_date      date,
  last_at        timestamptz,
  bought_freezes integer not null default 0 check (bought_freezes >= 0),
  check ((last_date is null) = (last_at is null)),
  check ((last_date is null) = (days = 0))
);
comment on table streak is 'Consecutive dates on which a member checked in.';

create table check_in (
  subject      text not null,
  -- Where the member was.
  date         date not null,
  at           timestamptz not null,
  zone         text not null,
  -- The streak with it.
  days         integer not null check (days > 0),
  points       integer not null check (points > 0),
  bonus_points integer not null check (bonus_points >= 0),
  txn_id       text not null unique references txn,
  primary key (subject, date)
);
comment on table check_in is 'A date that was taken; the key makes it once.';

create table streak_freeze (
  subject text not null,
  -- The missed date.
  date    date not null,
  kind    text not null check (kind in ('monthly', 'bought')),
  used_at timestamptz not null,
  primary key (subject, date)
);

-- The zones of a member, each until the next begins; the first begins with the epoch.
create table member_zone (
  subject   text not null,
  starts_at timestamptz not null,
  zone      text not null,
  -- When it was asked for; null for the first, which is no change.
  asked_at  timestamptz,
  primary key (subject, starts_at)
);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke truncate on streak, check_in, streak_freeze, member_zone from crels_app;
    revoke update on check_in, streak_freeze from crels_app;
  end if;
end $$;
