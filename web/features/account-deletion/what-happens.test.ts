import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import { WhatHappens } from './what-happens.tsx'

const deletion: DeletionView = {
  crels: { available: 0, pending: 0, reserved: 0, debt: 0 },
  points: 0,
  campaigns: 0,
  links: 0,
  orders: { placed: 2, withCodes: 0 },
  blocked: null,
  erasedWithinMinutes: 15,
  addressRetainedMonths: 6,
  taxFormKeptUntil: null,
}
const drawn = (view: Partial<DeletionView>) =>
  renderToString(
    createElement(MemoryRouter, null, createElement(WhatHappens, { deletion: view as DeletionView })),
  )

test('says what becomes of orders, and is drawn of an answer that does not say', () => {
  expect(drawn(deletion)).toContain('2 orders')
  const { orders: _, ...before } = deletion
  expect(drawn(before)).toContain('there is nothing to lose')
})
