import { sql, type RawBuilder } from 'kysely'
import type { Insight, InsightActivation, InsightStatistics } from '#contracts/operator-insight.schemas.ts'
import type { InsightStep } from '#contracts/operator-insight.constants.ts'
import { bucketsOf } from '#rules/analytics-buckets.ts'
import { daysOf, PERIOD_DAYS_MAX, type Period } from '#rules/analytics-period.ts'
import { utcDate } from '#rules/utc-date.ts'
import { splitAtUtcDays } from '#rules/utc-days.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inSnapshot } from '#server/platform/transaction.ts'
import { openPeriod, type PeriodQuery } from './insight-period.ts'
import { worthOfMoved } from './worth-of-moved.ts'

/** What is added up of quarters, beside the dollars that follow from it. */
type Counted = Omit<InsightStatistics, 'usdCents'> &
  Record<'verified' | 'joined' | 'clicked' | 'converted' | 'cashedOut', number>

const nothing: Counted = {
  signUps: 0,
  verified: 0,
  joined: 0,
  clicked: 0,
  converted: 0,
  cashedOut: 0,
  clicks: 0,
  campaignClicks: 0,
  refusedClicks: 0,
  accepted: 0,
  rejected: 0,
  reversed: 0,
  salesUsdCents: 0,
  crels: 0,
}
const names = Object.keys(nothing) as (keyof Counted)[]

/** Longer periods are shown by month where nothing is said. */
const daysShownMax = 92

/** A period of the installation beside the one before. Throws what `openPeriod` throws. */
export async function showInsight(
  db: Db,
  query: PeriodQuery & { by?: InsightStep | undefined },
  { knowsVerified }: { knowsVerified: boolean },
): Promise<Insight> {
  return await inSnapshot(db, async (tx) => {
    const { zone, period, previous, counted } = await openPeriod(
      tx,
      query,
      query.by === 'day' ? PERIOD_DAYS_MAX : undefined,
    )
    const by = query.by ?? (daysOf(period) > daysShownMax ? 'month' : 'day')
    const { usdToCrels } = await currentRate(tx)
    const view = (sum: Counted) => statisticsOf(sum, usdToCrels)
    const days = bucketsOf(period, by, zone)
    // The days before, what of them is not compared, and each day of the period.
    const starts = [previous.startsAt, previous.endsAt, ...days.map(({ startsAt }) => startsAt)]
    const parts = await partsOf(tx, starts, period.endsAt)
    const ofDays = days.map((_, at) => parts.get(at + 2) ?? nothing)
    const sum = ofDays.reduce(plus, nothing)
    const isCounted = (startsAt: number, endsAt: number) =>
      counted !== null && startsAt < counted.countedAt.getTime() && endsAt > counted.beginsAt.getTime()
    return {
      timeZone: zone,
      by,
      period: periodView(period),
      previousPeriod: periodView(previous),
      countedAt: counted?.countedAt.toISOString() ?? null,
      usdToCrels,
      statistics: isCounted(period.startsAt, period.endsAt) ? view(sum) : null,
      activation: isCounted(period.startsAt, period.endsAt) ? activationOf(sum, knowsVerified) : null,
      previous:
        counted && previous.startsAt >= counted.beginsAt.getTime() && previous.endsAt > previous.startsAt
          ? view(parts.get(0) ?? nothing)
          : null,
      underReview: await countUnderReview(tx),
      days: days.map(({ date, startsAt }, at) => ({
        date,
        statistics: isCounted(startsAt, days[at + 1]?.startsAt ?? period.endsAt) ? view(ofDays[at]!) : null,
      })),
    }
  })
}

function statisticsOf(
  {
    signUps,
    clicks,
    campaignClicks,
    refusedClicks,
    accepted,
    rejected,
    reversed,
    salesUsdCents,
    crels,
  }: Counted,
  usdToCrels: string,
): InsightStatistics {
  const usdCents = worthOfMoved(crels, usdToCrels)
  const counts = { signUps, clicks, campaignClicks, refusedClicks, accepted, rejected, reversed }
  return { ...counts, salesUsdCents, crels, usdCents }
}

function activationOf(
  { signUps, verified, joined, clicked, converted, cashedOut }: Counted,
  knowsVerified: boolean,
): InsightActivation {
  return {
    signedUp: signUps,
    verified: knowsVerified ? verified : null,
    joined,
    clicked,
    converted,
    cashedOut,
  }
}

function plus(one: Counted, other: Counted): Counted {
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as Counted
}

function periodView({ from, to, startsAt, endsAt }: Period) {
  return { from, to, startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString() }
}

/** What was counted in some parts of time, added up by the part's index; each lasts until the next begins. */
async function partsOf(db: Db, starts: number[], until: number): Promise<Map<number, Counted>> {
  const { rows } = await partsSql(starts, until).execute(db)
  return new Map(rows.map(({ part, ...sum }) => [part, sum]))
}

/** Apart so that its plan can be tested: whole UTC days by their key, and quarters of days in which a part ends. */
export function partsSql(starts: number[], until: number) {
  const dates = starts.map((at) => new Date(at))
  return sql<Counted & { part: number }>`
    select width_bucket(at, ${dates}::timestamptz[]) - 1 as part, sum(sign_ups)::bigint as "signUps",
      sum(verified)::bigint as verified, sum(joined)::bigint as joined, sum(clicked)::bigint as clicked,
      sum(converted)::bigint as converted, sum(cashed_out)::bigint as "cashedOut", sum(clicks)::bigint as clicks,
      sum(campaign_clicks)::bigint as "campaignClicks", sum(refused_clicks)::bigint as "refusedClicks",
      sum(accepted)::bigint as accepted, sum(rejected)::bigint as rejected, sum(reversed)::bigint as reversed,
      sum(sale_usd_cents)::bigint as "salesUsdCents", sum(crels)::bigint as crels
    from (${countedIn(starts, until)}) counted group by 1`
}

function countedIn(starts: number[], until: number): RawBuilder<unknown> {
  const { days, rest } = splitAtUtcDays(starts, until)
  const statistics = sql`sign_ups, verified, joined, clicked, converted, cashed_out, clicks, campaign_clicks, refused_clicks,
    accepted, rejected, reversed, sale_usd_cents, crels`
  const cut = days.cut.map((at) => utcDate(at))
  const parts = [
    sql`select day::timestamp at time zone 'UTC' as at, ${statistics} from insight_day
      where day >= ${utcDate(days.from)}::date and day < ${utcDate(days.until)}::date and day <> all (${cut}::date[])`,
    ...rest.map(
      ({ from, until: end }) => sql`select quarter, ${statistics} from insight_quarter
        where quarter >= ${new Date(from)} and quarter < ${new Date(end)}`,
    ),
  ]
  return sql.join(parts, sql` union all `)
}

/** As the queue of Review counts them. */
async function countUnderReview(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from conversion where status = 'under_review'`.execute(db)
  return rows[0]!.count
}
