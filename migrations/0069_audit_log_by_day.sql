-- The log of a day or of a month is read without walking those after it.
create index audit_entry_at on audit_entry (at) where seq is not null;
