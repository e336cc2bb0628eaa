import { brandIdOf } from '#server/modules/brands/public.ts'
import {
  isOfConsole,
  lastActsOn,
  operate,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { OperatorAct } from '#rules/operator-permissions.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { deliveriesOf, replayDeliveries, type DeliveryRow, type ReplayChoice } from './delivery-queries.ts'
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  endpointsOf,
  findEndpoint,
  lockEndpoint,
  requireActive,
  setDisabledReason,
  troubledEndpoints,
  type EndpointRow,
  type TroubledEndpoint,
} from './endpoint-queries.ts'
import { registerEndpoint, type EndpointInput } from './register-endpoint.ts'
import { sendTest } from './send-test.ts'
import { renewSecret } from './signing-secret.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** What an operator does to webhooks; behind `crels webhook` and the console. */
export interface WebhookOperations {
  /** `brand` is its slug. */
  add(
    actor: OperatorActor,
    input: Omit<EndpointInput, 'brandId'> & { brand: string },
  ): Promise<{ id: string; secret: string }>
  list(brand?: string): Promise<EndpointRow[]>
  find(id: string): Promise<EndpointRow>
  /** A new secret; the one before signs beside it for 24 hours. */
  rotate(actor: OperatorActor, id: string): Promise<{ id: string; secret: string }>
  /** In the console `conflict` for one that is so already, unless the same operator did it; so does disabling. */
  enable(actor: OperatorActor, id: string, how?: HowMoved): Promise<EndpointRow>
  /** One that is off for another reason, which its brand could end, is off by the operator from then on. */
  disable(actor: OperatorActor, id: string, how?: HowMoved): Promise<EndpointRow>
  remove(actor: OperatorActor, id: string): Promise<void>
  /** Sends a message of the type `webhook.test`. */
  test(actor: OperatorActor, id: string): Promise<void>
  deliveries(query: {
    endpointId: string
    state?: DeliveryRow['state'] | undefined
    /** The id of the last one before. */
    before?: string | undefined
    limit: number
  }): Promise<DeliveryRow[]>
  /** Answers how many; with `mustFind` none at all is `conflict`, and no act. */
  replay(actor: OperatorActor, choice: ReplayChoice, how?: { mustFind?: boolean }): Promise<number>
  /** Endpoints that something could not be delivered to. */
  troubled(limit: number): Promise<TroubledEndpoint[]>
}

interface HowMoved {
  reason?: string | undefined
  /** It takes back the last switch, the other one: the endpoint is then as it was before, and for the same reason. */
  isUndo?: boolean | undefined
}

/** Whether an endpoint works, and why it does not. */
type Standing = { state: 'active' } | { state: 'disabled'; disabledReason: string }

interface Move extends HowMoved {
  action: (typeof switches)[number]
  to: Standing
}

const switches = ['webhook.enable', 'webhook.disable'] as const satisfies readonly OperatorAct[]

