import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { decidedBefore } from '../decided-before.ts'
import type { FourEyesAct, Proposal, Seen } from './four-eyes-act.ts'
import type { PendingAct } from './pending-act-queries.ts'

/**
 * Locks what an act is done to and answers what it is; null where it changes by itself. Throws `conflict` where that is
 * not what was `shown` to who proposes it.
 */
export async function lockSeen(
  tx: Tx,
  { seen }: FourEyesAct,
  { shown, ...asked }: Omit<Proposal, 'id'> & { shown?: Seen | undefined },
): Promise<Seen | null> {
  if (!seen) return null
  await seen.lock(tx, asked)
  const is = await seen.read(tx, asked)
  if (shown && !isDeepStrictEqual(shown, is))
    throw problem('conflict', { detail: `${seen.said(shown, is)} Look at it first.` })
  return is
}

/** The conflict of an act with what it is done to, where that is not as it was when it was proposed any more. */
export async function changedSince(
  db: Db,
  { seen: target }: FourEyesAct,
  proposed: PendingAct,
): Promise<Problem | null> {
  if (!target) return null
  const { seen: was } = proposed
  if (was === null)
    return problem('conflict', {
      detail: 'What it would change was not kept with it. Reject it, and propose it anew.',
    })
  const is = await target.read(db, proposed)
  if (isDeepStrictEqual(was, is)) return null
  const sentence = `This changed since it was proposed. ${target.said(was, is)} Reject it, and propose it anew.`
  return target.by.length === 0
    ? problem('conflict', { detail: sentence })
    : await decidedBefore(db, target.loggedOn?.(proposed) ?? proposed.target, sentence, {
        actions: target.by,
      })
}

/** Locks what an act is done to. Throws `conflict`, with what changed, where it is not as it was proposed any more. */
export async function requireUnchanged(tx: Tx, act: FourEyesAct, proposed: PendingAct): Promise<void> {
  await act.seen?.lock(tx, proposed)
  const changed = await changedSince(tx, act, proposed)
  if (changed) throw changed
}
