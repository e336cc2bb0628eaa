-- An operator can write to a member first: such a request says what it is about
-- (docs/decisions/133-an-operator-writes-first.md).

alter table support_request add column subject text check (length(subject) between 1 and 120),
  add constraint support_request_subject check (subject is null or uid is not null);
comment on column support_request.subject is 'What an operator who wrote first wrote about; null where the asker did.';
