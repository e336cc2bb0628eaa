import * as z from 'zod/mini'
import { proposeAdjustment } from '#contracts/operator-members.endpoints.ts'
import { proposeCurrencyRate, proposeCurrencyWithdrawal } from '#contracts/operator-currencies.endpoints.ts'
import { proposeReturn } from '#contracts/operator-payouts.endpoints.ts'
import * as endpoints from '#contracts/pending-acts.endpoints.ts'
import type { PendingActView } from '#contracts/pending-act-shapes.ts'
import type { PendingActDetail } from '#contracts/pending-acts.schemas.ts'
import { isAllowed, readsMembers } from '#rules/operator-permissions.ts'
import { utcDate } from '#rules/utc-date.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import { changeOperator, undoDisabling } from '../change-operators.ts'
import { requireOperator } from '../operator-queries.ts'
import { changedSince } from './changed-since.ts'
import type { FourEyesAct } from './four-eyes-act.ts'
import {
  approveAct,
  proposeAct,
  rejectAct,
  requireApprover,
  requireRejecter,
  type Proposed,
} from './pending-acts.ts'
import { listPendingActs, pendingActById, type PendingAct } from './pending-act-queries.ts'
import { changeRole, enable } from './role-acts.ts'

const place = z.object({ id: z.string().check(z.regex(/^pac_[0-9a-f]{32}$/)) })

/** The acts of other modules that take two people. */
export interface ForeignActs {
  /** The exchange's. */
  setRate: FourEyesAct
  /** The operated economy's. */
  setCurrency: FourEyesAct
  /** The operated members'. */
  adjustMember: FourEyesAct
  /** The redemptions', and whose one is; that throws `not_found`. */
  returnPayment: FourEyesAct
  memberOfRedemption(db: Db, redemptionId: string): Promise<string>
}

/** Every act that takes two people. */
export function allFourEyesActs(foreign: ForeignActs): FourEyesAct[] {
  const { setRate, setCurrency, adjustMember, returnPayment } = foreign
  return [setRate, setCurrency, adjustMember, returnPayment, changeRole, enable]
}

/** The routes of what takes two people. */
export function pendingActRoutes(deps: OperatorAccessDeps, foreign: ForeignActs): Route[] {
  const acts = allFourEyesActs(foreign)
  const propose = async (
    transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    actor: OperatorCaller,
    proposed: Proposed,
  ) =>
    answer(
      202,
      await transaction(
        async (tx) => await view(tx, acts, await proposeAct(tx, deps, actor, proposed), actor),
      ),
    )
  const ofCurrency = (
    asked: Record<'currency' | 'day' | 'reason', string> & Record<'usdPerUnit' | 'seen', string | null>,
  ) => {
    const { currency, day, usdPerUnit, seen, reason } = asked
    const shown = { currency, usdPerUnit: seen }
    return { act: foreign.setCurrency, target: currency, input: { day, usdPerUnit }, reason, shown }
  }
  return [
    bind(endpoints.listPendingActs, async ({ db, actor, query: { state, limit, cursor } }) => {
      const before = cursor === undefined ? null : decodeCursor(place, cursor).id
      const page = pageOf(await listPendingActs(db, { state, before, limit: limit + 1 }), limit, placeOf)
      const items: PendingActView[] = []
      for (const act of page.items) items.push(await view(db, acts, act, actor))
      return { ...page, items }
    }),
    bind(endpoints.showPendingAct, async ({ db, actor, params: { id } }) => {
      const proposed = await pendingActById(db, id)
      if (!proposed) throw problem('not_found')
      return await detail(db, acts, proposed, actor)
    }),
    bind(endpoints.approvePendingAct, async ({ actor, params, transaction }) =>
      transaction(async (tx) => await view(tx, acts, await approveAct(tx, acts, actor, params), actor)),
    ),
    bind(endpoints.rejectPendingAct, async ({ actor, params, body, transaction }) =>
      transaction(
        async (tx) => await view(tx, acts, await rejectAct(tx, actor, { ...params, ...body }, deps), actor),
      ),
    ),
    bind(endpoints.proposeRate, async ({ actor, body: { reason, seen, ...input }, transaction }) =>
      propose(transaction, actor, {
        act: foreign.setRate,
        target: 'rate',
        input,
        reason,
        shown: { usdToCrels: seen },
      }),
    ),
    bind(proposeCurrencyRate, async ({ db, actor, params, body, transaction }) => {
      const { usdPerUnit, seen, reason, day = utcDate(await databaseNow(db)) } = body
      return await propose(transaction, actor, ofCurrency({ ...params, day, usdPerUnit, seen, reason }))
    }),
    bind(proposeCurrencyWithdrawal, async ({ actor, params, body, transaction }) =>
      propose(transaction, actor, ofCurrency({ ...params, ...body, usdPerUnit: null })),
    ),
    bind(proposeAdjustment, async ({ actor, params: { uid }, body: { reason, ...input }, transaction }) =>
      propose(transaction, actor, { act: foreign.adjustMember, target: uid, input, reason }),
    ),
    bind(proposeReturn, async ({ db, actor, params: { id }, body: { reason }, transaction }) => {
      const target = await foreign.memberOfRedemption(db, id)
      return await propose(transaction, actor, {
        act: foreign.returnPayment,
        target,
        input: { redemptionId: id },
        reason,
      })
    }),
    bind(
      endpoints.proposeRole,
      async ({ actor, params: { id }, body: { reason, role, seen }, transaction }) =>
        propose(transaction, actor, {
          act: changeRole,
          target: id,
          input: { role },
          reason,
          shown: { role: seen, isDisabled: false },
        }),
    ),
    bind(endpoints.proposeEnabling, async ({ actor, params: { id }, body: { reason }, transaction }) =>
      propose(transaction, actor, { act: enable, target: id, input: {}, reason }),
    ),
    bind(endpoints.disableOperator, async ({ actor, params: { id }, body: { reason }, transaction }) => {
      await transaction(async (tx) => {
        const { email } = await requireOperator(tx, id)
        await changeOperator(tx, actor, { email, isDisabled: true, reason })
      })
      return answer(204, null)
    }),
    bind(endpoints.undoDisabling, async ({ actor, params, transaction }) => {
      await transaction(async (tx) => await undoDisabling(tx, actor, params))
      return answer(204, null)
    }),
  ]
}

