import { isLargeRateChange, isRate } from '#rules/exchange.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { currentRate, insertRate, lockExchange } from './rate-queries.ts'

/** The new rate is more than 10% away from the one in force, and was not confirmed. */
export class LargeRateChange extends Error {
  readonly before: string

  constructor(before: string, after: string) {
    super(`From ${before} to ${after} is a change of more than 10%`)
    this.name = 'LargeRateChange'
    this.before = before
  }
}

export interface NewRate {
  /** Crels for one US dollar: a decimal above 0 with at most 6 decimals. */
  usdToCrels: string
  /** Confirms a change of more than 10%. */
  confirmed?: boolean
  /** Kept with the rate. */
  reason: string
}

/**
 * Sets the rate from now on; quotes made before keep theirs. Answers the rate before. Throws `LargeRateChange` for one
 * of more than 10% that is not confirmed, `forbidden`, RangeError for what is no rate; the same rate again changes
 * nothing.
 */
export async function setRate(
  tx: Tx,
  actor: OperatorActor,
  { usdToCrels, confirmed = false, reason }: NewRate,
): Promise<{ before: string }> {
  if (!isRate(usdToCrels))
    throw new RangeError(
      `${usdToCrels} is not a rate: a number above 0 with at most 6 decimals, such as 10.5`,
    )
  await lockExchange(tx)
  const { usdToCrels: before } = await currentRate(tx)
  if (!confirmed && isLargeRateChange(before, usdToCrels)) throw new LargeRateChange(before, usdToCrels)
  if (Number(before) === Number(usdToCrels)) return { before }
  await operate(tx, actor, {
    action: 'rate.set',
    target: 'rate',
    before: { usdToCrels: before },
    after: { usdToCrels },
    reason,
  })
  await insertRate(tx, usdToCrels, { author: authorOf(actor), reason })
  return { before }
}
