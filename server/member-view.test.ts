import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { VIEWED_SCREENS } from '#contracts/operator-member-view.constants.ts'
import { withoutActs } from './member-view.ts'
import { answersWithin, callWithin, type Asking } from './platform/http/answer-within.ts'
import type { Route } from './platform/http/bind.ts'
import type { KernelDeps } from './platform/http/routes.ts'
import { inSnapshot } from './platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { operatorBearer } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import type { TestMember } from '#testing/members.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const reason = 'Her wallet shows a wrong sum.'
async function view({ uid }: { uid: string }, screen: string, role: 'owner' | 'finance' = 'owner') {
  const { headers } = await operatorBearer(app, role)
  const url = `/api/v1/operator/members/${uid}/view`
  return await app.server.inject({ method: 'POST', url, headers, payload: { screen, reason } })
}

/** Every table of the product, as a hash of its rows; without those that a view writes, and the sessions of operators. */
async function tables(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and has_table_privilege(c.oid, 'select') order by 1`.execute(app.db)
  const hashes: Record<string, string> = {}
  for (const { name } of rows) {
    const hashed = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${sql.table(name)} t`.execute(
      app.db,
    )
    hashes[name] = hashed.rows[0]!.hash
  }
  return hashes
}

test('a view shows each screen with the member’s figures, in a page that cannot act, and writes nothing but log and notice', async () => {
  const member = await createRedeemer(app, { crels: 5_000 })
  await redeem(app, member)
  await operatorBearer(app)
  const before = await tables()
  for (const screen of VIEWED_SCREENS) {
    const response = await view(member, screen)
    expect([screen, response.statusCode], response.body).toEqual([screen, 200])
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers['set-cookie']).toBeUndefined()
    const { html } = response.json() as { html: string }
    expect(html, screen).not.toMatch(/<script|<a\b[^>]* href=|\bon[a-z]+="|<form[^>]* action=|crels_|Bearer/)
    if (screen === 'wallet') expect(html).toContain('4,000')
  }
  const after = await tables()
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(changed).toEqual(
    expect.not.arrayContaining(['member', 'account', 'entry', 'txn', 'check_in', 'member_visitor', 'moment']),
  )
  expect(changed.filter((name) => !/^(?:audit_|notification|operator_|running_process)/.test(name))).toEqual(
    [],
  )
})

test('each look is in the log with its screen and a sealed reason, and the member is notified once a day', async () => {
  const member = await createRedeemer(app)
  await view(member, 'home')
  await view(member, 'wallet')
  const { rows } = await sql<{ screen: string; text: string }>`
    select e.after->>'screen' as screen, e::text as text from audit_entry e
    join audit_member_key k on k.id = e.member_key where k.uid = ${member.uid} and e.action = 'member.view-as'
    order by e.seq`.execute(app.db)
  expect(rows.map(({ screen }) => screen)).toEqual(['home', 'wallet'])
  for (const { text } of rows) expect(text).not.toContain('wrong sum')
  expect((await inbox(member)).map(({ title }) => title)).toEqual(['Our team looked at your screens'])
})

async function inbox({ headers }: TestMember) {
  const response = await app.server.inject({ url: '/api/v1/notifications', headers })
  return response.json().items as { title: string }[]
}

test('refuses a screen that is none, a member that is not there, and a role that does not include it', async () => {
  const member = await createRedeemer(app)
  expect((await view(member, 'profile')).statusCode).toBe(422)
  expect((await view({ uid: 'usr_nobody' }, 'home')).statusCode).toBe(404)
  expect((await view(member, 'home', 'finance')).statusCode).toBe(403)
})

const writing = endpoints.filter(({ method }) => method !== 'GET')
test.each(writing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'what asks for a view does not ask %s',
  async (_, endpoint) => {
    const routes: Route[] = [
      { endpoint, handler: async () => await Promise.reject(new Error('it was asked')) },
    ]
    const ask = answersWithin(routes, {} as KernelDeps)
    await expect(ask(callWithin(endpoint), {} as Asking)).rejects.toThrow('cannot be answered within a page')
  },
)

test('the transaction that a view reads in refuses to write', async () => {
  await expect(
    inSnapshot(app.db, async (tx) => await sql`update member set display_name = 'Eve'`.execute(tx)),
  ).rejects.toMatchObject({ code: '25006' })
})

test('a page without acts keeps its texts and styles', () => {
  const html = `<head><link rel="modulepreload" href="/a.js"><link rel="stylesheet" href="/a.css"></head>
    <a class="x" href="/home">Home</a><i style="width:3px"></i><noscript><style>#root{display:none}</style></noscript><script src="/a.js"></script><script>
    go()</script>`
  expect(withoutActs(html).replaceAll(/\s+/g, ' ')).toBe(
    '<head><link rel="stylesheet" href="/a.css"></head> <a class="x">Home</a><i data-style="width:3px"></i>',
  )
})
