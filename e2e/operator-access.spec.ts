import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { pathOf, type EndpointDefinition } from '#contracts/endpoint.ts'
import { idPrefixes } from '#contracts/ids.ts'
import { endpoints } from '#contracts/endpoints.ts'
import { operatorEndpoints, unprovenPermissions } from '#contracts/operator-endpoints.ts'
import {
  mayOperate,
  OPERATOR_PERMISSIONS,
  OPERATOR_ROLES,
  scopesOf,
  type OperatorRole,
} from '#rules/operator-permissions.ts'
import { app, openApp } from '#server/modules/conversions/conversions.fixture.ts'
import { changeOperator } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { openEndpointStage, type EndpointStage } from './endpoint-stage.fixture.ts'

openApp()

let stage: EndpointStage
let member: TestMember
beforeAll(async () => {
  stage = await openEndpointStage()
  member = await createMember(app)
})

const named = operatorEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const guarded = named.filter(([, { access }]) => access === 'operator')
const open = named.filter(([, { access }]) => access === 'public')

/** A request with nothing in it, to an id that nothing has: who may call is known before it is read. */
async function call(endpoint: EndpointDefinition, headers: Record<string, string> = {}) {
  const ids = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, idOf(endpoint)]),
  )
  const bytes = endpoint.bodyTypes?.[0]
  const empty = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const request: InjectOptions = {
    method: endpoint.method,
    url: pathOf(endpoint, ids),
    headers: { ...(bytes && { 'content-type': bytes }), ...headers },
    ...(!empty && { payload: bytes ? Buffer.from('x') : { nothing: true } }),
  }
  return await app.server.inject(request)
}

function idOf({ params }: EndpointDefinition): string {
  const digits = '0'.repeat(32)
  const shape = JSON.stringify(params?._zod.def ?? {})
  const prefix = Object.values(idPrefixes).find((one) => shape.includes(`${one}_`))
  return `${prefix ?? 'opr'}_${digits}`
}

const codeOf = (response: Awaited<ReturnType<typeof call>>) =>
  response.statusCode < 400 || response.body === '' ? undefined : (response.json() as { code?: string }).code

