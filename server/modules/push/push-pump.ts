import type { Db } from '#server/platform/database.ts'
import { DeliveryPump } from '#server/platform/delivery-pump.ts'
import { takeDue, type DueMessage } from './message-queries.ts'
import type { PushDeps } from './push-deps.ts'
import { sendPush } from './send-push.ts'

/** Attempts under way at once; push services that fail have this part of them. */
const attemptsMax = 16
const failingMax = 4

/** Sends push messages; a member has one attempt under way at a time. */
export class PushPump extends DeliveryPump<DueMessage> {
  readonly #db: Db
  readonly #deps: PushDeps

  constructor(db: Db, deps: PushDeps) {
    super({ name: 'push', attemptsMax, log: deps.log })
    this.#db = db
    this.#deps = deps
  }

  protected async takeDue(limit: number, underWay: DueMessage[]): Promise<DueMessage[]> {
    const failing = underWay.filter(({ failures }) => failures > 0).length
    return await takeDue(this.#db, {
      limit,
      failingMax: Math.max(0, failingMax - failing),
      underWay: underWay.map(({ uid }) => uid),
    })
  }

  protected async attempt(message: DueMessage, signal: AbortSignal): Promise<boolean> {
    return await sendPush(this.#db, message, { ...this.#deps, signal })
  }
}
