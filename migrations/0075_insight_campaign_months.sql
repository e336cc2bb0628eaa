-- The days of campaigns added up by UTC month: a period of years by campaign reads these, and days where it begins and ends.

create table insight_campaign_month (
  month           date not null check (extract(day from month) = 1),
  campaign_id     text not null,
  clicks          bigint not null,
  refused_clicks  bigint not null,
  accepted        bigint not null,
  rejected        bigint not null,
  reversed        bigint not null,
  sale_usd_cents  bigint not null,
  crels           bigint not null,
  primary key (month, campaign_id)
);
comment on table insight_campaign_month is 'The days of a UTC month in insight_campaign_day added up.';

insert into insight_campaign_month
  select date_trunc('month', day)::date, campaign_id, sum(clicks), sum(refused_clicks), sum(accepted), sum(rejected),
    sum(reversed), sum(sale_usd_cents), sum(crels)
  from insight_campaign_day group by 1, 2;
