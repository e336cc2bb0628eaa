import { describe, expect, test } from 'vitest'
import {
  isTaxFormUsable,
  isTaxId,
  needsTaxForm,
  plainTaxDetails,
  taxFlaws,
  taxFormEnds,
  taxFormsOf,
  taxIdHint,
  type TaxDetails,
} from './tax-profile.ts'

const today = '2026-11-27'
const w9: TaxDetails = {
  form: 'w9',
  legalName: 'Ada Example',
  address: { street: '1 Main St', extra: '', city: 'Reno', postcode: '89501', region: 'NV', country: 'US' },
  taxResidence: 'US',
  taxIdKind: 'ssn',
  taxId: '123456789',
  birthDate: null,
  birthPlace: '',
  vatId: '',
}
const w8ben: TaxDetails = {
  ...w9,
  form: 'w8ben',
  taxResidence: 'PT',
  taxIdKind: 'foreign',
  taxId: '123 456 789',
  birthDate: '1990-05-17',
}
const dac7: TaxDetails = { ...w8ben, form: 'dac7', vatId: 'PT123456789' }

test.each([
  ['ssn', '123456789', true],
  ['ssn', '000456789', false],
  ['ssn', '666456789', false],
  ['ssn', '900456789', false],
  ['ssn', '123006789', false],
  ['ssn', '123450000', false],
  ['ssn', '12345678', false],
  ['itin', '900701234', true],
  ['itin', '900931234', false],
  ['itin', '800701234', false],
  ['ein', '121234567', true],
  ['ein', '071234567', false],
  ['foreign', 'PT 123.456-789', true],
  ['foreign', '=1+1', false],
  ['foreign', '12', false],
] as const)('%s %s: %s', (kind, taxId, isOne) => {
  expect(isTaxId(kind, taxId)).toBe(isOne)
})

describe('flaws', () => {
  test.each([w9, w8ben, dac7])('none of a $form that is filled in', (details) => {
    expect(taxFlaws(details, today)).toEqual([])
  })

  test.each([
    [{ ...w9, taxResidence: 'PT' }, ['taxResidence']],
    [{ ...w9, taxIdKind: 'foreign' as const }, ['taxIdKind']],
    [{ ...w9, taxId: null }, ['taxId']],
    [{ ...w8ben, taxResidence: 'US' }, ['taxResidence']],
    [{ ...w8ben, birthDate: null }, ['birthDate']],
    [{ ...w8ben, birthDate: '2026-11-28' }, ['birthDate']],
    [{ ...w8ben, birthDate: '1890-01-01' }, ['birthDate']],
    [{ ...w8ben, taxId: null }, []],
    [{ ...dac7, taxId: null }, ['birthPlace']],
    [{ ...dac7, taxId: null, birthPlace: 'Porto, Portugal' }, []],
    [{ ...dac7, vatId: '123' }, ['vatId']],
  ])('%j', (details, flaws) => {
    expect(taxFlaws(details, today)).toEqual(flaws)
  })
})

test('keeps digits of a number of the US, and what the form asks for alone', () => {
  expect(plainTaxDetails({ ...dac7, form: 'w9', taxIdKind: 'ssn', taxId: '123-45 6789' })).toMatchObject({
    taxId: '123456789',
    birthDate: null,
    vatId: '',
  })
  expect(plainTaxDetails({ ...dac7, birthPlace: 'Porto', vatId: 'pt 123 456 789' })).toMatchObject({
    birthPlace: '',
    vatId: 'PT123456789',
  })
})

test('shows the last signs of a number, fewer of a short one', () => {
  expect([taxIdHint('123456789'), taxIdHint('12345'), taxIdHint(null)]).toEqual(['…6789', '…45', null])
})

test('a W-8BEN ends with the third year after its own, the others do not', () => {
  expect([taxFormEnds('w8ben', '2026-01-01'), taxFormEnds('w9', today)]).toEqual(['2029-12-31', null])
  const signed = { form: 'w8ben', certifiedOn: '2026-01-01' } as const
  expect([
    isTaxFormUsable(signed, 'us', '2029-12-31'),
    isTaxFormUsable(signed, 'us', '2030-01-01'),
    isTaxFormUsable(signed, 'dac7', '2026-11-27'),
  ]).toEqual([true, false, false])
})

test('a form is needed from the threshold on, and never where nobody asks', () => {
  const terms = { regime: 'us', thresholdUsdCents: 600_00 } as const
  expect([needsTaxForm(599_99, terms), needsTaxForm(600_00, terms)]).toEqual([false, true])
  expect(needsTaxForm(600_00, { ...terms, regime: 'off' })).toBe(false)
  expect(taxFormsOf('off')).toEqual([])
})
