import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the secret of SHA-1; our six digits are the last of its eight. */
const secret = Secret.fromLatin1('12345678901234567890').base32
const vectors: [seconds: number, eightDigits: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test.each(vectors)('accepts the code of RFC 6238 at %i s, in its own step', (seconds, digits) => {
  expect(stepOfCode(secret, digits.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.each(vectors)('at %i s a code is right one step before and after, not two', (seconds, digits) => {
  const step = Math.floor(seconds / 30)
  const at = (steps: number) => stepOfCode(secret, digits.slice(2), (seconds + steps * 30) * 1000)
  expect([at(-1), at(1)]).toEqual([step, step])
  expect([at(-2), at(2)]).toEqual([null, null])
})

test('a secret has 160 bits, and its address names the site and the account', () => {
  const made = newTotpSecret()
  expect(Secret.fromBase32(made).bytes).toHaveLength(20)
  expect(newTotpSecret()).not.toBe(made)
  const uri = new URL(totpUri(made, { issuer: 'crels.example', account: 'ada@example.com' }))
  expect(uri.host).toBe('totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/crels.example:ada@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: made,
    issuer: 'crels.example',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
