import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getPoints, listPointsHistory } from '#contracts/points.endpoints.ts'
import type { BootData } from '#contracts/boot-data.ts'

const came = { came: 'with the page' }
const asked = { asked: 'of the server' }
const carried: BootData = {
  user: { uid: 'usr_1', email: 'ola@example.com', emailVerified: true, displayName: 'Ola', photoURL: null },
  streamId: 'balances:1',
  answers: { '/api/v1/points': came, '/api/v1/points/history?limit=20': came },
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify(carried), remove: () => {} }),
    querySelector: () => null,
  })
  vi.stubGlobal('fetch', async () => Response.json(asked))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // The page has just been opened, however long the tests run.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Read when the page's scripts start. */
async function startedPage() {
  const { call } = await import('./api.ts')
  const { sessionStore } = await import('./session.ts')
  sessionStore.send({
    type: 'signed-in',
    session: { user: carried.user!, accessToken: 'a', expiresInSec: 3600 },
  })
  return { call, history: () => call(listPointsHistory, { query: { limit: 20 } }) }
}

test('an answer that came with the page is given once', async () => {
  const { call, history } = await startedPage()
  expect(await call(getPoints)).toEqual(came)
  expect(await call(getPoints)).toEqual(asked)
  expect(await history()).toEqual(came)
})

test('what is shown later than a change is asked for: the page was written before it', async () => {
  const { call, history } = await startedPage()
  const { queryClient } = await import('./query-client.ts')
  const { readAgain } = await import('./topics.ts')
  await readAgain(queryClient, ['leaderboard', 'moments'])
  expect(await call(getPoints)).toEqual(came)
  await readAgain(queryClient, ['check-in', 'points'])
  expect(await history()).toEqual(asked)
})
