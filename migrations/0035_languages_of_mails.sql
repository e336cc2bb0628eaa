-- Mails that are written later are in the language of whom they are for: the last one of a deleted account, and answers
-- of support (docs/decisions/079-languages-are-builds.md).

alter table deletion add column language text check (language ~ '^[a-z]{2}$');
comment on column deletion.language is 'Of the account, for its last mail; null is English.';

alter table support_request add column language text check (language ~ '^[a-z]{2}$');
comment on column support_request.language is 'In which it was asked, for the answer to a visitor; null is English.';
