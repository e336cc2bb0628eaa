-- What operators see of a period: sign-ups and how far members came, clicks, conversions and what they cost, by quarter of an
-- hour and by campaign. The job `count-insight` writes it from the tables of the modules, so that a page reads few rows.

-- How far a member came. Under the party, so that who left stays counted and nothing leads to them.
create table member_milestone (
  party         text primary key,
  signed_up_at  timestamptz not null,
  is_verified   boolean not null default false,
  has_joined    boolean not null default false,
  has_click     boolean not null default false,
  has_converted boolean not null default false,
  has_cashed_out boolean not null default false
);
comment on table member_milestone is 'What each member has done, so far: each is set once and stays. The key is the party, which leads to nobody once they have left.';
comment on column member_milestone.has_click is 'A countable click on a link of an enrolment.';
create index member_milestone_by_time on member_milestone (signed_up_at)
  include (is_verified, has_joined, has_click, has_converted, has_cashed_out);
create index member_milestone_unverified on member_milestone (signed_up_at) where not is_verified;

-- All of the installation, with those who signed up in the quarter.
create table insight_quarter (
  quarter         timestamptz primary key,
  sign_ups        bigint not null default 0,
  verified        bigint not null default 0,
  joined          bigint not null default 0,
  clicked         bigint not null default 0,
  converted       bigint not null default 0,
  cashed_out      bigint not null default 0,
  clicks          bigint not null default 0,
  campaign_clicks bigint not null default 0,
  refused_clicks  bigint not null default 0,
  accepted        bigint not null default 0,
  rejected        bigint not null default 0,
  reversed        bigint not null default 0,
  sale_usd_cents  bigint not null default 0,
  crels           bigint not null default 0
);
comment on table insight_quarter is 'What happened in a quarter of an hour. Members count in the one in which they signed up, everything else in the one in which it was decided or posted.';
comment on column insight_quarter.verified is 'Of those who signed up in it, as the four below: what they have done since.';
comment on column insight_quarter.crels is 'What left budgets of campaigns less what came back to them: negative where more came back.';

create table insight_campaign_quarter (
  quarter         timestamptz not null,
  campaign_id     text not null,
  clicks          bigint not null,
  refused_clicks  bigint not null,
  accepted        bigint not null,
  rejected        bigint not null,
  reversed        bigint not null,
  sale_usd_cents  bigint not null,
  crels           bigint not null,
  primary key (quarter, campaign_id)
);
comment on table insight_campaign_quarter is 'The same by campaign, for the edges of a period: those are no whole UTC days.';

create table insight_campaign_day (
  day             date not null,
  campaign_id     text not null,
  clicks          bigint not null,
  refused_clicks  bigint not null,
  accepted        bigint not null,
  rejected        bigint not null,
  reversed        bigint not null,
  sale_usd_cents  bigint not null,
  crels           bigint not null,
  primary key (day, campaign_id)
);
comment on table insight_campaign_day is 'The quarters of a UTC day added up.';

create table insight_count (
  is_all     boolean primary key default true check (is_all),
  begins_at  timestamptz not null,
  counted_at timestamptz not null
);
comment on table insight_count is 'From when to when all of it is counted; one row, none before the first time.';

-- ── What the count looks for ───────────────────────────────────────────────────────────────────────────────

-- When a conversion was decided; at once, for most.
create index conversion_by_decision on conversion (coalesce(decided_at, created_at)) where status <> 'under_review';
create index refund_by_time on refund using brin (created_at);
-- Rows stand in the order they were loaded: those of a day are a few blocks, and the index costs the loader nothing.
create index click_quarter_by_time on click_quarter using brin (quarter) with (pages_per_range = 16, autosummarize = on);
