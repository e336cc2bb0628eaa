import { expect, test } from 'vitest'
import {
  mayOperate,
  OPERATOR_ACTS,
  OPERATOR_ROLES,
  permissionsOf,
  scopesOf,
  type OperatorAct,
} from './operator-permissions.ts'

const may = (role: (typeof OPERATOR_ROLES)[number]) => OPERATOR_ACTS.filter((act) => mayOperate(role, act))
/** The roles besides the owner's that may do one of some acts. */
const others = (isOne: (act: OperatorAct) => boolean) =>
  OPERATOR_ROLES.filter((role) => role !== 'owner' && may(role).some(isOne))

test('an owner may do everything, and who only reads nothing but of their own', () => {
  expect(may('owner')).toEqual(OPERATOR_ACTS)
  expect(may('read-only')).toEqual(['session.open', 'session.end', 'factor.add', 'factor.remove'])
})

test.each([
  ['read', [...OPERATOR_ROLES]],
  ['read.members', ['owner', 'manager', 'support', 'finance']],
  ['read.money', ['owner', 'manager', 'finance', 'read-only']],
  ['read.tax', ['owner', 'finance']],
  ['read.audit', ['owner', 'manager', 'finance', 'read-only']],
] as const)('%s is for %s', (permission, roles) => {
  expect(OPERATOR_ROLES.filter((role) => mayOperate(role, permission))).toEqual(roles)
  expect(permissionsOf('support').includes(permission)).toBe((roles as readonly string[]).includes('support'))
})

test.each([
  ['makes operators', /^operator\./, []],
  ['makes API keys', /^operator-key\./, ['manager', 'finance']],
  ['publishes what members agree to', /^legal\./, []],
  ['pays out', /^(redemption|payout)\.(?!pause$)/, ['finance']],
  [
    'stops payouts, sign-up or links',
    /^(redemption|payout|sign-up|link-creation)\.pause$/,
    ['manager', 'support', 'finance'],
  ],
  ['lets people sign up and make links again', /^(sign-up|link-creation)\.resume$/, ['manager']],
  ['opens tax forms', /^tax\./, ['finance']],
  ['says what crels are worth', /^(rate|currency)\./, ['finance']],
  ['pays in for a campaign and takes it out', /^campaign\.(top-up|reduce-budget)$/, ['finance']],
  ['says what rewards cost', /^economy\./, ['manager']],
  ['handles keys of brands', /^brand-key\./, ['manager']],
  ['answers members', /^support\./, ['manager', 'support']],
])('besides owners, who %s', (_, acts, roles) => {
  expect(OPERATOR_ACTS.some((act) => acts.test(act))).toBe(true)
  expect(others((act) => acts.test(act))).toEqual(roles)
})

test('an API key is for nothing that makes operators, sessions, factors or keys', () => {
  for (const role of OPERATOR_ROLES) {
    const scopes = scopesOf(role)
    expect(scopes).toContain('read')
    expect(
      scopes.filter((scope) => /^(operator|operator-key|session|factor|secret|act)\.|own$/.test(scope)),
    ).toEqual([])
    expect(scopes.every((scope) => mayOperate(role, scope))).toBe(true)
  }
})
