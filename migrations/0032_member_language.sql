-- The language of an account, as it signed up or as the member chose (docs/decisions/079-languages-are-builds.md).

alter table member add column language text check (language ~ '^[a-z]{2}$');
comment on column member.language is 'What mails and notifications speak, and the site wherever they sign in; null is English.';
