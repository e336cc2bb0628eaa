import { expect, test } from 'vitest'
import { ApiProblem, NetworkFailure } from '../api-problem.ts'
import { firebaseFailure, isCancelled } from './firebase-failure.ts'

const thrown = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

test.each([
  ['invalid-credential', 'invalid_credential', 401],
  ['wrong-password', 'invalid_credential', 401],
  ['user-not-found', 'invalid_credential', 401],
  ['email-already-in-use', 'email_already_in_use', 409],
  ['account-exists-with-different-credential', 'email_already_in_use', 409],
  ['weak-password', 'weak_password', 422],
  ['password-does-not-meet-requirements', 'weak_password', 422],
  ['invalid-email', 'invalid_email', 422],
  ['user-disabled', 'user_disabled', 403],
  ['user-token-expired', 'user_token_expired', 401],
  ['requires-recent-login', 'requires_recent_login', 403],
  ['too-many-requests', 'too_many_requests', 429],
  ['invalid-action-code', 'invalid_action_code', 400],
  ['expired-action-code', 'expired_action_code', 400],
  // What has no word here ends no session, and says which it was.
  ['operation-not-allowed', 'unavailable', 503],
  ['popup-blocked', 'unavailable', 503],
])('auth/%s is %s', (said, code, status) => {
  const failure = firebaseFailure(thrown(`auth/${said}`))
  expect(failure).toBeInstanceOf(ApiProblem)
  expect(failure).toMatchObject({ code, status, requestId: `firebase ${said}` })
})

test('no answer is a network that failed', () => {
  for (const said of ['network-request-failed', 'timeout', 'internal-error'])
    expect(firebaseFailure(thrown(`auth/${said}`))).toBeInstanceOf(NetworkFailure)
})

test('what is none of Firebase’s passes as it is', () => {
  const [ours, other] = [new NetworkFailure(null), new Error('no')]
  expect(firebaseFailure(ours)).toBe(ours)
  expect(firebaseFailure(other)).toBe(other)
  expect(firebaseFailure('text')).toBe('text')
})

test('closing the window of another provider is no failure', () => {
  expect(isCancelled(thrown('auth/popup-closed-by-user'))).toBe(true)
  expect(isCancelled(thrown('auth/popup-blocked'))).toBe(false)
})
