import { expect, test } from 'vitest'
import { authPaths } from './auth-paths.ts'

const kept = (query: string) => authPaths(new URLSearchParams(query))

test('the way between sign-in and sign-up keeps the page to go on to and the invitation', () => {
  expect(kept('redirect=/campaigns/cmp_1%3Fa%3D1&invitedBy=k7m2qw9d')).toMatchObject({
    login: '/login?redirect=%2Fcampaigns%2Fcmp_1%3Fa%3D1&invitedBy=k7m2qw9d',
    signup: '/signup?redirect=%2Fcampaigns%2Fcmp_1%3Fa%3D1&invitedBy=k7m2qw9d',
    resetPasswordSent: '/login/reset-password/sent?redirect=%2Fcampaigns%2Fcmp_1%3Fa%3D1',
  })
})

test.each(['', 'redirect=/', 'redirect=//evil.example', 'redirect=https://evil.example', 'invitedBy=nobody'])(
  '%j leaves nothing to keep',
  (query) =>
    expect(kept(query)).toMatchObject({
      login: '/login',
      signup: '/signup',
      resetPassword: '/login/reset-password',
    }),
)
