import { expect, test } from 'vitest'
import { boundaryRules, plantedFaults } from './boundaries.ts'

// The house itself, and every planted violation under the rules as they are, are `npm run check:boundaries`.
test('says which planted violation slips through when a rule is weakened, and which rule has none planted', async () => {
  const { forbidden, ...rest } = boundaryRules()
  const weaker = forbidden.filter(({ name }) => name !== 'web-never-server' && name !== 'no-cycles')
  expect(
    await plantedFaults({
      ...rest,
      forbidden: [...weaker, { name: 'new-rule', from: {}, to: { path: '^x/' } }] as never,
    }),
  ).toEqual([
    'web-never-server: does not find its planted violation (web/pages/serves.ts)',
    'no-cycles: does not find its planted violation (web/platform/first.ts)',
    'new-rule: no violation of it is planted (testing/check/planted-violations.ts)',
  ])
})
