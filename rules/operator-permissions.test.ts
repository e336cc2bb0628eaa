import { expect, test } from 'vitest'
import { mayAct, OPERATOR_ACTS, OPERATOR_ROLES } from './operator-permissions.ts'

const may = (role: (typeof OPERATOR_ROLES)[number]) => OPERATOR_ACTS.filter((act) => mayAct(role, act))

test('an owner may do everything, and who only reads nothing', () => {
  expect(may('owner')).toEqual(OPERATOR_ACTS)
  expect(may('read-only')).toEqual([])
  expect(may('support')).toEqual([])
})

test('who sets what rewards cost does not set what crels are worth, and only owners make operators', () => {
  expect(may('manager')).toEqual(['economy.set', 'exchange.pause'])
  expect(may('finance')).toEqual(['rate.set', 'exchange.pause', 'exchange.resume', 'currency.set'])
})
