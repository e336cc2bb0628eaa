-- Mails go to addresses that somebody proved (docs/decisions/155-mails-go-to-proved-addresses.md): a member knows that of
-- their own, and no longer from the next token on alone.

\ir functions/proved_addresses.sql

create trigger auth_user_address_proved after update of email, email_verified on identity.auth_user
  for each row when (new.email_verified and (not old.email_verified or old.email <> new.email))
  execute function public.address_proved();

comment on column member.email_verified is
  'Whether the present address was proved: the embedded provider writes it with the proof, an outside one says so in a token.';

-- Of members who have not called since tokens began to say so.
update member m set email_verified = true
from identity.auth_user u
where u.id = m.uid and m.iss = 'crels' and u.email = m.email and u.email_verified and not m.email_verified
  and m.state <> 'deleted';

-- What an account that is deleted had proved: what was written from there without signing in leaves with it.
alter table deletion add column proved_addresses text[] not null default '{}';
comment on column deletion.proved_addresses is
  'Of the addresses those that the member had proved; others may be another person''s.';

-- Nor does the console's sign-in say whose an address is (docs/decisions/156-a-sign-in-says-not-who-is-an-operator.md).
alter table operator_mail_code alter column operator_id drop not null;
comment on column operator_mail_code.operator_id is
  'Null until the code is mailed, and for good where the address is no operator''s: no code is right then.';
