import { expect, test } from 'vitest'
import { createPasswordHasher, recommendedCost, testCost } from './password-hash.ts'

const cheap = createPasswordHasher(testCost)

test('accepts the password it hashed and no other', async () => {
  const hash = await cheap.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await cheap.verify({ hash, password: 'correct horse' })).toBe(true)
  expect(await cheap.verify({ hash, password: 'correct horsf' })).toBe(false)
  expect(await cheap.verify({ hash, password: '' })).toBe(false)
  expect(await cheap.hash('correct horse')).not.toBe(hash)
})

test('reads the cost from the hash, so that it may be raised later', async () => {
  const dear = createPasswordHasher(recommendedCost)
  const hash = await dear.hash('p')
  expect(hash).toContain('m=19456,t=2,p=1')
  expect(await cheap.verify({ hash, password: 'p' })).toBe(true)
})

test('takes composed and decomposed letters for the same', async () => {
  const hash = await cheap.hash('caf\u00e9')
  expect(await cheap.verify({ hash, password: 'cafe\u0301' })).toBe(true)
})

test.each(['', 'plain', '$argon2id$v=19$m=64,t=1,p=1$AAAA', '$2b$10$abcdefghijklmnopqrstuv'])(
  'accepts nothing for the malformed hash %j',
  async (hash) => {
    expect(await cheap.verify({ hash, password: '' })).toBe(false)
  },
)
