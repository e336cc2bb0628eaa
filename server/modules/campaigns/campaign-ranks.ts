import { sql, type RawBuilder } from 'kysely'
import { REAPPLY_AFTER_DAYS } from '#rules/enrolment-state.ts'
import { matchesSummaryOnly, matchesTitle, type Reach } from './campaign-text.ts'
import { dayMs } from '#rules/utc-date.ts'

/** Who looks for campaigns that suit them. */
export interface Seeker {
  uid: string
  /** ISO 3166-1 alpha-2, or null while blank. */
  country: string | null
  /** Of the channels in the profile. */
  platforms: string[]
  /** Slugs of the categories that are of interest to their industries. */
  categories: string[]
}

/**
 * A part of a list that comes before the next: all campaigns of a higher rank come before those of a lower. Each part
 * is read by itself from the index of its order, and the lower ones only where the page is not full: to compute a rank
 * for each of 10 000 campaigns took ten times as long.
 */
export interface Rank {
  rank: number
  condition: RawBuilder<unknown>
}

/** What has the words in its title or brand comes before what has them in its summary. */
export function matchRanks(q: string, reach: Reach): Rank[] {
  const inSummary = { rank: 0, condition: matchesSummaryOnly(q, reach) }
  return reach.titled === 0 ? [inSummary] : [{ rank: 1, condition: matchesTitle(q, reach) }, inSummary]
}

/**
 * What is of a category that suits a member comes first, and in each half what asks for a channel they have. Where the
 * list is of one `category`, there is one half, and nothing to ask of each campaign.
 */
export function fitRanks({ categories, platforms }: Seeker, category?: string): Rank[] {
  // Those that ask for any have an index.
  const asks = sql`(c.required_channels <> '{}' and c.required_channels && ${platforms}::text[])`
  const half = (rank: number, of: RawBuilder<unknown>) => [
    { rank: rank + 1, condition: sql`${of} and ${asks}` },
    { rank, condition: sql`${of} and not ${asks}` },
  ]
  if (category !== undefined) return half(categories.includes(category) ? 2 : 0, sql`true`)
  const suits = sql`c.category_slug = any (${categories}::text[])`
  const others = half(0, sql`not ${suits}`)
  return categories.length > 0 ? [...half(2, suits), ...others] : others
}

/**
 * All campaigns: those a member could join, in the order of `for_me`; then those that are not open to them; those they
 * are in come last, since their own list has them.
 */
export function suggestedRanks(seeker: Seeker, now: Date, category?: string): Rank[] {
  const joinable = joinableBy(seeker, now)
  const joined = sql`exists (
    select from enrolment e
    where e.uid = ${seeker.uid} and e.campaign_id = c.id and e.state in ('applied', 'active'))`
  return [
    ...fitRanks(seeker, category).map(({ rank, condition }) => ({
      rank: rank + 2,
      condition: sql`${condition} and ${joinable}`,
    })),
    // Of a member without a country it is unknown whether they live where a campaign is open.
    { rank: 1, condition: sql`(${joinable}) is not true and not ${joined}` },
    { rank: 0, condition: joined },
  ]
}

/** What a member could join at `now`: open where they live, on a channel they have, with a place left, and not joined. */
export function joinableBy({ uid, country, platforms }: Seeker, now: Date): RawBuilder<unknown> {
  const declinedBefore = new Date(now.getTime() - REAPPLY_AFTER_DAYS * dayMs)
  return sql`(c.countries = '{}' or ${country}::text = any (c.countries))
    and (c.required_channels = '{}' or c.required_channels && ${platforms}::text[])
    and (c.member_limit is null or c.members + c.applicants < c.member_limit)
    and not exists (
      select from enrolment e where e.uid = ${uid} and e.campaign_id = c.id
        and (e.state in ('applied', 'active', 'removed') or (e.state = 'declined' and e.decided_at > ${declinedBefore})))`
}
