import type { Db } from '#server/platform/database.ts'
import { eachByItself, pageByPage } from '#server/platform/each-by-itself.ts'
import { Problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import { announceExpiredAct, announceFailedAct } from './announce-waiting-act.ts'
import type { FourEyesAct } from './four-eyes-act.ts'
import { decidePendingAct, dueActs, lockPendingAct, type DueAct } from './pending-act-queries.ts'
import { runAs } from './pending-acts.ts'

/**
 * Does what has waited for 24 hours, each once and in a transaction of its own, and ends what nobody approved in 7 days.
 * What cannot be done any more is failed, with why. Who proposed it and the owners are mailed of both. One that fails for
 * another reason holds up none of the others: it is tried again with each run until its 7 days are over. Throws what it
 * failed for once all others were looked at.
 */
export async function runDueActs(
  db: Db,
  acts: readonly FourEyesAct[],
  deps: Pick<OperatorAccessDeps, 'mailer' | 'publicOrigin'>,
): Promise<{ done: number; failed: number; expired: number }> {
  const counts = { done: 0, failed: 0, expired: 0 }
  const errors: unknown[] = []
  await eachByItself(
    pageByPage<DueAct>(pageSize, async (after) => await dueActs(db, { after, limit: pageSize })),
    async ({ id, runs, isExpired }) => {
      const end = runs
        ? await doOne(db, acts, id).catch((error: unknown) => {
            errors.push(error)
            return isExpired ? ({ state: 'failed', note: unexpected } as const) : undefined
          })
        : ({ state: 'expired' } as const)
      if (!end) return
      if (end.state !== 'done')
        await db.transaction().execute(async (tx) => {
          const proposed = await lockPendingAct(tx, id)
          if (proposed?.state !== 'waiting') return
          await decidePendingAct(tx, id, { ...end, by: null })
          const announce = end.state === 'expired' ? announceExpiredAct : announceFailedAct
          await announce(tx, deps, proposed)
        })
      counts[end.state] += 1
    },
    (error) => errors.push(error),
  )
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} due acts failed unexpectedly`)
  return counts
}

/** Acts that are read at once. */
const pageSize = 100

const unexpected = 'It failed for a reason that it does not know. The log of the worker has it.'

async function doOne(
  db: Db,
  acts: readonly FourEyesAct[],
  id: string,
): Promise<{ state: 'done' } | { state: 'failed'; note: string } | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      const proposed = await lockPendingAct(tx, id)
      if (proposed?.state !== 'waiting' || proposed.runsAt === null) return undefined
      await decidePendingAct(tx, id, { state: 'done', by: null })
      await runAs(tx, acts, proposed)
      return { state: 'done' as const }
    })
  } catch (error) {
    if (error instanceof Problem) return { state: 'failed', note: error.message }
    throw error
  }
}
