-- The quarters of the installation added up by UTC day: a period of years reads these, and quarters where its parts begin and end.

create table insight_day (
  day             date primary key,
  sign_ups        bigint not null,
  verified        bigint not null,
  joined          bigint not null,
  clicked         bigint not null,
  converted       bigint not null,
  cashed_out      bigint not null,
  clicks          bigint not null,
  campaign_clicks bigint not null,
  refused_clicks  bigint not null,
  accepted        bigint not null,
  rejected        bigint not null,
  reversed        bigint not null,
  sale_usd_cents  bigint not null,
  crels           bigint not null
);
comment on table insight_day is 'The quarters of a UTC day in insight_quarter added up.';

insert into insight_day
  select (quarter at time zone 'UTC')::date, sum(sign_ups), sum(verified), sum(joined), sum(clicked), sum(converted),
    sum(cashed_out), sum(clicks), sum(campaign_clicks), sum(refused_clicks), sum(accepted), sum(rejected), sum(reversed),
    sum(sale_usd_cents), sum(crels)
  from insight_quarter group by 1;
