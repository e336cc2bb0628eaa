import * as z from 'zod/mini'
import * as endpoints from '#contracts/pending-acts.endpoints.ts'
import type { PendingActView } from '#contracts/pending-acts.schemas.ts'
import { mayOperate } from '#rules/operator-permissions.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from '../access/access-deps.ts'
import { changeOperator } from '../change-operators.ts'
import { operatorById } from '../operator-queries.ts'
import type { FourEyesAct } from './four-eyes-act.ts'
import { approveAct, proposeAct, rejectAct } from './pending-acts.ts'
import { listPendingActs, type PendingAct } from './pending-act-queries.ts'
import { changeRole, enable } from './role-acts.ts'

const place = z.object({ atMs: cursorTime, id: z.string() })

/** The routes of what takes two people; `setRate` is the exchange's. */
export function pendingActRoutes(deps: OperatorAccessDeps, setRate: FourEyesAct): Route[] {
  const acts = [setRate, changeRole, enable]
  return [
    bind(endpoints.listPendingActs, async ({ db, actor, query: { state, limit, cursor } }) => {
      const before = cursor === undefined ? null : decodeCursor(place, cursor)
      const page = pageOf(await listPendingActs(db, { state, before, limit: limit + 1 }), limit, placeOf)
      return { ...page, items: page.items.map((act) => view(act, actor)) }
    }),
    bind(endpoints.approvePendingAct, async ({ actor, params, transaction }) =>
      view(await transaction(async (tx) => await approveAct(tx, acts, actor, params)), actor),
    ),
    bind(endpoints.rejectPendingAct, async ({ actor, params, body, transaction }) =>
      view(await transaction(async (tx) => await rejectAct(tx, actor, { ...params, ...body })), actor),
    ),
    bind(endpoints.proposeRate, async ({ actor, body: { reason, ...input }, transaction }) =>
      answer(
        202,
        view(
          await transaction(
            async (tx) => await proposeAct(tx, deps, actor, { act: setRate, target: 'rate', input, reason }),
          ),
          actor,
        ),
      ),
    ),
    bind(endpoints.proposeRole, async ({ actor, params: { id }, body: { reason, role }, transaction }) =>
      answer(
        202,
        view(
          await transaction(
            async (tx) =>
              await proposeAct(tx, deps, actor, { act: changeRole, target: id, input: { role }, reason }),
          ),
          actor,
        ),
      ),
    ),
    bind(endpoints.proposeEnabling, async ({ actor, params: { id }, body: { reason }, transaction }) =>
      answer(
        202,
        view(
          await transaction(
            async (tx) => await proposeAct(tx, deps, actor, { act: enable, target: id, input: {}, reason }),
          ),
          actor,
        ),
      ),
    ),
    bind(endpoints.disableOperator, async ({ actor, params: { id }, body: { reason }, transaction }) => {
      await transaction(async (tx) => {
        const operator = await operatorById(tx, id)
        if (!operator) throw problem('not_found')
        await changeOperator(tx, actor, { email: operator.email, isDisabled: true, reason })
      })
      return answer(204, null)
    }),
  ]
}

const placeOf = ({ proposedAt, id }: PendingAct) => ({ atMs: proposedAt.getTime(), id })

function view(
  { proposedBy, proposedByName, decidedBy, decidedByName, ...act }: PendingAct,
  { operatorId, role, via }: OperatorCaller,
): PendingActView {
  return {
    ...act,
    proposedBy: { id: proposedBy, name: proposedByName },
    decidedBy: decidedBy && decidedByName ? { id: decidedBy, name: decidedByName } : null,
    proposedAt: act.proposedAt.toISOString(),
    runsAt: act.runsAt?.toISOString() ?? null,
    expiresAt: act.expiresAt.toISOString(),
    decidedAt: act.decidedAt?.toISOString() ?? null,
    isYoursToApprove:
      act.state === 'waiting' &&
      proposedBy !== operatorId &&
      via === 'console' &&
      mayOperate(role, act.action) &&
      mayOperate(role, 'act.approve'),
  }
}
