import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProblemCode } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from '#web/platform/api-problem.ts'
import { completeStoredInvitation } from './complete-invitation.ts'
import { forgetInvitation, rememberedInvitation, rememberInvitation } from './invitation.ts'
import { analyticsCallName } from '#web/platform/product-analytics/calls.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { refusedInvitationKey } from './refused-invitation.ts'

const tracked: unknown[] = []
const page = new EventTarget()
const kept = new Map<string, string>()
page.addEventListener(analyticsCallName, (event) => tracked.push((event as CustomEvent).detail))

beforeEach(() => {
  vi.stubGlobal('dispatchEvent', (event: Event) => page.dispatchEvent(event))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  rememberInvitation('k7m2qw9d')
  queryClient.clear()
  tracked.length = 0
})
afterEach(() => void vi.unstubAllGlobals())

const uninvited = { gamification: { invitedBy: null } }
const answering = (error?: unknown) => async () => {
  if (error) throw error
}
/** What the member is shown. */
const shown = () => queryClient.getQueryData(refusedInvitationKey)
const refused = (status: number, code: ProblemCode = 'not_found') =>
  new ApiProblem({
    type: '',
    title: '',
    status,
    detail: 'You joined before them.',
    code,
    requestId: '',
  })

test('forgets an accepted invitation and reports it to analytics', async () => {
  expect(await completeStoredInvitation(uninvited, 'k7m2qw9d', answering())).toBe(true)
  expect(rememberedInvitation()).toBeNull()
  expect(tracked).toEqual([{ call: 'track', event: 'friend_invitation_complete', properties: {} }])
})

test.each([400, 404, 409, 422])(
  'says a refusal with %i, and forgets it without reporting it',
  async (status) => {
    expect(await completeStoredInvitation(uninvited, 'k7m2qw9d', answering(refused(status)))).toBe(false)
    expect(rememberedInvitation()).toBeNull()
    expect(shown()).toBe('You joined before them.')
    expect(tracked).toEqual([])
  },
)

test('is forgotten without a word where another tab has used it already', async () => {
  const answer = answering(refused(409, 'already_granted'))
  expect(await completeStoredInvitation(uninvited, 'k7m2qw9d', answer)).toBe(false)
  expect(rememberedInvitation()).toBeNull()
  expect(shown()).toBeUndefined()
})

test('a refusal that no screen shows waits until it is read', async () => {
  vi.useFakeTimers()
  try {
    await completeStoredInvitation(uninvited, 'k7m2qw9d', answering(refused(404)))
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(shown()).toBe('You joined before them.')
  } finally {
    vi.useRealTimers()
  }
})

test.each<[string, Error]>([
  ['no network', new NetworkFailure(new TypeError('Failed to fetch'))],
  ['no token', new Error('Failed to get authentication token')],
  ...[401, 403, 429, 500, 503].map((status) => [String(status), refused(status)] as [string, Error]),
])('%s keeps it for the next time', async (_, error) => {
  expect(await completeStoredInvitation(uninvited, 'k7m2qw9d', answering(error))).toBe(false)
  expect(rememberedInvitation()).toBe('k7m2qw9d')
  expect(shown()).toBeUndefined()
  expect(tracked).toEqual([])
})

test('one that another tab has used meanwhile is not asked for again', async () => {
  forgetInvitation()
  const ask = vi.fn<() => Promise<void>>()
  expect(await completeStoredInvitation(uninvited, 'k7m2qw9d', ask)).toBe(false)
  expect(ask).not.toHaveBeenCalled()
})

test('a member with an inviter is not asked, and their browser forgets it; two fetches at once ask once', async () => {
  let asked = 0
  const ask = async () => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve))
  }
  await completeStoredInvitation({ gamification: { invitedBy: 'abcdefgh' } }, 'k7m2qw9d', ask)
  expect(asked).toBe(0)
  expect(rememberedInvitation()).toBeNull()
  rememberInvitation('k7m2qw9d')
  await Promise.all([1, 2, 3].map(async () => await completeStoredInvitation(uninvited, 'k7m2qw9d', ask)))
  expect(asked).toBe(1)
})
