-- With what and from where an account's deletion was asked for: its last mail says so. Gone with the row.
alter table deletion
  add column user_agent text check (length(user_agent) <= 300),
  add column country text check (length(country) = 2);
comment on column deletion.user_agent is 'Null where no person asked: a tombstone found the account again, or the version before did not note it.';
