import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  sale,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testConfig } from '#testing/config.ts'
import { createMember, mailedCode, type TestMember } from '#testing/members.ts'
import { startTcpProxy, type Passing } from '#testing/tcp-proxy.ts'

openApp()

type Proxy = Awaited<ReturnType<typeof startTcpProxy>>

/** A second process on the database of `app`, as the product sees it, whose connections can be cut. */
let behind: App
let http: Proxy
let database: Proxy
/** One cut each: the next answer to a client, the next word of the database on a COMMIT. */
const cut = { answer: false, commit: false }

beforeAll(async () => {
  const { searchParams, port, pathname } = new URL(app.databaseUrl)
  database = await startTcpProxy({
    to: () => ({ path: `${searchParams.get('host')}/.s.PGSQL.${port}` }),
    ...cuttingCommits(),
  })
  const url = `postgresql://crels@127.0.0.1:${database.port}${pathname}?sslmode=disable`
  // One data directory, since the secret is in it.
  behind = await createApp(testConfig(url, { dataDir: app.config.dataDir }), pino({ level: 'silent' }))
  const address = new URL(await behind.listen())
  http = await startTcpProxy({
    to: () => ({ port: Number(address.port) }),
    answered: (_, passing) => {
      if (!cut.answer) return true
      cut.answer = false
      passing.cut()
      return false
    },
  })
})
afterAll(async () => {
  await http.close()
  await behind.close()
  await database.close()
})

/** Lets a COMMIT through to the database, and cuts the connection when that answers. */
function cuttingCommits() {
  const committing = new WeakSet<Passing>()
  return {
    sent: (chunk: Buffer, passing: Passing) => {
      if (!cut.commit || !/Q....commit\0/is.test(chunk.toString('latin1'))) return
      cut.commit = false
      committing.add(passing)
    },
    answered: (_: Buffer, passing: Passing) => {
      if (!committing.has(passing)) return true
      passing.cut()
      return false
    },
  }
}

interface Row {
  status?: string
  error?: { code: string }
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: object
}

async function send({ method, path, headers, body }: Request) {
  const response = await fetch(`http://127.0.0.1:${http.port}${path}`, {
    method,
    headers: { ...headers, connection: 'close', ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: text && JSON.parse(text),
  }
}

/** What is known of a request whose first answer was lost: what the client saw, and the answer to its repetition. */
async function lost(where: keyof typeof cut, request: Request) {
  cut[where] = true
  const seen = await send(request).catch((error: Error) => error.message)
  // The cut happened: the request had come as far as that.
  expect(cut[where]).toBe(false)
  if (where === 'answer') expect(seen).toBe('fetch failed')
  else
    expect(seen).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { code: 'unavailable', requestId: expect.any(String) },
    })
  return await send(request)
}

const keyed = (headers: Record<string, string>, key: string) => ({ ...headers, 'idempotency-key': key })

async function count(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return (await query.execute(app.db)).rows[0]!.count
}

