import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offersBefore } from './offer-versions.ts'

interface Offer {
  title: string
  days: number
  limit: number | null
}

test('an offer that was never changed is its only version', () => {
  expect(offersBefore({ title: 'One' }, [])).toEqual([{ title: 'One' }])
})

test('undoing all changes from the last offer gives every offer that there was', () => {
  const change = fc.record<Partial<Offer>>(
    { title: fc.string(), days: fc.nat(), limit: fc.option(fc.nat()) } as never,
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const offers: Offer[] = [{ title: 'First', days: 30, limit: null }]
      const told = changes.map((after) => {
        const last = offers.at(-1)!
        const before = Object.fromEntries(
          Object.keys(after).map((field) => [field, last[field as keyof Offer]]),
        ) as Partial<Offer>
        offers.push({ ...last, ...after })
        return { before }
      })
      expect(offersBefore(offers.at(-1)!, told)).toEqual(offers)
    }),
  )
})
