import { brandIdOf } from '#server/modules/brands/public.ts'
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
  type EndpointRow,
} from './endpoint-queries.ts'
import { registerEndpoint, type EndpointInput } from './register-endpoint.ts'
import { sendTest } from './send-test.ts'
import { renewSecret } from './signing-secret.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** What an operator does to webhooks; behind `crels webhook`, and the console later. */
export interface WebhookOperations {
  /** `brand` is its slug. */
  add(input: Omit<EndpointInput, 'brandId'> & { brand: string }): Promise<{ id: string; secret: string }>
  list(brand?: string): Promise<EndpointRow[]>
  /** A new secret; the one before signs beside it for 24 hours. */
  rotate(id: string): Promise<{ id: string; secret: string }>
  enable(id: string): Promise<EndpointRow>
  disable(id: string): Promise<EndpointRow>
  remove(id: string): Promise<void>
  /** Sends a message of the type `webhook.test`. */
  test(id: string): Promise<void>
  deliveries(query: {
    endpointId: string
    state?: DeliveryRow['state']
    limit: number
  }): Promise<DeliveryRow[]>
  replay(choice: ReplayChoice): Promise<number>
}

/** Composes them. Each throws `not_found` for an endpoint that there is not. */
export function webhookOperations(db: Db, deps: WebhookDeps): WebhookOperations {
  const change = async <T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    await inTransaction(db, async (tx) => {
      if (!(await lockEndpoint(tx, id))) throw missing(id)
      return await work(tx)
    })
  const changeActive = async <T>(id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    await change(id, async (tx) => {
      requireActive((await findEndpoint(tx, id))!)
      return await work(tx)
    })
  return {
    add: async ({ brand, ...input }) =>
      await inTransaction(db, async (tx) => {
        const brandId = await brandIdOf(tx, brand)
        if (!brandId) throw problem('not_found', { detail: `There is no brand ${brand}.` })
        return await registerEndpoint(tx, { ...input, brandId }, deps)
      }),
    list: async (brand) => await endpointsOf(db, { brand }),
    rotate: async (id) => await change(id, async (tx) => ({ id, secret: await renewSecret(tx, id, deps) })),
    enable: async (id) =>
      await change(id, async (tx) => {
        await enableEndpoint(tx, id)
        return (await findEndpoint(tx, id))!
      }),
    disable: async (id) =>
      await change(id, async (tx) => {
        await disableEndpoint(tx, id, 'by_operator')
        return (await findEndpoint(tx, id))!
      }),
    remove: async (id) => await change(id, async (tx) => void (await deleteEndpoint(tx, id))),
    test: async (id) => await changeActive(id, async (tx) => void (await sendTest(tx, id))),
    deliveries: async (query) => {
      if (!(await findEndpoint(db, query.endpointId))) throw missing(query.endpointId)
      return await deliveriesOf(db, query)
    },
    replay: async (choice) =>
      await changeActive(choice.endpointId, async (tx) => await replayDeliveries(tx, choice)),
  }
}

function missing(id: string) {
  return problem('not_found', { detail: `There is no webhook endpoint ${id}.` })
}
