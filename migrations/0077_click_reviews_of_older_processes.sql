-- While processes of the version before ran beside those that know 0067, they kept reviews without what a click was worth.

\ir functions/conversions.sql

create trigger click_review_valued before insert on click_review
  for each row when (new.click_millicrels is null) execute function click_review_valued();

-- The guard of reviews knows no change but a decision.
alter table click_review disable trigger click_review_once;
update click_review r set click_millicrels = n.reward_click_millicrels
from enrolment n where n.id = r.enrolment_id and r.state = 'under_review' and r.click_millicrels is null;
alter table click_review enable trigger click_review_once;
