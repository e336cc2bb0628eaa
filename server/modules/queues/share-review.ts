import { sql, type RawBuilder } from 'kysely'
import type { ShareReview } from '#contracts/operator-review-shapes.ts'
import { clicksByOrigin, visitorsOfLink } from '#server/modules/clicks/public.ts'
import { addressesOfMember, visitorsOfMember } from '#server/modules/conversions/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { memberStanding, membersAlike } from '#server/modules/operated-conversions/public.ts'
import { countShareClicks, shareOfLink, type ShareDeps } from '#server/modules/shares/public.ts'
import { shortUrl } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { busiestMinute, networksOf, type Visit } from './alike-visits.ts'
import { reviewOf } from './review-queue.ts'

/** How many networks and places are named. */
const networksMax = 10
const placesMax = 5
const quarterMs = 15 * 60_000

interface Facts {
  state: ShareReview['state']
  beganAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

/** A share under review: its link, who came by it and how much they look alike. Throws `not_found`. */
export async function shareReview(
  db: Db,
  id: string,
  { publicOrigin, clickLimits }: ShareDeps,
): Promise<ShareReview> {
  const review = await reviewOf(db, 'shares', id)
  const [share, facts] = [await shareOfLink(db, id), await factsOf(db, id)]
  if (!share || !facts) throw problem('not_found', { detail: 'There is no such review.' })
  const { uid, party, network, sharedAt, closesAt } = share
  const { socialShare: settings } = await currentEconomy(db)
  const came = await visitorsOfLink(db, id)
  const own = new Set(await visitorsOfMember(db, uid, sharedAt))
  const ownAddresses = new Set(await addressesOfMember(db, uid, sharedAt))
  const others = came.filter(({ visitor }) => !own.has(visitor))
  const networks = networksOf(others)
  const counted = (await countShareClicks(db, uid, [share], clickLimits)).get(id)!
  const now = await databaseNow(db)
  const placesOf = async (dimension: 'country' | 'device' | 'referrer') => {
    const since = new Date(Math.floor(sharedAt.getTime() / quarterMs) * quarterMs)
    const time = { starts: [since], until: new Date(now.getTime() + quarterMs) }
    const places = await clicksByOrigin(db, { uid, linkId: id }, time, dimension)
    return places
      .toSorted((one, other) => other.uniques - one.uniques)
      .slice(0, placesMax)
      .map(({ key, uniques }) => ({ value: key, visitors: uniques }))
  }
  return {
    ...review,
    state: facts.state,
    network,
    url: shortUrl(publicOrigin, share.code),
    sharedAt: sharedAt.toISOString(),
    closesAt: closesAt.toISOString(),
    visitorsNeeded: settings.uniqueClicks,
    timeline: timelineOf(facts, { sharedAt, closedAt: closesAt <= now ? closesAt : null, visits: others }),
    visitors: {
      all: others.length,
      own: came.length - others.length,
      counted: counted.clicks,
      alike: counted.alike,
      ownNetwork: others.filter(({ from }) => from !== null && ownAddresses.has(from.address)).length,
      hosting: others.filter(({ from }) => from?.kind === 'hosting').length,
      addresses: networks.reduce((sum, { addresses }) => sum + addresses, 0),
      networks: networks.length,
    },
    networks: networks.slice(0, networksMax).map(({ visits, ...of }) => ({ ...of, visitors: visits })),
    countries: await placesOf('country'),
    devices: await placesOf('device'),
    referrers: await placesOf('referrer'),
    others: await otherReviews(db, { uid, id }),
    alike: await membersAlike(db, uid),
    member360: await memberStanding(db, { uid, party }),
  }
}

async function factsOf(db: Db, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select review_state as state, review_began_at as "beganAt", reviewed_at as "decidedAt", reviewed_by as "decidedBy"
    from social_share where link_id = ${id} and review_state is not null`.execute(db)
  return rows[0]
}

function timelineOf(
  { beganAt, decidedAt, decidedBy }: Facts,
  { sharedAt, closedAt, visits }: { sharedAt: Date; closedAt: Date | null; visits: readonly Visit[] },
): ShareReview['timeline'] {
  const busiest = busiestMinute(visits)
  const steps = [
    { at: sharedAt, what: 'shared' as const, detail: null },
    { at: visits[0]?.at ?? null, what: 'first_visitor' as const, detail: null },
    { at: busiest?.at ?? null, what: 'busiest_minute' as const, detail: String(busiest?.visits) },
    { at: visits.at(-1)?.at ?? null, what: 'last_visitor' as const, detail: null },
    { at: beganAt, what: 'review' as const, detail: null },
    { at: closedAt, what: 'closed' as const, detail: null },
    { at: decidedAt, what: 'decision' as const, detail: decidedBy },
  ]
  return steps
    .flatMap(({ at, ...step }) => (at === null ? [] : [{ ...step, at: at.toISOString() }]))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** What else of a member was under review, by what became of it. */
async function otherReviews(
  db: Db,
  { uid, id }: { uid: string; id: string },
): Promise<ShareReview['others']> {
  const { rows } = await sql<ShareReview['others']>`
    select
      (select ${counts(sql`s.review_state`)} from social_share s
       where s.uid = ${uid} and s.link_id <> ${id} and s.review_state is not null) as shares,
      (select ${counts(sql`r.state`)} from enrolment n join click_review r on r.enrolment_id = n.id
       where n.uid = ${uid}) as clicks,
      (select ${counts(sql`c.status`)} from earning e join conversion c on c.id = e.conversion_id
       where e.uid = ${uid} and c.review_reason is not null) as conversions`.execute(db)
  return rows[0]!
}

function counts(state: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object('underReview', count(*) filter (where ${state} = 'under_review'),
    'accepted', count(*) filter (where ${state} = 'accepted'), 'rejected', count(*) filter (where ${state} = 'rejected'))`
}
