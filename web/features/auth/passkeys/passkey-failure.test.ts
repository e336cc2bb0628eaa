import { expect, test } from 'vitest'
import { m } from '#messages'
import { NetworkFailure } from '#web/platform/api-problem.ts'
import { passkeyFailure } from './passkey-failure.ts'

const named = (name: string, code?: string) => Object.assign(new Error('a cause'), { name, code })

test.each<[string, unknown, string]>([
  [
    'closed',
    named('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'),
    m.security_passkey_cancelled(),
  ],
  ['replaced', named('AbortError', 'ERROR_CEREMONY_ABORTED'), m.security_passkey_cancelled()],
  [
    'there already',
    named('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'),
    m.security_passkey_exists(),
  ],
  ['at another address', named('SecurityError', 'ERROR_INVALID_RP_ID'), m.security_passkey_other_address()],
  [
    'without a lock',
    named('ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT'),
    m.security_passkey_no_lock(),
  ],
  ['anything else', named('UnknownError'), m.security_passkey_failed()],
  ['the network', new NetworkFailure('away'), m.auth_unreachable()],
])('%s has a sentence', (_, error, sentence) => {
  expect(passkeyFailure(error, true)).toBe(sentence)
})

test('offline is said, also where a part of the page could not be fetched', () => {
  expect(passkeyFailure(new TypeError('Failed to fetch dynamically imported module'), false)).toBe(
    m.auth_offline(),
  )
})
