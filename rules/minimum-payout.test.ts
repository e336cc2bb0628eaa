import { expect, test } from 'vitest'
import { convertCrels, largestPriceWithin } from './exchange.ts'
import { minimumCrelsFor } from './minimum-payout.ts'

test.each(
  [1, 99, 20_00, 50_00, 99_99, 100_00, 249_99, 250_00, 1_000_000_00].flatMap((usdCents) =>
    ['10.5', '0.01', '1', '1000', '123456.789'].map((rate) => [usdCents, rate] as const),
  ),
)('%i cents at %s take so many crels and not one less', (usdCents, rate) => {
  const reaches = (crels: number) =>
    crels > 0 &&
    (convertCrels(crels, rate).usdCents >= usdCents ||
      (largestPriceWithin(crels, rate)?.usdCents ?? 0) >= usdCents)
  const least = minimumCrelsFor(usdCents, rate)
  expect([reaches(least), reaches(least - 1)]).toEqual([true, false])
})
