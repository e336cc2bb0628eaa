-- Members claim conversions that a brand did not report.

create table conversion_claim (
  id              text primary key check (id ~ '^clm_[0-9a-f]{32}$'),
  uid             text not null,
  subject         text not null,
  enrolment_id    text not null,
  campaign_id     text not null,
  brand_id        text not null,
  type            text not null check (type in ('lead', 'sale')),
  order_reference text not null check (length(order_reference) between 1 and 200),
  occurred_at     timestamptz(3) not null,
  amount_minor    bigint check (amount_minor > 0),
  currency        text check (currency ~ '^[A-Z]{3}$'),
  note            text check (length(note) <= 1000),
  state           text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answer          text check (length(answer) <= 500),
  answered_by     text,
  conversion_id   text unique references conversion,
  created_at      timestamptz(3) not null default crels_now(),
  answer_by       timestamptz(3) not null,
  answered_at     timestamptz(3),
  constraint conversion_claim_order unique (enrolment_id, order_reference),
  check ((amount_minor is null) = (currency is null)),
  check ((state = 'open') = (answered_at is null)),
  check ((state = 'accepted') = (conversion_id is not null))
);
comment on table conversion_claim is 'A lead or sale that a member says is missing, and what was answered; accepted, the conversion it became.';

create index conversion_claim_list on conversion_claim (uid, created_at, id);
create index conversion_claim_brand on conversion_claim (brand_id, created_at, id);
create index conversion_claim_due on conversion_claim (answer_by, id) where state = 'open';
do $$
begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke delete, truncate on conversion_claim from crels_app;
  end if;
end
$$;
