-- The exchange rate with its whole history: a change adds a row.
create table exchange_rate (
  id bigint generated always as identity primary key,
  usd_to_crels numeric(18, 6) not null check (usd_to_crels > 0),
  set_by text not null,
  set_at timestamptz not null default crels_now()
);
insert into exchange_rate (usd_to_crels, set_by) values (10.5, 'default');
