-- Requests by the minute that all processes have counted together (docs/decisions/127-rate-limits-are-shared-by-the-database.md).
-- A crash or a failover empties it, which costs one minute's counts; in exchange counting writes nothing to the log.

create unlogged table request_count (
  key text primary key check (length(key) between 1 and 100),
  count integer not null check (count > 0),
  ends_at timestamptz not null
) with (fillfactor = 50);
comment on table request_count is 'How many requests of one address or account all processes have had since the first of a minute.';
comment on column request_count.key is 'A hash by the secret of the installation: it names no address and no member.';
comment on column request_count.ends_at is 'When its minute is over, and the next request begins another.';
