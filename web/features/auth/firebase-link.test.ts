import { expect, test } from 'vitest'
import { firebaseLink } from './firebase-link.ts'

const link = (query: string) => firebaseLink(new URLSearchParams(query))

test.each([
  ['mode=resetPassword&oobCode=c', '/login/reset-password?token=c'],
  ['mode=verifyEmail&oobCode=c&apiKey=k&lang=en', '/signup/email-verification?token=c'],
  ['mode=verifyAndChangeEmail&oobCode=c', '/signup/email-verification?token=c'],
  ['mode=recoverEmail&oobCode=c', '/login?mode=recover&token=c'],
  ['mode=signIn&oobCode=c', '/login?mode=link&token=c'],
  ['mode=signIn&oobCode=c&redirect=/points', '/login?mode=link&token=c&redirect=%2Fpoints'],
  [
    `mode=signIn&oobCode=c&continueUrl=${encodeURIComponent('https://crels.example/login?redirect=%2Fpoints')}`,
    '/login?mode=link&token=c&redirect=%2Fpoints',
  ],
])('%s leads to %s', (query, to) => {
  expect(link(query)).toBe(to)
})

test.each(['', 'mode=link&token=t', 'mode=signIn', 'oobCode=c', 'mode=revertSecondFactorAddition&oobCode=c'])(
  '%j is no link of Firebase’s that has a screen here',
  (query) => {
    expect(link(query)).toBeNull()
  },
)

test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'leads nowhere else: %s',
  (to) => {
    const asked = encodeURIComponent(`https://crels.example/login?redirect=${encodeURIComponent(to)}`)
    expect(link(`mode=signIn&oobCode=c&continueUrl=${asked}`)).toBe('/login?mode=link&token=c')
    expect(link(`mode=signIn&oobCode=c&redirect=${encodeURIComponent(to)}`)).toBe('/login?mode=link&token=c')
  },
)
