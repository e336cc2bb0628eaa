-- How much of a limit is used: guesses, mails. Keys are keyed hashes, of an address, a network, an account. No row
-- belongs to an account: a deletion leaves the counts, so that nobody gets new guesses by signing up again. Rows go
-- when their window ends, after a day at most. Times are wall time.
create table identity.limit_count (
  name text not null,
  -- HMAC under the installation's secret.
  key_hash bytea not null,
  used integer not null check (used >= 0),
  window_ends_at timestamptz not null,
  primary key (name, key_hash)
);
create index limit_count_window on identity.limit_count (window_ends_at);

-- Its counts last 15 minutes; they are not carried over.
drop table identity.sign_in_attempts;

-- The row says when an address was mailed last: it stays when its account goes. How many codes a day is a limit_count.
alter table identity.action_code drop constraint action_code_uid_fkey;
alter table identity.action_code add constraint action_code_uid_fkey
  foreign key (uid) references identity.auth_user (id) on delete set null;
alter table identity.action_code drop column sent_count, drop column day_ends_at;
