-- An operator's own account as a member stays theirs when its address changes
-- (docs/decisions/131-who-is-paid-there-does-not-approve.md).

alter table member add column email_verified boolean not null default false,
  add column operator_emails text[] not null default '{}';
comment on column member.email_verified is 'Whether a token said so of the present address.';
comment on column member.operator_emails is
  'Addresses that the account had before, verified, each of them an operator''s: it is that operator''s own.';
