import { sql, type RawBuilder } from 'kysely'

/*
 * The rules of docs and product, written again as arithmetic of PostgreSQL. Nothing here is shared with what pays:
 * a mistake in rules/ or in a use case cannot hide in its own proof. Each query answers the ids of what is otherwise.
 */
type Recount = RawBuilder<{ id: string }>

/** What an enrolment was promised, where that has not changed since: terms it agreed to before the conversion. */
const promised = sql`(
  select n.id, n.reward_lead_crels as lead, n.reward_sale_crels as sale, n.reward_sale_bps as bps, n.cookie_days, n.hold_days,
         greatest(n.applied_at, n.joined_at, n.terms_agreed_at) as since
  from enrolment n)`

/** The rate of the exchange at a moment. */
const rateAt = (moment: string) => sql`(
  select r.usd_to_crels from exchange_rate r where r.set_at <= ${sql.raw(moment)} order by r.id desc limit 1)`

/** What refunds of a conversion came to: the whole, or so many minor units of what was reported. */
const refunded = sql`(
  select conversion_id, bool_or(whole) as whole, coalesce(sum(reported_amount_minor), 0) as minor from refund group by 1)`

export const recounts: Record<string, Recount> = {
  'a lead or a fixed sale earns what was promised': sql`
    select e.id from earning e join conversion c on c.id = e.conversion_id join ${promised} p on p.id = e.enrolment_id
    where e.bps is null and p.since <= c.created_at
      and e.crels is distinct from case c.type when 'lead' then p.lead else p.sale end`,
  'a share earns its part of the sale at the rate of the moment, and the part of a crel stays in the budget': sql`
    select e.id from earning e join conversion c on c.id = e.conversion_id
    where e.bps is not null and (e.crels <> floor(c.sale_usd_cents::numeric * e.bps * e.usd_to_crels / 1000000)
      or e.sale_usd_cents <> c.sale_usd_cents or (e.usd_to_crels <> ${rateAt('c.created_at')}
      -- Set while it was being computed.
      and not exists (select from exchange_rate r where r.usd_to_crels = e.usd_to_crels
                      and r.set_at between c.created_at and c.created_at + interval '1 minute')))`,
  'a share is the one that was promised': sql`
    select e.id from earning e join conversion c on c.id = e.conversion_id join ${promised} p on p.id = e.enrolment_id
    where c.type = 'sale' and p.since <= c.created_at and e.bps is distinct from p.bps`,
  'what earned was a click of that enrolment’s link, in the brand’s campaign, within the cookie': sql`
    select e.id from earning e join conversion c on c.id = e.conversion_id
    join enrolment n on n.id = e.enrolment_id join campaign g on g.id = n.campaign_id
    join ${promised} p on p.id = n.id
    left join link l on l.id = c.link_id
    where g.brand_id <> c.brand_id or g.id <> e.campaign_id or n.party <> e.party
      or l.enrolment_id is distinct from e.enrolment_id
      or (p.since <= c.created_at and c.occurred_at >
            uuid_extract_timestamp(substr(c.click_id, 5)::uuid) + make_interval(hours => 24 * p.cookie_days))`,
  'a lead or sale earns once, and one that was refused earns nothing': sql`
    select c.id from conversion c left join earning e on e.conversion_id = c.id
    group by c.id, c.status, c.review_reason
    having count(e.id) <> case when c.status = 'rejected' and c.review_reason is null then 0 else 1 end`,
  'a corrected one keeps nothing, is of the same event, and was corrected once': sql`
    select c.id from conversion c left join conversion o on o.id = c.corrects
    left join earning e on e.conversion_id = o.id
    where c.corrects is not null and (c.status <> 'accepted' or o.brand_id <> c.brand_id or o.event_id <> c.event_id
      or o.created_at > c.created_at or coalesce(e.crels - e.reversed_crels, 0) <> 0)
    union all
    select max(id) as id from conversion group by brand_id, event_id
    having count(*) - count(corrects) <> 1 or count(distinct corrects) <> count(corrects)`,
  'it unlocks when its hold ends, and not before': sql`
    select e.id from earning e join ${promised} p on p.id = e.enrolment_id
    where (p.since <= e.created_at and e.unlocks_at <> e.created_at + make_interval(hours => 24 * p.hold_days))
      or (e.state = 'available' and e.unlocked_at < e.unlocks_at
          and not exists (select from account a where a.party = e.party and a.closed_at is not null))`,
  'refunds take back their part of an earning, and no more': sql`
    select e.id from earning e join conversion c on c.id = e.conversion_id join ${refunded} r on r.conversion_id = c.id
    where c.status = 'accepted' and e.reversed_crels <> case
      when r.whole then e.crels
      else least(e.crels, floor(e.crels * r.minor / coalesce(c.reported_amount_minor, c.sale_usd_cents))) end`,
  'nothing else takes an earning back': sql`
    select e.id from earning e left join conversion c on c.id = e.conversion_id
    where e.reversed_crels > 0 and e.reversed_crels <> e.crels
      and not exists (select from refund r where r.conversion_id = e.conversion_id)
    union all
    select e.id from earning e join conversion c on c.id = e.conversion_id
    where e.reversed_crels = e.crels and c.status = 'accepted'
      and not exists (select from refund r where r.conversion_id = c.id)`,
  'the first countable click of a visitor on a link in a day is unique, and no other': sql`
    -- Copies of what a store of columns has are without statistics, and nothing is unique of them.
    select max(id) as id from click c where countable and exists (
      select from click_quarter q
      where q.link_id = c.link_id and q.quarter = date_bin('15 minutes', c.at, timestamptz '2000-01-01 00:00:00+00'))
    group by link_id, visitor, (at at time zone 'UTC')::date having count(*) filter (where unique_of_day) <> 1
    union all
    select id from click where unique_of_day and not countable`,
  'hourly clicks are paid whole crels, the thousandths go on to the next hour': sql`
    select p.enrolment_id as id from (
      select *, lag(remainder_after, 1, 0) over (partition by enrolment_id order by hour) as carried from click_pay) p
    left join earning e on e.id = p.earning_id
    where p.remainder_before <> p.carried
      or p.crels <> div(p.paid_clicks::numeric * coalesce(p.millicrels, 0) + p.carried, 1000)
      or p.remainder_after <> mod(p.paid_clicks::numeric * coalesce(p.millicrels, 0) + p.carried, 1000)
      or coalesce(e.crels, 0) <> p.crels or e.clicks <> p.paid_clicks or e.click_millicrels <> p.millicrels`,
  // All since it joined under these terms; those from before may have been under others, that paid nothing for a click.
  'a visitor of an enrolment that is paid for clicks is paid, refused, reviewed or waits, once a day': sql`
    select n.id from enrolment n
    cross join lateral (
      select count(distinct (c.visitor, (c.at at time zone 'UTC')::date)) as clicks, min(l.created_at) as since,
             -- Who came before, under terms that paid nothing, is no first visitor of that day. And a click that is
             -- loaded while its member agrees finds a link that is not paid for yet. Version 0.1.0 has no enrolled_at.
             count(distinct (c.visitor, (c.at at time zone 'UTC')::date)) filter (where c.unique_of_day
               and c.at >= greatest(n.applied_at, n.joined_at, (to_jsonb(l) ->> 'enrolled_at')::timestamptz,
                 n.terms_agreed_at + interval '1 minute')) as recent
      from link l join click c on c.link_id = l.id
      where l.enrolment_id = n.id and l.pays_clicks and c.countable) u
    cross join lateral (
      select count(*) as clicks from payable_click p where p.enrolment_id = n.id) p
    where n.state = 'active' and n.reward_click_millicrels is not null
      -- Where a store of columns has the clicks, only copies of some are here.
      and not exists (select from click_batch)
      -- Days whose partitions are gone are counted no more.
      and (select min(to_date(right(c.relname, 8), 'YYYYMMDD')) from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent = 'click'::regclass) <= (u.since at time zone 'UTC')::date
      and p.clicks not between u.recent and u.clicks`,
  'an hour of clicks is those that were settled in it': sql`
    select p.enrolment_id as id from click_pay p
    cross join lateral (
      select count(*) as clicks, count(*) filter (where state = 'paid') as paid from payable_click c
      where c.enrolment_id = p.enrolment_id and c.hour = p.hour and c.reason is distinct from 'settled_before') c
    where p.limits is not null and (c.clicks > p.clicks or c.paid > p.paid_clicks or (
      (c.clicks, c.paid) <> (p.clicks::bigint, p.paid_clicks::bigint)
      -- Who was paid is forgotten with the days of clicks, and an hour may settle clicks of any day before it: it is
      -- judged while its first day is kept, and one that does not say it while the enrolment's is.
      and (select min(to_date(right(t.relname, 8), 'YYYYMMDD')) from pg_inherits i join pg_class t on t.oid = i.inhrelid
           where i.inhparent = 'click'::regclass)
          <= coalesce((p.first_at at time zone 'UTC')::date,
               (select min(l.created_at at time zone 'UTC')::date from link l where l.enrolment_id = p.enrolment_id))))`,
  'no more visitors of a network, an address, a minute or an hour are paid than their limits, but those that a person accepted': sql`
    with paid as (
      select c.*, (p.limits->>'perHour')::bigint as per_hour, (p.limits->>'perNetwork')::bigint as per_network,
             (p.limits->>'perMobileNetwork')::bigint as per_mobile_network,
             -- Hours from before networks counted for a member counted them for the enrolment.
             case p.limits->>'networksOf' when 'member' then n.party else c.enrolment_id end as counted_for
      from payable_click c join click_pay p on p.enrolment_id = c.enrolment_id and p.hour = c.hour
      join enrolment n on n.id = c.enrolment_id
      where c.state = 'paid' and c.review_id is null and p.limits is not null)
    select min(enrolment_id) as id from paid where network is not null group by counted_for, day, network
    having count(*) > max(case network_kind when 'mobile' then per_mobile_network else per_network end)
    union all
    select min(enrolment_id) from paid where network is not null group by counted_for, day, address
    having count(*) > max(per_network)
    union all
    select enrolment_id from paid group by enrolment_id, date_trunc('hour', at, 'UTC') having count(*) > max(per_hour)
    union all
    select enrolment_id from paid group by enrolment_id, date_trunc('minute', at, 'UTC') having count(*) > 20
    union all
    select enrolment_id from paid where network_kind = 'hosting'`,
  'clicks under review are those of a review that waits': sql`
    select r.id from click_review r
    where r.state = 'under_review'
      and r.clicks <> (select count(*) from payable_click c where c.review_id = r.id and c.state = 'under_review')
    union all
    select c.review_id from payable_click c join click_review r on r.id = c.review_id
    where (c.state = 'under_review') <> (r.state = 'under_review')`,
  'clicks are paid the reward that was promised': sql`
    select p.enrolment_id as id from click_pay p join enrolment n on n.id = p.enrolment_id
    -- Clicks of before are paid the reward of before.
    where greatest(n.applied_at, n.joined_at, n.terms_agreed_at) <= coalesce(p.first_at, p.hour)
      and p.millicrels is distinct from n.reward_click_millicrels`,
  'the ledger posted each earning whole, once, out of its campaign’s budget': sql`
    select e.id from earning e
    left join click_pay p on p.earning_id = e.id
    left join lateral (
      select count(distinct t.id) as posts, -sum(x.amount) filter (where a.code = 'campaign.budget' and a.party = e.campaign_id) as spent,
             sum(x.amount) filter (where a.code = 'member.pending' and a.party = e.party) as earned
      from txn t join entry x on x.txn_id = t.id join account a on a.id = x.account_id
      where case when e.type = 'click'
        then t.scope = 'click' and t.idem = 'click:' || e.enrolment_id || ':' || to_char(p.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
        else t.scope = 'earning_pending' and t.idem = e.id end) t on true
    where case when e.hold_id is not null then t.posts > 1 or t.spent > e.crels or t.spent <> t.earned
               else (t.posts, t.spent, t.earned) is distinct from (1, e.crels, e.crels) end`,
  'a budget is what was put in, less what was earned, plus what came back': sql`
    select c.id from campaign c
    left join account a on a.party = c.id and a.code = 'campaign.budget'
    left join lateral (select coalesce(sum(e.crels - e.reversed_crels) filter (where e.state <> 'under_review'), 0) as earned,
                              coalesce(sum(e.crels) filter (where e.state = 'under_review'), 0) as reserved
                       from earning e where e.campaign_id = c.id) e on true
    where not c.demo and (coalesce(a.posted, 0) <> c.budget_crels - e.earned or coalesce(a.reserved, 0) <> e.reserved)`,
  'no budget was ever exceeded, not by one crel and not for a moment': sql`
    select party as id from (
      select a.party, sum(x.amount) over (partition by x.account_id order by x.seq) as left_over
      from entry x join account a on a.id = x.account_id where a.code = 'campaign.budget') b
    where left_over < 0 group by 1`,
  'what members have pending is what they earned and is not unlocked': sql`
    select a.party as id from account a
    left join (select party, sum(crels - reversed_crels) as crels from earning where state = 'pending' group by 1) e
      on e.party = a.party
    where a.code = 'member.pending' and a.posted <> coalesce(e.crels, 0)`,
}
