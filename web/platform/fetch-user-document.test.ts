import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from './api-problem.ts'
import { fetchUserDocument } from './fetch-user-document.ts'
import { sessionStore } from './session.ts'

const member = {
  uid: 'usr_1',
  fullName: 'Ola Nordmann',
  email: 'ola@example.com',
  displayName: 'Ola',
  birthday: null,
  gender: '',
  countryOfResidence: 'NO',
  industries: [],
  channels: [],
  profileCompletion: { isComplete: true, completionPercentage: 100, missingFields: [], completedFields: [] },
}

describe('fetchUserDocument', () => {
  let waits: number[]
  let answers: [status: number, body: object][]
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  const absent = { code: 'not_found', detail: 'x', requestId: 'req_1' }

  beforeEach(() => {
    waits = []
    const { uid, email } = member
    const user = { uid, email, emailVerified: true, displayName: 'Ola', photoURL: null }
    sessionStore.send({ type: 'signed-in', session: { user, accessToken: 'abc', expiresInSec: 3600 } })
    vi.stubGlobal('fetch', () => {
      const [status, body] = answers.shift()!
      const type = status === 200 ? 'application/json' : 'application/problem+json'
      return Promise.resolve(
        new Response(JSON.stringify(body), { status, headers: { 'content-type': type } }),
      )
    })
  })
  afterEach(() => {
    sessionStore.send({ type: 'signed-out', reason: 'signed_out' })
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('recomputes the completion of what it got', async () => {
    answers = [[200, member]]
    const user = await fetchUserDocument('usr_1', { wait })
    expect(user?.profileCompletion).toMatchObject({ isComplete: false, completionPercentage: 50 })
    expect(waits).toEqual([])
  })

  it('asks again after a 404, and takes the document when it is there', async () => {
    answers = [
      [404, absent],
      [404, absent],
      [200, member],
    ]
    expect(await fetchUserDocument('usr_1', { wait })).toMatchObject({ uid: 'usr_1' })
    expect(waits).toEqual([1000, 2000])
  })

  it('after five calls the member is absent, with the warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answers = Array.from({ length: 6 }, () => [404, absent])
    expect(await fetchUserDocument('usr_1', { wait })).toBeNull()
    expect(waits).toEqual([1000, 2000, 4000, 8000])
    expect(answers).toHaveLength(1)
    expect(warn).toHaveBeenCalledExactlyOnceWith('User document not found after retries')
  })

  it('throws other failures on, at once', async () => {
    answers = [[403, { code: 'forbidden', detail: 'No.', requestId: 'req_1' }]]
    await expect(fetchUserDocument('usr_1', { wait })).rejects.toBeInstanceOf(ApiProblem)
    expect(waits).toEqual([])
  })
})
