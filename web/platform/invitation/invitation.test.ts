import { expect, test } from 'vitest'
import { invitationOf } from './invitation.ts'

const searched = (query: string) => invitationOf(new URLSearchParams(query))

test('an invitation is a creator id of eight characters', () => {
  expect(searched('invitedBy=k7m2qw9d')).toBe('k7m2qw9d')
  expect(searched('redirect=/campaigns/all&invitedBy=k7m2qw9d')).toBe('k7m2qw9d')
})

test.each([
  '',
  'invitedBy=',
  'invitedBy=short',
  'invitedBy=k7m2qw9d0',
  'invitedBy=%3Cscript%3E',
  'invitedBy=K7M2QW9!',
])('%j yields no invitation', (query) => expect(searched(query)).toBeNull())
