import { expect, test } from 'vitest'
import { maySetSetting, rolesThatSet } from './economy-permissions.ts'
import { presetSettings } from './economy-presets.ts'
import { defaultEconomy, economyRows } from './economy.ts'
import { mayOperate, type OperatorRole } from './operator-permissions.ts'

const setBy = (role: OperatorRole) =>
  economyRows(defaultEconomy)
    .map(({ path }) => path)
    .filter((path) => maySetSetting((permission) => mayOperate(role, permission), path))

test('an owner sets every setting, a manager all but what payouts need, and nobody else any', () => {
  const all = setBy('owner')
  expect(all).toHaveLength(economyRows(defaultEconomy).length)
  const manager = setBy('manager')
  expect(all.filter((path) => !manager.includes(path)).map((path) => path.split('.')[0])).toEqual([
    ...Object.keys(defaultEconomy.redemption).map(() => 'redemption'),
    ...Object.keys(defaultEconomy.tax).map(() => 'tax'),
  ])
  // Who approves payouts does not set what one needs.
  for (const role of ['support', 'finance', 'read-only'] as const) expect(setBy(role)).toEqual([])
})

test('whoever may set all of some settings is named', () => {
  expect(rolesThatSet(['checkIn.basePoints', 'levels.fromPoints'])).toEqual(['owner', 'manager'])
  expect(rolesThatSet(presetSettings('careful').map(({ path }) => path))).toEqual(['owner'])
})
