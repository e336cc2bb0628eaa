import { isLargeRateChange, isRate } from '#rules/exchange.ts'
import type { Tx } from '#server/platform/database.ts'
import { currentRate, insertRate, lockExchange, type Author } from './rate-queries.ts'

/** The new rate is more than 10% away from the one in force, and was not confirmed. */
export class LargeRateChange extends Error {
  readonly before: string

  constructor(before: string, after: string) {
    super(`From ${before} to ${after} is a change of more than 10%`)
    this.name = 'LargeRateChange'
    this.before = before
  }
}

export interface NewRate extends Author {
  /** Crels for one US dollar: a decimal above 0 with at most 6 decimals. */
  usdToCrels: string
  /** Confirms a change of more than 10%. */
  confirmed?: boolean
}

/**
 * Sets the rate from now on; quotes made before keep theirs. Answers the rate before. Throws `LargeRateChange` for one
 * of more than 10% that is not confirmed, RangeError for what is no rate; the same rate again changes nothing.
 */
export async function setRate(
  tx: Tx,
  { usdToCrels, confirmed = false, ...author }: NewRate,
): Promise<{ before: string }> {
  if (!isRate(usdToCrels))
    throw new RangeError(
      `${usdToCrels} is not a rate: a number above 0 with at most 6 decimals, such as 10.5`,
    )
  await lockExchange(tx)
  const { usdToCrels: before } = await currentRate(tx)
  if (!confirmed && isLargeRateChange(before, usdToCrels)) throw new LargeRateChange(before, usdToCrels)
  if (Number(before) !== Number(usdToCrels)) await insertRate(tx, usdToCrels, author)
  return { before }
}