test('every endpoint for operators is under their own addresses and names what it asks for', () => {
  for (const [name, { access, path, permission, cookies }] of named) {
    if (access === 'public')
      expect([name, path.startsWith('/console/session'), cookies]).toEqual([name, true, true])
    else {
      expect(path, name).toMatch(/^\/api\/v1\/operator\//)
      expect(OPERATOR_PERMISSIONS, name).toContain(permission)
    }
  }
  expect(
    endpoints.filter(({ access, path }) => access === 'operator' || path.includes('/operator/')),
  ).toEqual([])
})

test('nothing that members read names an endpoint for operators', async () => {
  const { paths } = (await app.server.inject('/api/v1/public/openapi.json')).json() as { paths: object }
  expect(Object.keys(paths).filter((path) => /operator|console/.test(path))).toEqual([])
})

test.each(guarded)('%s is allowed to exactly the roles of its permission', async (_, endpoint) => {
  for (const role of OPERATOR_ROLES) {
    // A session of its own: some of them end the one that asks.
    const { headers } = await operatorBearer(app, role)
    const code = codeOf(await call(endpoint, headers))
    const isAllowed = mayOperate(role, endpoint.permission!)
    expect([role, code === 'forbidden'], role).toEqual([role, !isAllowed])
    expect(code ?? 'done').not.toMatch(/unauthenticated|token_expired/)
  }
})

test.each(guarded)(
  '%s refuses everyone who is no operator, and pages of other sites',
  async (_, endpoint) => {
    const { headers } = await operatorBearer(app)
    const authorization = headers.authorization
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const refusals: [Record<string, string>, string][] = [
      [{}, 'unauthenticated'],
      [bearer('rubbish'), 'unauthenticated'],
      [bearer(`crels_ot_${'A'.repeat(43)}`), 'unauthenticated'],
      [{ authorization: member.headers.authorization }, 'unauthenticated'],
      [{ authorization: stage.brandKey }, 'unauthenticated'],
      [{ cookie: member.cookie }, 'unauthenticated'],
      [{ authorization, origin: 'https://elsewhere.example' }, 'cross_origin'],
      [{ authorization, 'sec-fetch-site': 'cross-site' }, 'cross_origin'],
    ]
    for (const [given, code] of refusals) {
      const response = await call(endpoint, given)
      expect(codeOf(response), JSON.stringify(given)).toBe(code)
      expect(response.headers['cache-control']).toBe('private, no-store')
    }
  },
)

test.each(guarded.filter(([, { recentProof }]) => recentProof))(
  '%s asks for a factor proved within ten minutes',
  async (_, endpoint) => {
    const { headers, sessionId } = await operatorBearer(app)
    await stage.app.db
      .updateTable('operator_session')
      .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
      .where('id', '=', sessionId)
      .execute()
    expect(codeOf(await call(endpoint, headers))).toBe('requires_recent_login')
  },
)

const roles = OPERATOR_ROLES.filter((role) => mayOperate(role, 'operator-key.create'))
const keys = new Map<string, Promise<{ authorization: string }>>()

/** An API key of an operator of a role, for all that it may be for but one permission. */
async function keyOf(role: OperatorRole, without?: string, email?: string) {
  const made = keys.get(`${role} ${without} ${email}`) ?? makeKey(role, without, email)
  keys.set(`${role} ${without} ${email}`, made)
  return await made
}

async function makeKey(role: OperatorRole, without?: string, email?: string) {
  const { headers } = await operatorBearer(app, role, email)
  const scopes = scopesOf(role).filter((scope) => scope !== without && unprovenPermissions.has(scope))
  const payload = { name: 'all but one', scopes, days: 1 }
  const made = await app.server.inject({ method: 'POST', url: '/api/v1/operator/keys', headers, payload })
  expect(made.statusCode, made.body).toBe(201)
  return { authorization: `Bearer ${(made.json() as { secret: string }).secret}` }
}

/** A key that an owner made for all that they might do, before they were given a lesser role. */
async function loweredKey(role: OperatorRole) {
  const email = `lowered-to-${role}@crels.example`
  const isMade = keys.has(`owner undefined ${email}`)
  await operatorBearer(app, 'owner')
  const key = await keyOf('owner', undefined, email)
  if (!isMade)
    await inTransaction(app.db, async (tx) =>
      changeOperator(tx, testActor, { email, role, reason: 'A test' }),
    )
  return key
}

test.each(guarded)(
  '%s is opened by API keys for its permission alone, and by none where a proof is asked for',
  async (_, endpoint) => {
    const permission = endpoint.permission!
    const isForbidden = async (key: { authorization: string }) =>
      codeOf(await call(endpoint, key)) === 'forbidden'
    for (const role of roles) {
      const isAllowed = !endpoint.recentProof && scopesOf(role).includes(permission)
      expect([role, await isForbidden(await keyOf(role))]).toEqual([role, !isAllowed])
      expect([role, await isForbidden(await keyOf(role, permission))]).toEqual([role, true])
    }
    for (const role of OPERATOR_ROLES) {
      if (role === 'owner') continue
      const isAllowed =
        !endpoint.recentProof && scopesOf('owner').includes(permission) && mayOperate(role, permission)
      expect([`owner, now ${role}`, await isForbidden(await loweredKey(role))]).toEqual([
        `owner, now ${role}`,
        !isAllowed,
      ])
    }
  },
)

test.each(open)('%s refuses what a page of another site caused', async (_, endpoint) => {
  const foreign = [
    ['origin', 'https://elsewhere.example'],
    ['sec-fetch-site', 'same-site'],
  ] as const
  for (const [name, value] of foreign)
    expect(codeOf(await call(endpoint, { [name]: value }))).toBe('cross_origin')
})

test('an operator is no member and no brand: their token opens no other call', async () => {
  const { headers } = await operatorBearer(app)
  const answers: Record<string, string[]> = {}
  for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
    const response = await call(endpoint, headers)
    expect(response.statusCode, `${endpoint.method} ${endpoint.path}`).toBe(401)
    ;(answers[endpoint.access] ??= []).push(codeOf(response)!)
  }
  expect([...new Set(answers.bearer)]).toEqual(['unauthenticated'])
  expect([...new Set(answers.brand)]).toEqual(['brand_key_invalid'])
})
