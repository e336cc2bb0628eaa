import { brandIdOf } from '#server/modules/brands/public.ts'
import {
  isOfConsole,
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
  enable(actor: OperatorActor, id: string, reason?: string): Promise<EndpointRow>
  disable(actor: OperatorActor, id: string, reason?: string): Promise<EndpointRow>
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
    {
      action,
      state,
      reason,
      move,
    }: {
      action: (typeof switches)[number]
      state: string
      reason: string | undefined
      move: (tx: Tx) => Promise<void>
    },
  ): Promise<EndpointRow> =>
    await change(id, async (tx, row) => {
      if (row.state === state) {
        const again = { action, target: id, actions: switches }
        if (isOfConsole(actor))
          await requireOwnAgain(tx, actor, { ...again, detail: `This endpoint is ${state} already.` })
        return row
      }
      await operate(tx, actor, { action, target: id, before: { state: row.state }, after: { state }, reason })
      await move(tx)
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
    enable: async (actor, id, reason) =>
      await moved(actor, id, {
        action: 'webhook.enable',
        state: 'active',
        reason,
        move: async (tx) => await enableEndpoint(tx, id),
      }),
    disable: async (actor, id, reason) =>
      await moved(actor, id, {
        action: 'webhook.disable',
        state: 'disabled',
        reason,
        move: async (tx) => void (await disableEndpoint(tx, id, 'by_operator')),
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

function nothingToReplay({ deliveryId }: ReplayChoice): string {
  return deliveryId === undefined
    ? 'Nothing has failed.'
    : 'There is no such message, or it is on its way already.'
}

function missing(id: string) {
  return problem('not_found', { detail: `There is no webhook endpoint ${id}.` })
}