describe.each(['answer', 'commit'] as const)('committed, and the %s is lost', (where) => {
  test('joining a campaign: the repetition replays 201, and there is one enrolment', async () => {
    const [member, campaign] = [await createMember(app), await createCampaign(app)]
    const request: Request = {
      method: 'POST',
      path: `/api/v1/campaigns/${campaign.id}/enrolment`,
      headers: keyed(member.headers, `join-${where}`),
    }
    const again = await lost(where, request)
    expect(again).toMatchObject({ status: 201, body: { state: 'active', campaign: { id: campaign.id } } })
    expect(await send(request)).toEqual(again)
    expect(await count(sql`select count(*) as count from enrolment where campaign_id = ${campaign.id}`)).toBe(
      1,
    )
  })

  test('reporting a conversion: the repetition is the same conversion, paid once', async () => {
    const at = await stage()
    const sent = sale(await visited(at))
    const again = await lost(where, {
      method: 'POST',
      path: '/api/v1/conversions',
      headers: at.key,
      body: sent,
    })
    expect(again).toMatchObject({ status: 200, body: { eventId: sent.eventId, status: 'accepted' } })
    expect(await earned(at)).toEqual({ earnings: 1, pending: 84 })
  })

  test('reporting a batch: rows that were taken are answered as they were, and paid once', async () => {
    const at = await stage()
    const other = await joinStage(at.campaignId)
    const items = [sale(await visited(at)), sale(await visited({ ...at, ...other }))]
    const request: Request = {
      method: 'POST',
      path: '/api/v1/conversions',
      headers: at.key,
      body: { items },
    }
    const rows = async () => (await send(request)).body.items as Row[]
    if (where === 'answer') {
      expect((await lost(where, request)).status).toBe(200)
    } else {
      // A batch answers each row: the one that was not heard of says to try again, the others are done.
      cut.commit = true
      expect((await rows()).map((row) => row.error?.code ?? row.status)).toEqual(['unavailable', 'accepted'])
    }
    expect((await rows()).map(({ status }) => status)).toEqual(['accepted', 'accepted'])
    expect(await earned(at)).toEqual({ earnings: 1, pending: 84 })
    expect(await earned({ ...at, ...other })).toEqual({ earnings: 1, pending: 84 })
  })

  test('refunding: the repetition replays, and the budget has it back once', async () => {
    const at = await stage()
    const { eventId } = await sell(at)
    const request: Request = {
      method: 'POST',
      path: `/api/v1/conversions/${eventId}/refund`,
      headers: keyed(at.key, `refund-${where}`),
      body: { amount: { currency: 'USD', minor: 40_00 } },
    }
    const again = await lost(where, request)
    expect(again.status).toBe(200)
    expect(await send(request)).toEqual(again)
    expect(await earned(at)).toMatchObject({ pending: 84 - Math.floor((84 * 40) / 100) })
  })

  test('signing up: one account; the repetition says the address is taken, and the password signs in', async () => {
    const body = { email: `lost-${where}@example.com`, password: 'correct horse' }
    const again = await lost(where, { method: 'POST', path: '/identity/sign-up', headers: {}, body })
    expect(again).toMatchObject({ status: 409, body: { code: 'email_already_in_use' } })
    const signedIn = await send({ method: 'POST', path: '/identity/sign-in', headers: {}, body })
    expect(signedIn).toMatchObject({ status: 200, body: { user: { email: body.email } } })
  })

  test('verifying an address: the repetition says it is verified, and lets the member in at once', async () => {
    const member = await createMember(app, { verified: false })
    const code = await mailedCode(app, member.email)
    const request: Request = {
      method: 'POST',
      path: '/identity/verification/confirm',
      headers: { cookie: member.cookie },
      body: { code },
    }
    const wallet: Request = { method: 'GET', path: '/api/v1/wallet', headers: member.headers }
    expect(await send(wallet)).toMatchObject({ status: 403, body: { code: 'email_not_verified' } })
    const again = await lost(where, request)
    expect(again).toMatchObject({ status: 409, body: { code: 'email_already_verified' } })
    expect(await send(wallet)).toMatchObject({ status: 200 })
  })

  test('saving the profile: the repetition saves the same', async () => {
    const member = await createMember(app)
    const again = await lost(where, {
      method: 'PATCH',
      path: `/api/v1/users/${member.uid}`,
      headers: member.headers,
      body: { fullName: 'Ada Example' },
    })
    expect(again).toMatchObject({ status: 200, body: { fullName: 'Ada Example' } })
  })
})

async function visited(at: Pick<Stage, 'code'>): Promise<string> {
  const clickId = await follow(at.code)
  await advanceClock('10 seconds')
  return clickId
}

async function earned({ member }: { member: TestMember }) {
  const { rows } = await sql<{ earnings: number; pending: number }>`
    select count(*) as earnings, coalesce(sum(crels - reversed_crels), 0)::bigint as pending
    from earning where uid = ${member.uid}`.execute(app.db)
  return rows[0]!
}
