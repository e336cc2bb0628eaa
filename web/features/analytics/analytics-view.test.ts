import { expect, test } from 'vitest'
import { datesOf, readView, withView } from './analytics-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))
const neutral = { range: '30d', campaign: undefined, link: undefined, by: 'link', view: 'chart' }

test('an address without a query shows the last 30 days by link, as a chart', () => {
  expect(read('')).toEqual(neutral)
  expect(datesOf(read(''), '2026-11-21')).toEqual({ from: '2026-10-23', to: '2026-11-21' })
})

test('what makes no sense in an address counts as not set', () => {
  for (const query of [
    'range=forever&by=planet&view=pie&campaign=cmp_1&link=lnk_%00',
    'from=2026-11-02&to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-02-01',
    'from=0001-01-01&to=9999-01-01',
  ])
    expect(read(query)).toEqual(neutral)
})

test('a chosen view is in the address, and what is as usual is not', () => {
  const custom = withView(new URLSearchParams('range=7d&x=1'), {
    range: 'custom',
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(custom.toString()).toBe('x=1&from=2026-10-01&to=2026-10-31')
  expect(datesOf(readView(custom), '2026-11-21')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(withView(custom, { range: '90d', by: 'sub', view: 'table' }).toString()).toBe(
    'x=1&range=90d&by=sub&view=table',
  )
  expect(withView(custom, { range: '30d', by: 'link' }).toString()).toBe('x=1')
})
