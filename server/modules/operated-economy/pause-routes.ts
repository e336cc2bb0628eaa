import * as contract from '#contracts/operator-economy.endpoints.ts'
import type { PauseView } from '#contracts/operator-economy.schemas.ts'
import { switchExchange } from '#server/modules/exchange/public.ts'
import { requireOwnAgain, undoing, type OperatorActor } from '#server/modules/operators/public.ts'
import { switchFeature, type PausableFeature } from '#server/modules/pauses/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { pausableFeatures, pauseNow } from './pause-now.ts'

type Feature = PauseView['feature']

/** The switches by which something is paused and opened again. */
export const pauseRoutes: Route[] = [
  bind(contract.listPauses, async ({ db, actor }) => {
    const items: PauseView[] = []
    for (const feature of pausableFeatures) items.push(await pauseNow(db, actor, feature))
    return { items }
  }),
  ...([contract.pauseExchange, contract.resumeExchange] as const).map((endpoint) =>
    bind(endpoint, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const paused = endpoint.id === 'pauseExchange'
        const { reason } = body
        if (!(await switchExchange(tx, undoing(actor, body), { paused, reason })))
          await requireOwnTurn(tx, actor, { feature: 'exchange', paused, reason })
        return await pauseNow(tx, actor, 'exchange')
      }),
    ),
  ),
  ...switches().map(([endpoint, feature, paused]) =>
    bind(endpoint, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const { reason } = body
        if (!(await switchFeature(tx, undoing(actor, body), { feature, paused, reason })))
          await requireOwnTurn(tx, actor, { feature, paused, reason })
        return await pauseNow(tx, actor, feature)
      }),
    ),
  ),
]

/** `conflict` for a turn that another made before: to undo the second of two would undo the first. */
async function requireOwnTurn(
  tx: Tx,
  actor: OperatorActor,
  { feature, paused, reason }: { feature: Feature; paused: boolean; reason: string },
): Promise<void> {
  const action = paused ? ('pause' as const) : ('resume' as const)
  await requireOwnAgain(tx, actor, {
    action: `${feature}.${action}`,
    target: feature,
    reason,
    detail: `It is ${paused ? 'paused' : 'open'} already.`,
  })
}

function switches() {
  return [
    [contract.pauseRedemptions, 'redemption', true],
    [contract.resumeRedemptions, 'redemption', false],
    [contract.pausePayouts, 'payout', true],
    [contract.resumePayouts, 'payout', false],
    [contract.pauseSignUps, 'sign-up', true],
    [contract.resumeSignUps, 'sign-up', false],
    [contract.pauseLinkCreation, 'link-creation', true],
    [contract.resumeLinkCreation, 'link-creation', false],
  ] as const satisfies readonly (readonly [unknown, PausableFeature, boolean])[]
}
