import type { AnalyticsSummary } from '#contracts/analytics.schemas.ts'
import { earnedByPart } from '#server/modules/conversions/public.ts'
import { clicksByPart, type TimeParts } from '#server/modules/clicks/public.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { changesOf, statisticsOf, nothing, type Counted } from './statistics.ts'
import { comparedParts, frameView, openFrame, type Frame, type PeriodQuery } from './frame.ts'

/** A member's statistics of a period beside those of as many days before it. Throws what `openFrame` throws. */
export async function analyticsSummary(
  db: ReadDb,
  actor: Pick<MemberActor, 'uid'>,
  query: PeriodQuery,
): Promise<AnalyticsSummary> {
  const frame = await openFrame(db, actor, query)
  const parts = await countParts(db, frame, comparedParts(frame))
  const [statistics, previous] = [
    statisticsOf(parts.get(2) ?? nothing),
    statisticsOf(parts.get(0) ?? nothing),
  ]
  return { ...frameView(frame), statistics, previous, changes: changesOf(statistics, previous) }
}

/** Everything that is counted by part of time, its index first; parts in which nothing happened are absent. */
export async function countParts(
  db: ReadDb,
  { scope }: Pick<Frame, 'scope'>,
  parts: TimeParts,
): Promise<Map<number, Counted>> {
  const clicks = await clicksByPart(db, scope, parts)
  const earned = await earnedByPart(db, scope, parts)
  const indexes = new Set([...clicks.keys(), ...earned.keys()])
  return new Map([...indexes].map((part) => [part, { ...nothing, ...clicks.get(part), ...earned.get(part) }]))
}