const placeOf = ({ id }: PendingAct) => ({ id })

async function view(
  db: Db,
  acts: readonly FourEyesAct[],
  proposed: PendingAct,
  actor: OperatorCaller,
): Promise<PendingActView> {
  const { proposedBy, proposedByName, decidedBy, decidedByName, memberUid, seen: _, ...act } = proposed
  const isHidden = memberUid !== null && !readsMembers(actor)
  return {
    ...act,
    ...(isHidden && { target: 'member', reason: null, note: null }),
    memberUid: isHidden ? null : memberUid,
    proposedBy: { id: proposedBy, name: proposedByName },
    decidedBy: decidedBy && decidedByName ? { id: decidedBy, name: decidedByName } : null,
    proposedAt: act.proposedAt.toISOString(),
    runsAt: act.runsAt?.toISOString() ?? null,
    expiresAt: act.expiresAt.toISOString(),
    decidedAt: act.decidedAt?.toISOString() ?? null,
    isYoursToApprove: await isYours(
      proposed,
      actor,
      async () => await requireApprover(db, acts, actor, proposed),
    ),
    isYoursToReject: await isYours(proposed, actor, async () => await requireRejecter(db, actor, proposed)),
  }
}

/** An act with what it would do: to who may read what it touches. */
async function detail(
  db: Db,
  acts: readonly FourEyesAct[],
  proposed: PendingAct,
  actor: OperatorCaller,
): Promise<PendingActDetail> {
  const shown = await view(db, acts, proposed, actor)
  const act = acts.find(({ action }) => action === proposed.action)
  if (!act || proposed.state !== 'waiting' || !isAllowed(actor, act.effectFor))
    return { ...shown, effect: null, changed: null }
  try {
    const changed = await changedSince(db, act, proposed)
    if (changed) return { ...shown, effect: null, changed: changed.message }
    return { ...shown, effect: await act.effect(db, proposed), changed: null }
  } catch (error) {
    // What it is done to is not there any more.
    if (error instanceof Problem) return { ...shown, effect: null, changed: error.message }
    throw error
  }
}

/** Whether what waits is the actor's to decide so, who signed in for it. */
async function isYours(
  { state }: PendingAct,
  { via }: OperatorCaller,
  require: () => Promise<void>,
): Promise<boolean> {
  if (state !== 'waiting' || via !== 'console') return false
  try {
    await require()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
