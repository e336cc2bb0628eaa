-- Words about a member leave with them: why a redemption was rejected, an order cancelled, a conversion corrected.

\ir functions/conversions.sql
\ir functions/redemptions.sql

do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant update (reason) on redemption_event, shop_order_event to crels_app;
    grant update (detail) on payout_mismatch to crels_app;
  end if;
end $$;

-- Of those who have left already.
update redemption set reason = null where uid = party and reason is not null;
update redemption_event e set reason = null
from redemption r where r.id = e.redemption_id and r.uid = r.party and e.reason is not null;
update payout p set reason = null
from redemption r where r.id = p.redemption_id and r.uid = r.party and p.reason is not null;
update payout_mismatch m set detail = ''
from redemption r where r.id = m.redemption_id and r.uid = r.party and m.said = 'failed' and m.detail <> '';
update payout_import_row i set reason = null
from payout_import f, payout_line l, redemption r
where f.id = i.import_id and l.run_id = f.run_id and l.reference = i.reference and r.id = l.redemption_id
  and r.uid = r.party and i.reason is not null;
update conversion_claim set answer = null where uid = party and answer is not null;
update shop_order o set reason = null
where o.reason is not null and not exists (select from member m where m.party = o.party and m.state <> 'deleted');
update shop_order_event e set reason = null
where e.reason is not null and not exists (select from member m where m.party = e.party and m.state <> 'deleted');
update conversion c set correction_reason = 'erased'
from conversion o, enrolment e
where c.corrects is not null and o.id = c.corrects and e.id in (c.enrolment_id, o.enrolment_id) and e.uid = e.party and c.correction_reason <> 'erased';
