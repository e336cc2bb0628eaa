import { expect, test } from 'vitest'
import { publicIdentity } from './public-identity.ts'

test('where no page said anything it is the embedded provider', () => {
  expect(publicIdentity).toEqual({ provider: 'embedded' })
})
