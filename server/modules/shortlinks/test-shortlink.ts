import type { IncomingHttpHeaders } from 'node:http'
import type { LinkTest } from '#contracts/shortlinks.schemas.ts'
import { dayMs } from '#rules/utc-date.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { judgeDestination } from './destination.ts'
import type { LinkStanding, ShortlinkDeps } from './shortlink-deps.ts'
import { findShortlink, type ShortlinkRow } from './shortlink-queries.ts'
import { shownState } from './shortlink-view.ts'

/** A week of visits is looked at. */
const sinceMs = 7 * dayMs
const recentMax = 10

type Step = LinkTest['steps'][number]

/**
 * "Is my link working?": every step from a visit by this browser to an earning, and why visits did not count. Nothing
 * is recorded, and nothing changed. `not_found` for another member's link.
 */
export async function testShortlink(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  { id, headers }: { id: string; headers: IncomingHttpHeaders },
  deps: ShortlinkDeps,
): Promise<LinkTest> {
  const row = await findShortlink(db, { id, ownerUid: uid })
  if (!row) throw problem('not_found')
  const now = await databaseNow(db)
  const since = new Date(now.getTime() - sinceMs)
  const visits = await deps.linkVisits(db, { linkId: id, since, limit: recentMax, headers })
  const standing = row.enrolmentId ? await deps.linkStanding(db, { id, enrolmentId: row.enrolmentId }) : null
  return {
    steps: [
      linkStep(row, now),
      destinationStep(row, deps),
      step('visit', visits.browserRefusal),
      visitsStep(visits.lastCountedAt),
      ...(standing ? standingSteps(standing) : []),
    ],
    since: since.toISOString(),
    counted: { clicks: visits.clicks, uniques: visits.uniques },
    uncounted: visits.uncounted,
    underReview: visits.underReview,
    recent: visits.recent.map(({ at, ...visit }) => ({ at: at.toISOString(), ...visit })),
  }
}

function step(name: Step['step'], reason: string | null): Step {
  return { step: name, state: reason === null ? 'ok' : 'failed', reason, at: null }
}

function linkStep(row: ShortlinkRow, now: Date): Step {
  const state = shownState(row, now)
  return step('link', state === 'active' ? null : state)
}

function destinationStep({ destinationUrl }: ShortlinkRow, deps: ShortlinkDeps): Step {
  return step('destination', judgeDestination(destinationUrl, deps).refusal ?? null)
}

function visitsStep(lastAt: Date | null): Step {
  return lastAt
    ? { step: 'visits', state: 'ok', reason: null, at: lastAt.toISOString() }
    : { step: 'visits', state: 'waiting', reason: 'none', at: null }
}

function standingSteps({ enrolment, campaign, lastConversion }: LinkStanding): Step[] {
  return [
    step('enrolment', enrolment === 'active' ? null : enrolment),
    step('campaign', campaign === 'active' ? null : campaign),
    lastConversion === null
      ? { step: 'conversion', state: 'waiting', reason: 'none', at: null }
      : {
          step: 'conversion',
          state: ({ accepted: 'ok', under_review: 'waiting', rejected: 'failed' } as const)[
            lastConversion.status
          ],
          reason: lastConversion.reason,
          at: lastConversion.at.toISOString(),
        },
  ]
}
