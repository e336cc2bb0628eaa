import { expect, test } from 'vitest'
import { payoutRefusal } from './payout-eligibility.ts'

const terms = { minimumAge: 18, blockedCountries: ['KP'] }

test.each([
  ['2008-11-27', 'PT', null],
  ['2008-11-28', 'PT', 'too_young'],
  ['1980-01-01', 'KP', 'country_blocked'],
  // Where both are against it, the one that a birthday does not mend.
  ['2020-01-01', 'KP', 'country_blocked'],
  [null, null, null],
])('born %s, living in %s: %s', (birthday, countryOfResidence, refusal) => {
  expect(payoutRefusal({ birthday, countryOfResidence }, '2026-11-27', terms)?.code ?? null).toBe(refusal)
})

test.each([
  ['residence', 'KP', ['KP'], ['KP']],
  ['tax_form', 'PT', ['PT', 'KP'], ['KP']],
  ['bank', 'PT', ['PT'], ['KP']],
  [undefined, 'PT', ['PT'], ['DE']],
])('names the country that is blocked: %s', (blockedBy, countryOfResidence, form, bank) => {
  const member = { birthday: '1980-01-01', countryOfResidence, onPaper: { tax_form: form, bank } }
  expect(payoutRefusal(member, '2026-11-27', terms)).toEqual(
    blockedBy ? { code: 'country_blocked', blockedBy } : null,
  )
})

test('an age of 0 asks for none', () => {
  const baby = { birthday: '2026-11-27', countryOfResidence: 'PT' }
  expect(payoutRefusal(baby, '2026-11-27', { minimumAge: 0, blockedCountries: [] })).toBeNull()
})
