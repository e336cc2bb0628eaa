import { expect, test } from 'vitest'
import { fromUsdCents } from './currency.ts'
import { payoutFile, payoutFileId, payoutReference } from './payout-file.ts'
import { hasSignedDebits, isCredit, outcomeOf, resultColumns } from './payout-result.ts'
import { misfit, PAYOUT_RUN_STATES, payoutRunStateAfter } from './payout-run.ts'
import { isSepaName, sepaText } from './sepa-text.ts'

const iban = {
  kind: 'bank',
  holder: 'Žofia Ødegård & Søn',
  iban: 'NO9386011117947',
  bic: 'DNBANOKK',
} as const
const us = { kind: 'bank', holder: 'Ada', routingNumber: '021000021', accountNumber: '0012345678' } as const
const file = {
  id: 'r1-1',
  madeAt: new Date('2026-11-26T10:00:00.123Z'),
  payer: { name: 'Crels <GmbH>', iban: 'DE02120300000000202051' },
}

test('a SEPA file has the elements of pain.001.001.09 in their order, with counts and sums', () => {
  const lines = [
    { reference: 'ra', amountMinor: 123_45, to: iban },
    { reference: 'rb', amountMinor: 5, to: iban },
  ]
  const made = payoutFile({ ...file, format: 'sepa', currency: 'EUR', lines })
  const xml = 'xml' in made ? made.xml : ''
  const elements = [...xml.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name).join(' ')
  const transfer =
    'CdtTrfTxInf PmtId EndToEndId Amt InstdAmt CdtrAgt FinInstnId BICFI Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd'
  expect(elements).toBe(
    [
      'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm',
      'PmtInf PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt Dbtr Nm DbtrAcct Id IBAN',
      'DbtrAgt FinInstnId Othr Id ChrgBr',
      transfer,
      transfer,
    ].join(' '),
  )
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs>')
  expect(xml.match(/<CtrlSum>123\.50<\/CtrlSum>/g)).toHaveLength(2)
  expect(xml).toContain('<Nm>Zofia Odegard + Son</Nm>')
  expect(xml).toContain('<Nm>Crels .GmbH.</Nm>')
  expect(xml).toContain('<CreDtTm>2026-11-26T10:00:00Z</CreDtTm>')
})

test('Wise gets dollars that arrive in the currency of the account', () => {
  const lines = [iban, us].map((to, place) => ({ reference: `r${place}`, amountMinor: 2000, to }))
  const made = payoutFile({ ...file, format: 'wise', currency: 'USD', payer: null, lines })
  expect('rows' in made && made.rows.slice(1)).toEqual([
    [
      'Žofia Ødegård & Søn',
      'r0',
      'PRIVATE',
      'source',
      '20.00',
      'USD',
      'EUR',
      iban.iban,
      'DNBANOKK',
      null,
      null,
      null,
    ],
    [
      'Ada',
      'r1',
      'PRIVATE',
      'source',
      '20.00',
      'USD',
      'USD',
      null,
      null,
      '021000021',
      '0012345678',
      'CHECKING',
    ],
  ])
  expect('rows' in made && made.rows.every(({ length }) => length === 12)).toBe(true)
})

test('names and references are what every bank takes', () => {
  expect(sepaText('  Łukasz  /  李 // "x"', 70)).toBe('Lukasz - . - .x.')
  expect(sepaText('李', 70)).toBe('.')
  expect(['李小龙', 'Мария 2', '李 Li', 'Ødegård'].map(isSepaName)).toEqual([false, false, true, true])
  expect(sepaText('a'.repeat(100), 70)).toHaveLength(70)
  const id = `rdm_${'f'.repeat(32)}`
  expect(payoutReference(id)).toMatch(/^r[0-9a-z]{25}$/)
  expect(payoutReference(id, 12)).toBe(`${payoutReference(id)}-12`)
  expect(payoutFileId(`pob_${'f'.repeat(32)}`, 100).length).toBeLessThanOrEqual(35)
})

test('says which accounts a format cannot pay', () => {
  expect(misfit('sepa', us)).toBe('SEPA transfers go to an IBAN.')
  expect(misfit('sepa', { ...iban, iban: 'BR1800360305000010009795493C1' })).toContain('BR take no SEPA')
  expect(['bank', 'wise'].map((format) => misfit(format as 'bank', us))).toEqual([undefined, undefined])
  expect([misfit('sepa', iban), misfit('bank', { ...iban, holder: 'Ελένη' })]).toEqual([undefined, undefined])
  expect(misfit('sepa', { ...iban, holder: 'Ελένη' })).toContain('no Latin letter')
  expect(misfit('paypal', us)).toBe('A paypal file does not pay to bank.')
})

test('a run that is closed or discarded stays so', () => {
  expect(PAYOUT_RUN_STATES.map((state) => payoutRunStateAfter(state, 'close'))).toEqual([
    undefined,
    undefined,
    'closed',
    undefined,
    undefined,
  ])
  expect(payoutRunStateAfter('sent', 'discard')).toBeUndefined()
})

test('reads reports of PayPal, Wise and banks', () => {
  expect(resultColumns(['Reference ID', 'Transaction ID', 'Transaction status'])).toMatchObject({
    reference: 0,
    payment: 1,
    status: 2,
    amount: -1,
  })
  expect(resultColumns(['paymentReference', 'amount'])).toBeNull()
  expect(['SUCCESS', 'outgoing_payment_sent', 'Unclaimed', 'RJCT', 'Returned', '?'].map(outcomeOf)).toEqual([
    'paid',
    'paid',
    'pending',
    'unpaid',
    'unpaid',
    undefined,
  ])
})

test('a report has signed debits where something that was paid has a minus', () => {
  const row = (status: string, amount: string) => ({ status, amount })
  const [debit, credit] = [row('booked', '-20.00'), row('booked', '20.00')]
  expect(hasSignedDebits([credit, debit])).toBe(true)
  expect(
    hasSignedDebits([credit, row('returned', '-20.00'), row('booked', '-0.00'), row('booked', '')]),
  ).toBe(false)
  expect([debit, credit, row('booked', ''), row('pending', '20.00')].map(isCredit)).toEqual([
    false,
    true,
    false,
    false,
  ])
  // However the bank writes it, and where it can be read in two ways, too.
  expect(['-16,00', '−1.204,50', '-1.204'].map((amount) => hasSignedDebits([row('booked', amount)]))).toEqual(
    [true, true, true],
  )
  expect(['16,00', '1.204'].map((amount) => isCredit(row('booked', amount)))).toEqual([true, true])
})

test('dollars in euros are rounded half up, once', () => {
  expect(fromUsdCents(20_00, 'EUR', '1.25')).toBe(16_00)
  expect(fromUsdCents(1, 'EUR', '2')).toBe(1)
  expect(fromUsdCents(100, 'JPY', '0.0065')).toBe(154)
  expect(() => fromUsdCents(1, 'EUR', '0')).toThrow(RangeError)
})
