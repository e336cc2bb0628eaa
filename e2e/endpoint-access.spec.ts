import { generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints, type EndpointId } from '#contracts/endpoints.ts'
import { problems, type ProblemCode } from '#contracts/errors.ts'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { notifyAccountChanged } from '#server/modules/identity/public.ts'
import { embeddedIssuer } from '#server/platform/verified-token.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { openTokenForge } from '#testing/tokens.ts'
import { openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { samples } from './endpoint-samples.fixture.ts'
import { send } from './send-sample.fixture.ts'
import { belongings, openEndpointStage, type EndpointStage, type Sample } from './endpoint-stage.fixture.ts'
import { expectProblem } from './expect-problem.fixture.ts'
import { openAgreement, type Agreement } from './openapi-agreement.fixture.ts'

openApp()

let stage: EndpointStage
let agreement: Agreement
/** Requests that succeed with the right bearer, so that nothing but the bearer is wrong. */
const rightIn = {} as Record<EndpointId, Sample>
const bearers = {} as Record<string, string | null>
let before: Record<string, unknown>

beforeAll(async () => {
  stage = await openEndpointStage()
  const { app, owner } = stage
  agreement = await openAgreement(app)
  for (const { id } of endpoints) rightIn[id] = (await samples[id](stage))[0]!
  const forge = await openTokenForge(app)
  const { privateKey: foreignKey } = await generateKeyPair('ES256')
  const [, payload, signature] = owner.accessToken.split('.')
  const bearer = (token: string) => `Bearer ${token}`
  Object.assign(bearers, {
    none: null,
    rubbish: 'Bearer not-a-token',
    basic: `Basic ${Buffer.from('a:b').toString('base64')}`,
    unsigned: bearer(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.${signature}`),
    foreignKey: bearer(await forge.token(owner, {}, {}, foreignKey)),
    expired: bearer(await forge.expired(owner)),
    signedOut: (await signedOut()).headers.authorization,
    disabled: (await inState('disabled')).headers.authorization,
    deleted: (await inState('deleted')).headers.authorization,
    unverified: stage.unverified.headers.authorization,
    member: owner.headers.authorization,
    brand: stage.brandKey,
    revokedBrand: stage.revokedBrandKey,
    brandOfAnotherSecret: stage.brandKey.slice(0, -43) + stage.otherBrandKey.slice(-43),
  })
  before = await belongings(stage)
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Who is refused where, and how. */
const refusals: Record<'bearer' | 'brand', Record<string, ProblemCode>> = {
  bearer: {
    none: 'unauthenticated',
    rubbish: 'unauthenticated',
    basic: 'unauthenticated',
    unsigned: 'unauthenticated',
    foreignKey: 'unauthenticated',
    brand: 'brand_key_mismatch',
    expired: 'access_token_expired',
    signedOut: 'user_token_expired',
    disabled: 'user_disabled',
    deleted: 'user_deleted',
    unverified: 'email_not_verified',
  },
  brand: {
    none: 'unauthenticated',
    rubbish: 'brand_key_invalid',
    basic: 'unauthenticated',
    member: 'brand_key_invalid',
    expired: 'brand_key_invalid',
    unverified: 'brand_key_invalid',
    revokedBrand: 'brand_key_ended',
    brandOfAnotherSecret: 'brand_key_invalid',
  },
}

describe.each(['bearer', 'brand'] as const)('an endpoint for a %s', (access) => {
  const guarded = named.filter((row) => row[1].access === access)
  test.each(guarded)('%s refuses every other caller', async (_, endpoint) => {
    for (const [who, code] of Object.entries(refusals[access])) {
      const response = await send(stage, endpoint, rightIn[endpoint.id], bearers[who])
      if (who === 'unverified' && endpoint.unverifiedAllowed) {
        expect(response.body, who).not.toContain('email_not_verified')
        continue
      }
      expectProblem(response, code, who)
      agreement.expectAnswer(endpoint, response)
      if (problems[code][0] === 401) expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
      expect(response.headers['cache-control']).toBe('private, no-store')
    }
  })
})

test.each(named.filter(([, { access, bearerOptional }]) => access === 'public' && !bearerOptional))(
  '%s is open: a bearer is not looked at',
  async (_, endpoint) => {
    const [sample] = await samples[endpoint.id](stage)
    const response = await send(stage, endpoint, sample!, 'Bearer not-a-token')
    expect(response.statusCode).toBe(sample!.status)
  },
)

test.each(named.filter(([, { bearerOptional }]) => bearerOptional))(
  '%s is open, and refuses a bearer that is no good',
  async (_, endpoint) => {
    const [sample] = await samples[endpoint.id](stage)
    const open = await send(stage, endpoint, sample!)
    expect(open.statusCode).toBe(sample!.status)
    expect(open.headers['cache-control']).toBe('no-cache')
    // Not the owner, of whom nothing is changed here.
    const own = await send(stage, endpoint, sample!, stage.stranger.headers.authorization)
    expect(own.statusCode).toBe(sample!.status)
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: /authorization/ })
    for (const [who, code] of Object.entries(refusals.bearer)) {
      const refused = await send(stage, endpoint, sample!, bearers[who])
      const isAllowed = bearers[who] === null || (who === 'unverified' && endpoint.unverifiedAllowed)
      if (isAllowed) expect(refused.statusCode).toBe(sample!.status)
      else expectProblem(refused, code, who)
      agreement.expectAnswer(endpoint, refused)
    }
  },
)

test.each(named.filter(([, { cookies }]) => cookies))(
  '%s refuses a request that a page elsewhere caused',
  async (_, endpoint) => {
    const { headers, ...sample } = rightIn[endpoint.id]
    const elsewhere = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const from of elsewhere) {
      const response = await send(stage, endpoint, { ...sample, headers: { ...headers, ...from } as never })
      expectProblem(response, 'cross_origin')
      agreement.expectAnswer(endpoint, response)
    }
  },
)

test('nothing of the member was changed by any of it', async () => {
  expect(await belongings(stage)).toEqual(before)
})

async function signedOut(): Promise<TestMember> {
  const member = await createMember(stage.app)
  const { cookie } = member
  await stage.app.server.inject({ method: 'POST', url: '/identity/sign-out', headers: { cookie } })
  return member
}

async function inState(state: 'disabled' | 'deleted'): Promise<TestMember> {
  const member = await createMember(stage.app)
  const { headers } = member
  // Their first call makes them a member.
  await stage.app.server.inject({ url: `/api/v1/users/${member.uid}`, headers })
  await setMemberState(stage.app.db, member.uid, state)
  await notifyAccountChanged(stage.app.db, `${embeddedIssuer} ${member.uid}`)
  const status = async () => (await stage.app.server.inject({ url: '/api/v1/wallet', headers })).statusCode
  await vi.waitFor(async () => expect(await status()).not.toBe(200), 30_000)
  return member
}
