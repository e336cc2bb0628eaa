-- Conversions under review that were wholly refunded: nothing was left to decide, and no list had them. From now on the
-- refund ends the review (server/modules/conversions/apply-refund.ts).

with ended as (
  update conversion c set status = 'rejected', reason = 'refunded', decided_at = crels_now()
  from earning e where e.conversion_id = c.id and e.state = 'reversed' and c.status = 'under_review'
  returning e.id
)
update appeal a set state = 'refused', answered_at = crels_now()
from ended where a.earning_id = ended.id and a.state = 'open';
