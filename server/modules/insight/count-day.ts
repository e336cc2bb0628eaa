import { sql, type RawBuilder } from 'kysely'
import type { CampaignVisits } from '#server/modules/clicks/public.ts'
import { isPixelWord } from '#server/modules/conversions/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { addUpDays, addUpMonth } from './add-up-days.ts'
import { utcDate } from '#rules/utc-date.ts'

/** A UTC day. */
export interface DaySpan {
  from: Date
  until: Date
}

const statistics = sql`clicks, refused_clicks, accepted, rejected, reversed, sale_usd_cents, crels`
const sums = sql`
  sum(clicks)::bigint as clicks, sum(refused_clicks)::bigint as refused_clicks, sum(accepted)::bigint as accepted,
  sum(rejected)::bigint as rejected, sum(reversed)::bigint as reversed, sum(sale_usd_cents)::bigint as sale_usd_cents,
  sum(crels)::bigint as crels`

/**
 * Counts a UTC day anew: by campaign and quarter of an hour, from those the day by campaign, and the quarters and the
 * day of all. What belongs to no campaign is under an empty one, in the quarters alone.
 */
export async function countDay(tx: Tx, span: DaySpan, visits: CampaignVisits[]): Promise<void> {
  const day = sql`${utcDate(span.from)}::date`
  const within = sql`quarter >= ${span.from} and quarter < ${span.until}`
  await sql`delete from insight_campaign_quarter where ${within}`.execute(tx)
  await sql`delete from insight_campaign_day where day = ${day}`.execute(tx)
  await sql`
    insert into insight_campaign_quarter (campaign_id, quarter, ${statistics})
    select coalesce(campaign_id, ''), date_bin('15 minutes', at, timestamptz '2000-01-01Z'), ${sums}
    from (${facts(span, visits)}) fact group by 1, 2`.execute(tx)
  await sql`
    insert into insight_campaign_day (campaign_id, day, ${statistics})
    select campaign_id, ${day}, ${sums} from insight_campaign_quarter
    where ${within} and campaign_id <> '' group by 1`.execute(tx)
  await sql`
    update insight_quarter set clicks = 0, campaign_clicks = 0, refused_clicks = 0, accepted = 0, rejected = 0, reversed = 0,
      sale_usd_cents = 0, crels = 0 where ${within}`.execute(tx)
  await sql`
    insert into insight_quarter (quarter, campaign_clicks, ${statistics})
    select quarter, coalesce(sum(clicks) filter (where campaign_id <> ''), 0)::bigint, ${sums}
    from insight_campaign_quarter where ${within} group by 1
    on conflict (quarter) do update set clicks = excluded.clicks, campaign_clicks = excluded.campaign_clicks,
      refused_clicks = excluded.refused_clicks, accepted = excluded.accepted, rejected = excluded.rejected,
      reversed = excluded.reversed, sale_usd_cents = excluded.sale_usd_cents, crels = excluded.crels`.execute(
    tx,
  )
  await addUpDays(tx, [utcDate(span.from)])
  await addUpMonth(tx, utcDate(span.from))
}

/** All that happened on the day, a row each: visits, decisions, refunds, and what moved on the budgets. */
function facts(span: DaySpan, visits: CampaignVisits[]): RawBuilder<unknown> {
  return sql`
    select v.campaign_id, v.at, v.clicks, v.refused as refused_clicks, 0 as accepted, 0 as rejected, 0 as reversed,
      0 as sale_usd_cents, 0 as crels
    from unnest(${visits.map(({ campaignId }) => campaignId)}::text[], ${visits.map(({ quarter }) => quarter)}::timestamptz[],
      ${visits.map(({ clicks }) => clicks)}::bigint[], ${visits.map(({ refused }) => refused)}::bigint[])
      v (campaign_id, at, clicks, refused)
    union all
    select campaign_id, ${decidedAt}, 0, 0, (status = 'accepted')::int, (status = 'rejected')::int, 0,
      case status when 'accepted' then coalesce(sale_usd_cents, 0) else 0 end, 0
    from conversion where ${decidedWithin(span)} and not (${isPixelWord})
    union all
    ${refunds(span)}
    union all
    select a.party, t.created_at, 0, 0, 0, 0, 0, 0, -e.amount
    from txn t join entry e on e.txn_id = t.id and e.party = t.party join account a on a.id = e.account_id
    where t.created_at >= ${span.from} and t.created_at < ${span.until}
      and t.kind in ('earning_pending', 'earning_reversed') and a.code = 'campaign.budget'`
}

/**
 * When a conversion was decided: with its report, or by the review of it. As the index `conversion_by_decision` has it.
 */
const decidedAt = sql`coalesce(decided_at, created_at)`

function decidedWithin({ from, until }: DaySpan): RawBuilder<unknown> {
  return sql`status <> 'under_review' and ${decidedAt} >= ${from} and ${decidedAt} < ${until}`
}

/**
 * What was refunded of accepted conversions, at the time of the refund; what was refunded while it was under review, at
 * that of its acceptance. Shares of the sale in US cents add up to the sale, whatever it was reported in. The refund
 * with which nothing is left of the earning takes the conversion back.
 */
function refunds(span: DaySpan): RawBuilder<unknown> {
  return sql`
    select c.campaign_id, r.at, 0, 0, 0, 0,
      (r.reversed_crels > 0 and r.total_reversed_crels = (select e.crels from earning e where e.conversion_id = c.id))::int,
      coalesce(div(c.sale_usd_cents * (r.until_now - r.minor), r.whole_minor) - div(c.sale_usd_cents * r.until_now, r.whole_minor), 0),
      0
    from (
      select r.conversion_id, greatest(r.created_at, c.decided_at) as at, r.reversed_crels, r.total_reversed_crels,
        r.reported_amount_minor as minor, coalesce(c.reported_amount_minor, c.sale_usd_cents)::numeric as whole_minor,
        (select sum(x.reported_amount_minor) from refund x
          where x.conversion_id = r.conversion_id and (x.created_at, x.id) <= (r.created_at, r.id)) as until_now
      from (
        select id from refund where created_at >= ${span.from} and created_at < ${span.until}
        union
        select r.id from conversion a join refund r on r.conversion_id = a.id
        where a.status <> 'under_review' and a.status = 'accepted' and r.created_at < a.decided_at
          and coalesce(a.decided_at, a.created_at) >= ${span.from} and coalesce(a.decided_at, a.created_at) < ${span.until}
      ) found join refund r using (id) join conversion c on c.id = r.conversion_id and c.status = 'accepted'
    ) r join conversion c on c.id = r.conversion_id
    where r.at >= ${span.from} and r.at < ${span.until}`
}
