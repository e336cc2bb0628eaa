-- Rewards per click: which unique clicks wait to be paid, and what was paid for them, hour by hour.

-- Said on the link, so that the loader of clicks asks nothing else of those that pay nothing.
alter table link add column pays_clicks boolean not null default false;
comment on column link.pays_clicks is 'Its enrolment is paid for clicks: unique ones wait in click_due.';
create index link_paying on link (id) where pays_clicks;

create table click_due (
  enrolment_id text not null,
  at           timestamptz not null,
  click_id     text not null,
  visitor      bytea not null check (length(visitor) = 16),
  primary key (enrolment_id, at, click_id)
);
comment on table click_due is 'Unique clicks of enrolments that are paid for them, not yet paid or refused. Written by the loader with the clicks.';

create table click_pay (
  enrolment_id    text not null references enrolment (id),
  -- The UTC hour before the one in which it was paid.
  hour            timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  millicrels      integer check (millicrels > 0),
  clicks          integer not null check (clicks > 0),
  paid_clicks     integer not null check (paid_clicks between 0 and clicks),
  refused         jsonb not null default '{}' check (jsonb_typeof(refused) = 'object'),
  kept_before     integer not null check (kept_before between 0 and 999),
  kept_after      integer not null check (kept_after between 0 and 999),
  crels           bigint not null check (crels >= 0),
  earning_id      text unique,
  created_at      timestamptz(3) not null default crels_now(),
  primary key (enrolment_id, hour),
  check (paid_clicks::bigint * coalesce(millicrels, 0) + kept_before = crels * 1000 + kept_after),
  check ((crels > 0) = (earning_id is not null))
);
comment on table click_pay is 'What the unique clicks of an enrolment were paid, once an hour: at most one row and one post for both. Never changed.';
comment on column click_pay.refused is 'Clicks that were not paid, by reason (rules/click-pay.ts).';
comment on column click_pay.kept_after is 'Thousandths of a crel that wait for the next clicks.';

create function click_pay_guard() returns trigger language plpgsql as $$
begin
  if new.clicks <> new.paid_clicks + coalesce((select sum(value::integer) from jsonb_each_text(new.refused)), 0) then
    raise exception 'clicks of % at % are neither paid nor refused', new.enrolment_id, new.hour
      using errcode = 'check_violation';
  end if;
  if new.kept_before <> coalesce((select kept_after from click_pay
                                  where enrolment_id = new.enrolment_id order by hour desc limit 1), 0)
     or exists (select from click_pay where enrolment_id = new.enrolment_id and hour > new.hour) then
    raise exception 'clicks of % at % do not go on from those before', new.enrolment_id, new.hour
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger click_pay_follows before insert on click_pay for each row execute function click_pay_guard();

-- An earning of clicks has no conversion, and says how it was reckoned.
alter table earning alter column conversion_id drop not null;
alter table earning drop constraint earning_type_check;
alter table earning add constraint earning_type_check check (type in ('click', 'lead', 'sale'));
alter table earning add constraint earning_of check ((type = 'click') = (conversion_id is null));
alter table earning add column clicks integer check (clicks > 0);
alter table earning add column click_millicrels integer check (click_millicrels > 0);
alter table earning add constraint earning_of_clicks
  check ((type = 'click') = (clicks is not null) and (type = 'click') = (click_millicrels is not null));
comment on column earning.conversion_id is 'Null for clicks, which click_pay tells of.';
comment on column earning.clicks is 'Of an earning of clicks: how many were paid, at click_millicrels each; a part of a crel comes from or stays for others.';

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    revoke update, truncate on click_due from crels_app;
    revoke update, delete, truncate on click_pay from crels_app;
  end if;
end $$;
