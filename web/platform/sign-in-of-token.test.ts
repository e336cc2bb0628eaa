import { expect, it } from 'vitest'
import { signInOfToken } from './sign-in-of-token.ts'

const token = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

it('is the session, or else the time of the sign-in', () => {
  expect(signInOfToken(token({ sid: 'ses_1', auth_time: 5, name: 'Zoë ??>>' }))).toBe('ses_1')
  expect(signInOfToken(token({ auth_time: 1_790_000_000 }))).toBe('1790000000')
})

it.each([token({}), token({ sid: {} }), 'opaque', 'a.%%%.c', ''])('%j names none', (given) => {
  expect(signInOfToken(given)).toBeNull()
})
