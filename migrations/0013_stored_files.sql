-- Files outside the database. A row is there before its file and goes after it, so that a process killed between
-- the two leaves nothing that is not known.
create table stored_file (
  -- Path in the store; its random part is all that keeps a public file from being found.
  key text primary key,
  -- new: being written, and left behind when still so after an hour; dropped: to be removed.
  state text not null default 'new' check (state in ('new', 'kept', 'dropped')),
  -- Wall time.
  since timestamptz not null default now()
);
create index stored_file_leaving on stored_file (since) where state <> 'kept';
