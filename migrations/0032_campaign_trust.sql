-- What became of a campaign's results in the last 90 days, counted once an hour for everybody who reads its page.

create table campaign_trust (
  campaign_id          text primary key references campaign (id) on delete cascade,
  decided              integer not null check (decided >= 0),
  accepted             integer not null check (accepted between 0 and decided),
  unlocked             integer not null check (unlocked >= 0),
  validation_ms_median bigint check (validation_ms_median >= 0),
  clicks               bigint not null check (clicks >= 0),
  earned_crels         bigint not null check (earned_crels >= 0),
  reversed_crels       bigint not null check (reversed_crels between 0 and earned_crels),
  counted_at           timestamptz(3) not null
);
comment on table campaign_trust is 'The counts of rules/campaign-trust.ts by campaign; written by the job count-trust. One in which nothing happened has no row.';
