import { sql } from 'kysely'
import type { ClickReview } from '#contracts/operator-review-shapes.ts'
import { clicksOfReview, originsOfClicks } from '#server/modules/clicks/public.ts'
import { visitorsOfMember } from '#server/modules/conversions/public.ts'
import { memberStanding, membersAlike } from '#server/modules/operated-conversions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { busiestMinute, networksOf } from './alike-visits.ts'
import { reviewOf } from './review-queue.ts'

/** How many clicks are looked up where they came from, and how many networks and places are named. */
const originsMax = 500
const networksMax = 10
const placesMax = 5

interface Facts {
  state: ClickReview['state']
  uid: string
  party: string
  firstAt: Date
  lastAt: Date
  createdAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

type Clicks = Awaited<ReturnType<typeof clicksOfReview>>

/** Clicks under review: when and from where they came, and what speaks against them. Throws `not_found`. */
export async function clickReview(db: Db, id: string): Promise<ClickReview> {
  const { rows } = await sql<Facts>`
    select r.state, n.uid, n.party, r.first_at as "firstAt", r.last_at as "lastAt", r.created_at as "createdAt",
      r.decided_at as "decidedAt", r.decided_by as "decidedBy"
    from click_review r join enrolment n on n.id = r.enrolment_id where r.id = ${id}`.execute(db)
  const facts = rows[0]
  if (!facts) throw problem('not_found', { detail: 'There is no such review.' })
  const review = await reviewOf(db, 'clicks', id)
  const clicks = await clicksOfReview(db, id)
  const own = new Set(await visitorsOfMember(db, facts.uid, facts.firstAt))
  const origins = await originsOfClicks(db, clicks.slice(0, originsMax))
  const networks = networksOf(clicks)
  return {
    ...review,
    state: facts.state,
    timeline: timelineOf(facts, clicks),
    networks: networks.slice(0, networksMax).map(({ visits, ...of }) => ({ ...of, clicks: visits })),
    signals: {
      hosting: clicks.filter(({ from }) => from?.kind === 'hosting').length,
      networks: networks.length,
      ownDevice: clicks.filter(({ visitor }) => own.has(visitor)).length,
    },
    countries: placesOf(origins.map(({ country }) => country)),
    devices: placesOf(origins.map(({ device }) => device)),
    referrers: placesOf(origins.map(({ referrerHost }) => referrerHost)),
    alike: await membersAlike(db, facts.uid),
    member360: await memberStanding(db, facts),
  }
}

function timelineOf(facts: Facts, clicks: Clicks): ClickReview['timeline'] {
  const busiest = busiestMinute(clicks)
  return [
    { at: facts.firstAt, what: 'first_click' as const, detail: null },
    ...(busiest ? [{ at: busiest.at, what: 'busiest_minute' as const, detail: String(busiest.visits) }] : []),
    { at: facts.lastAt, what: 'last_click' as const, detail: null },
    { at: facts.createdAt, what: 'review' as const, detail: null },
    ...(facts.decidedAt ? [{ at: facts.decidedAt, what: 'decision' as const, detail: facts.decidedBy }] : []),
  ].map(({ at, ...step }) => ({ ...step, at: at.toISOString() }))
}

/** How often each value comes, the most often first; what is not known is left out. */
function placesOf(values: (string | null)[]): { value: string; clicks: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, clicks]) => ({ value, clicks }))
    .toSorted((one, other) => other.clicks - one.clicks)
    .slice(0, placesMax)
}
