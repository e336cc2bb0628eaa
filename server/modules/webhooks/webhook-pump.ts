import type { Db } from '#server/platform/database.ts'
import { DeliveryPump } from '#server/platform/delivery-pump.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { takeDue, type DueDelivery } from './delivery-queries.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** Attempts under way at once: in all, and for an endpoint before it is left alone until one has ended. */
const attemptsMax = 32
const perEndpoint = 4

/** Endpoints of which it is remembered that they had their turn. */
const servedMax = 256

/** Delivers webhooks; endpoints take turns. */
export class WebhookPump extends DeliveryPump<DueDelivery> {
  readonly #db: Db
  readonly #deps: WebhookDeps
  /** Endpoints that had a turn, longest ago first. */
  #served: string[] = []

  constructor(db: Db, deps: WebhookDeps) {
    super({ name: 'webhook', attemptsMax, log: deps.log })
    this.#db = db
    this.#deps = deps
  }

  protected async takeDue(limit: number, deliveries: DueDelivery[]): Promise<DueDelivery[]> {
    const counts = new Map<string, number>()
    for (const { endpointId } of deliveries) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1)
    const busy = [...counts].filter(([, count]) => count >= perEndpoint).map(([id]) => id)
    const known = { busy, underWay: [...counts.keys()], served: this.#served }
    const due = await takeDue(this.#db, { limit, perEndpoint, ...known })
    const now = new Set(due.map(({ endpointId }) => endpointId))
    this.#served = [...this.#served.filter((id) => !now.has(id)), ...now].slice(-servedMax)
    return due
  }

  protected async attempt(delivery: DueDelivery, signal: AbortSignal): Promise<boolean> {
    return await attemptDelivery(this.#db, delivery, { ...this.#deps, signal })
  }
}