/** Composes them. Each throws `not_found` for an endpoint that there is not, and acts as an entry of the log. */
export function webhookOperations(db: Db, deps: WebhookDeps): WebhookOperations {
  const change = async <T>(id: string, work: (tx: Tx, row: EndpointRow) => Promise<T>): Promise<T> =>
    await inTransaction(db, async (tx) => {
      if (!(await lockEndpoint(tx, id))) throw missing(id)
      return await work(tx, (await findEndpoint(tx, id))!)
    })
  const changeActive = async <T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    await change(id, async (tx, row) => {
      requireActive(row)
      return await work(tx)
    })
  const moved = async (
    actor: OperatorActor,
    id: string,
    { action, to, reason, isUndo = false }: Move,
  ): Promise<EndpointRow> =>
    await change(id, async (tx, row) => {
      const was = standingOf(row)
      const next = (isUndo && (await beforeOther(tx, id, action))) || to
      if (next === 'done' || isSame(was, next)) {
        const detail = `This endpoint is ${row.state} already.`
        if (isOfConsole(actor))
          await requireOwnAgain(tx, actor, { action, target: id, actions: switches, detail })
        return row
      }
      await operate(tx, actor, { action, target: id, before: was, after: next, reason })
      if (next.state === 'active') await enableEndpoint(tx, id)
      else if (row.state === 'active') await disableEndpoint(tx, id, next.disabledReason)
      else await setDisabledReason(tx, id, next.disabledReason)
      return (await findEndpoint(tx, id))!
    })
  return {
    add: async (actor, { brand, ...input }) =>
      await inTransaction(db, async (tx) => {
        const brandId = await brandIdOf(tx, brand)
        if (!brandId) throw problem('not_found', { detail: `There is no brand ${brand}.` })
        const made = await registerEndpoint(tx, { ...input, brandId }, deps)
        // The host alone: the path of an address is a secret with some receivers.
        const { host } = new URL(input.url)
        const after = { brand, host, events: input.events }
        await operate(tx, actor, { action: 'webhook.add', target: made.id, after })
        return made
      }),
    list: async (brand) => await endpointsOf(db, { brand }),
    find: async (id) => {
      const row = await findEndpoint(db, id)
      if (!row) throw missing(id)
      return row
    },
    rotate: async (actor, id) =>
      await change(id, async (tx) => {
        await operate(tx, actor, { action: 'webhook.rotate', target: id })
        return { id, secret: await renewSecret(tx, id, deps) }
      }),
    enable: async (actor, id, how) =>
      await moved(actor, id, { action: 'webhook.enable', to: { state: 'active' }, ...how }),
    disable: async (actor, id, how) =>
      await moved(actor, id, {
        action: 'webhook.disable',
        to: { state: 'disabled', disabledReason: 'by_operator' },
        ...how,
      }),
    remove: async (actor, id) =>
      await change(id, async (tx, { brand, url, events }) => {
        const before = { brand, host: new URL(url).host, events }
        await operate(tx, actor, { action: 'webhook.remove', target: id, before })
        await deleteEndpoint(tx, id)
      }),
    test: async (actor, id) =>
      await changeActive(id, async (tx) => {
        await operate(tx, actor, { action: 'webhook.test', target: id })
        await sendTest(tx, id)
      }),
    deliveries: async (query) => {
      if (!(await findEndpoint(db, query.endpointId))) throw missing(query.endpointId)
      return await deliveriesOf(db, query)
    },
    replay: async (actor, choice, { mustFind = false } = {}) =>
      await changeActive(choice.endpointId, async (tx) => {
        const { endpointId: target, ...after } = choice
        await operate(tx, actor, { action: 'webhook.replay', target, after })
        const replayed = await replayDeliveries(tx, choice)
        if (replayed === 0 && mustFind) throw problem('conflict', { detail: nothingToReplay(choice) })
        return replayed
      }),
    troubled: async (limit) => await troubledEndpoints(db, limit),
  }
}

function standingOf({ state, disabledReason }: EndpointRow): Standing {
  return state === 'active' ? { state } : { state: 'disabled', disabledReason: disabledReason! }
}

function isSame(one: Standing, other: Standing): boolean {
  if (one.state === 'active' || other.state === 'active') return one.state === other.state
  return one.disabledReason === other.disabledReason
}

/**
 * How an endpoint was before the last switch, which `action` takes back: `done` where that is itself the last one, and
 * undefined where the log does not say.
 */
async function beforeOther(
  tx: Tx,
  id: string,
  action: Move['action'],
): Promise<Standing | 'done' | undefined> {
  const last = (await lastActsOn(tx, { actions: switches, targets: [id] })).get(id)
  if (last?.action === action) return 'done'
  const before = last?.before as Partial<EndpointRow> | null | undefined
  if (before?.state === 'active') return { state: 'active' }
  // Entries from before it was kept have no reason.
  return before?.disabledReason ? { state: 'disabled', disabledReason: before.disabledReason } : undefined
}

function nothingToReplay({ deliveryId }: ReplayChoice): string {
  return deliveryId === undefined
    ? 'Nothing has failed.'
    : 'There is no such message, or it is on its way already.'
}

function missing(id: string) {
  return problem('not_found', { detail: `There is no webhook endpoint ${id}.` })
}
