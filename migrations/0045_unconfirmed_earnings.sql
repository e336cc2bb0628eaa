-- What pixels reserve of a campaign's budget is bounded (rules/attribution.ts): asked at each report of one.
create index earning_unconfirmed on earning (campaign_id, enrolment_id, crels)
  where state = 'held' and reason = 'unconfirmed';
