import { cheaperBiggerAmount, convertCrels, priceInCrels } from './exchange.ts'

/**
 * The least crels with which a payout of `usdCents` or more can be had at a rate, whether dollars are asked for or crels
 * are given. RangeError as for `priceInCrels`.
 */
export function minimumCrelsFor(usdCents: number, rate: string): number {
  const price = priceInCrels(usdCents, rate)
  let most = (cheaperBiggerAmount(price) ?? price).crels
  // What crels convert to never falls with more of them.
  for (let least = 1; least < most;) {
    const middle = Math.floor((least + most) / 2)
    if (convertCrels(middle, rate).usdCents >= usdCents) most = middle
    else least = middle + 1
  }
  return most
}
