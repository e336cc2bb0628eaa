-- Clicks under review, as an operator lists them: what is worth most first, also of a million.

alter table click_review add column click_millicrels integer check (click_millicrels > 0);
comment on column click_review.click_millicrels is 'What the enrolment was paid for a click when these went under review, in thousandths of a crel: their place in the list by value. What is paid for them is what it pays when they are decided.';
-- The guard of reviews knows no change but a decision.
alter table click_review disable trigger click_review_once;
update click_review r set click_millicrels = n.reward_click_millicrels
from enrolment n where n.id = r.enrolment_id and r.state = 'under_review';
alter table click_review enable trigger click_review_once;

create index click_review_by_value on click_review ((clicks::bigint * coalesce(click_millicrels, 0)), id)
  where state = 'under_review';
