-- When an address was last found to work: a report of a mail that was sent before says nothing of it.

alter table address_trouble add column lifted_at timestamptz;
comment on table address_trouble is 'Addresses that bounced or whose reader called a mail spam. The row goes with the account.';
comment on column address_trouble.lifted_at is 'When a mail was proved to arrive, or an operator said that it does; what came back of mails from before is of the past.';
