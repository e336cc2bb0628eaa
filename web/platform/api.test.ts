import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Access, Method } from '#contracts/endpoint.ts'
import { listCampaigns, getPublicCampaign } from '#contracts/campaigns.endpoints.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { getUser, patchUser } from '#contracts/users.endpoints.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import { call, needsBearer } from './api.ts'
import { sessionStore } from './session.ts'
import { readAgain } from './topics.ts'

const user = {
  uid: 'usr_1',
  email: 'ola@example.com',
  emailVerified: true,
  displayName: 'Ola',
  photoURL: null,
}

interface Seen {
  method: string
  url: string
  authorization: string | undefined
  body: string
  wants?: string
}

describe('call', () => {
  let server: Server
  let seen: Seen[]
  let answer: (seen: Seen, response: ServerResponse) => void

  beforeEach(async () => {
    seen = []
    answer = (_, response) => json(response, 200, { ok: true })
    server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // The browser resolves paths against the page; Node's fetch needs the origin.
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => plain(origin + path, init))
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    sessionStore.connect(() => {})
    sessionStore.send({ type: 'signed-out', reason: 'signed_out' })
    server.close()
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const one = {
      method: request.method!,
      url: request.url!,
      authorization: request.headers.authorization,
      body,
      // Node's own fetch says it of every request whose `cache` is set; ours sets none.
      wants: request.headers['cache-control'],
    }
    seen.push(one)
    answer(one, response)
  }

  function json(response: ServerResponse, status: number, value: unknown): void {
    response.writeHead(status, {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
    })
    response.end(JSON.stringify(value))
  }

  function signIn(accessToken: string): void {
    sessionStore.send({ type: 'signed-in', session: { user, accessToken, expiresInSec: 3600 } })
  }

  it('sends the bearer, the query and the parameters', async () => {
    signIn('abc')
    await call(listCampaigns, { query: { q: 'tea & cake', limit: 5, category: undefined } })
    expect(seen).toEqual([
      {
        method: 'GET',
        url: '/api/v1/campaigns?q=tea+%26+cake&limit=5',
        authorization: 'Bearer abc',
        body: '',
      },
    ])
  })

  it('asks for no older answer than a change it knows of, for half a minute', async () => {
    signIn('abc')
    vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    await call(getUsdToCrels)
    await call(patchUser, { params: { uid: 'usr_1' }, body: { fullName: 'Ola' } })
    await call(listCampaigns)
    vi.mocked(performance.now).mockReturnValue(1_030_000)
    await call(listCampaigns)
    void readAgain(new QueryClient(), ['balances'])
    await call(listCampaigns)
    expect(seen.map(({ wants }) => wants)).toEqual([undefined, undefined, 'no-cache', undefined, 'no-cache'])
  })

  it('leaves the bearer out of public GETs, unless it is forced', async () => {
    signIn('abc')
    await call(getUsdToCrels)
    await call(getPublicCampaign, { params: { id: 'cmp_0' } })
    await call(getUsdToCrels, { auth: 'forced' })
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined, 'Bearer abc'])
  })

  it('throws the problem with its code, detail, request id and further members', async () => {
    signIn('abc')
    answer = (_, response) =>
      json(response, 409, {
        type: 'x',
        title: 'Campaign full',
        status: 409,
        detail: 'Every place is taken.',
        code: 'campaign_full',
        requestId: 'req_1',
        campaignId: 'cmp_9',
      })
    const failure = await call(getUser, { params: { uid: 'usr_1' } }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiProblem)
    expect(failure).toMatchObject({
      message: 'Every place is taken.',
      code: 'campaign_full',
      status: 409,
      requestId: 'req_1',
      extra: { campaignId: 'cmp_9' },
    })
  })

  it('refreshes an expired access token and calls again, once', async () => {
    sessionStore.connect((effect) => {
      if (effect.type !== 'refresh') return
      const session = { user, accessToken: 'fresh', expiresInSec: 3600 }
      queueMicrotask(() => sessionStore.send({ type: 'refresh-answered', id: effect.id, session }))
    })
    signIn('stale')
    answer = ({ authorization }, response) =>
      authorization === 'Bearer fresh'
        ? json(response, 200, { uid: 'usr_1' })
        : json(response, 401, { code: 'access_token_expired', detail: 'x', requestId: 'req_1' })
    expect(await call(patchUser, { params: { uid: 'usr_1' }, body: { fullName: 'Ola' } })).toEqual({
      uid: 'usr_1',
    })
    expect(seen.map(({ authorization, body }) => [authorization, body])).toEqual([
      ['Bearer stale', '{"fullName":"Ola"}'],
      ['Bearer fresh', '{"fullName":"Ola"}'],
    ])

    seen = []
    answer = (_, response) =>
      json(response, 401, { code: 'access_token_expired', detail: 'x', requestId: 'req_2' })
    signIn('stale-again')
    await expect(call(getUser, { params: { uid: 'usr_1' } })).rejects.toMatchObject({
      code: 'access_token_expired',
    })
    expect(seen).toHaveLength(2)
  })

  it('ends the session when the server says the member is disabled', async () => {
    signIn('abc')
    answer = (_, response) => json(response, 403, { code: 'user_disabled', detail: 'x', requestId: 'req_1' })
    await expect(call(getUser, { params: { uid: 'usr_1' } })).rejects.toMatchObject({ code: 'user_disabled' })
    expect(sessionStore.state.phase).toBe('anonymous')
  })

  it('takes a proxy’s page and a silent server for a network failure', async () => {
    signIn('abc')
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<h1>Log in to the hotel</h1>')
    }
    await expect(call(getUsdToCrels)).rejects.toBeInstanceOf(NetworkFailure)
    answer = (_, response) => response.socket!.destroy()
    await expect(call(getUsdToCrels)).rejects.toBeInstanceOf(NetworkFailure)
    expect(sessionStore.state.phase).toBe('signed-in')
  })

  it('gives up with the caller', async () => {
    const controller = new AbortController()
    answer = () => controller.abort(new Error('left the page'))
    await expect(call(getUsdToCrels, { signal: controller.signal })).rejects.toThrow('left the page')
  })
})

describe('needsBearer', () => {
  it.each<[Method, string, Access, boolean]>([
    ['GET', '/api/v1/users/usr_1', 'bearer', true],
    ['GET', '/api/v1/campaigns', 'bearer', true],
    ['GET', '/api/v1/brands', 'public', false],
    ['GET', '/api/v1/brands/northwind', 'public', false],
    ['GET', '/api/v1/brandsx', 'bearer', true],
    ['POST', '/api/v1/brands', 'public', true],
    ['GET', '/api/v1/gamification/public/leaderboard', 'public', false],
    ['GET', '/api/v1/gamification', 'bearer', true],
    ['GET', '/api/v1/exchange/rates/usd/to/crels', 'public', false],
    ['POST', '/api/v1/exchange/quotes', 'bearer', true],
    ['GET', '/api/v1/link/full', 'public', false],
    ['GET', '/api/v1/shortlinks/public/abc', 'public', false],
    ['GET', '/api/v1/shop/itm_1', 'public', false],
    ['GET', '/api/v1/analytics/public', 'public', false],
    ['GET', '/api/v1/public/openapi.json', 'public', false],
    ['POST', '/identity/sign-in', 'public', false],
    ['POST', '/support-requests', 'public', false],
  ])('%s %s, %s: %s', (method, path, access, expected) => {
    expect(needsBearer({ method, path, access })).toBe(expected)
  })
})
