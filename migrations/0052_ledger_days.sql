-- Balances at the end of each day (UTC), for the liability by day: a day is closed once, by the job `close-ledger-days`,
-- from the closing before and the entries of the day.

create table ledger_day (
  day    date not null,
  asset  text not null,
  code   text not null,
  posted bigint not null,
  primary key (day, asset, code),
  foreign key (code, asset) references account_code (code, asset)
);
comment on table ledger_day is 'Sum of the balances of all accounts of a code at the end of a day, by when transactions were made.';

-- Both grow at their end: what was made on a day is a few blocks.
create index txn_by_time on txn using brin (created_at);
-- Accounts of a kind, by pages.
create index account_of_code on account (code, id);

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on ledger_day from crels_app;
  end if;
end $$;
