-- Other currencies than US dollars, and refunds that come before their sale.

create table currency_rate (
  id           bigint generated always as identity primary key,
  currency     text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  day          date not null,
  usd_per_unit numeric(24, 12) not null check (usd_per_unit > 0),
  set_by       text not null check (set_by ~ '\S' and length(set_by) <= 80),
  set_at       timestamptz not null default crels_now()
);
comment on table currency_rate is 'US dollars for one unit of a currency on a day (UTC). Rows are added only: the last one of a day is the one in force.';
create index currency_rate_of_day on currency_rate (currency, day desc, id desc);

-- amount_minor and currency stay what everything is reckoned in: US cents.
alter table conversion
  add column reported_minor    bigint check (reported_minor > 0),
  add column reported_currency text check (reported_currency ~ '^[A-Z]{3}$' and reported_currency <> 'USD'),
  add column usd_rate          numeric(24, 12) check (usd_rate > 0),
  add column usd_rate_day      date,
  add constraint conversion_reported_amount check (
    (reported_minor is null) = (reported_currency is null)
    and (reported_minor is null) = (usd_rate is null)
    and (reported_minor is null) = (usd_rate_day is null)
    and (reported_minor is null or amount_minor is not null));
comment on column conversion.amount_minor is 'What was paid at the brand in US cents; of another currency, converted at usd_rate.';
comment on column conversion.reported_minor is 'The amount as it was reported, where that was another currency than US dollars, with the rate of usd_rate_day.';
comment on column refund.amount_minor is 'In the currency of the sale''s report: conversion.reported_currency, else US cents.';

create table waiting_refund (
  id           text primary key check (id ~ '^rfd_[0-9a-f]{32}$'),
  brand_id     text not null,
  event_id     text not null check (length(event_id) between 1 and 200),
  refund_id    text check (length(refund_id) between 1 and 200),
  whole        boolean not null,
  amount_minor bigint check (amount_minor > 0),
  currency     text check (currency ~ '^[A-Z]{3}$'),
  created_at   timestamptz(3) not null default crels_now(),
  constraint waiting_refund_event unique (brand_id, refund_id),
  check (whole = (amount_minor is null) and whole = (currency is null))
);
comment on table waiting_refund is 'A refund that came before its sale: applied, and moved to refund, when that is reported.';
create unique index waiting_refund_whole on waiting_refund (brand_id, event_id) where whole and refund_id is null;
create index waiting_refund_of on waiting_refund (brand_id, event_id, created_at, id);

do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, delete, truncate on currency_rate from crels_app;
    revoke update, truncate on waiting_refund from crels_app;
  end if;
end
$$;
