import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorEndpoints } from '#contracts/operator-endpoints.ts'
import type { AuditProof } from '#contracts/operator-audit.schemas.ts'
import type { OperatorKeyView } from '#contracts/operator-keys.schemas.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { createMember } from '#testing/members.ts'
import { operatorBearer, type TestOperator } from '#testing/operators.ts'
import { operate } from './operate.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  // It proves the log.
  await app.work()
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  finn = await operatorBearer(app, 'finance', 'finn@crels.example')
})
afterAll(() => app.close())

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { headers }: { headers: object },
  payload?: object,
) {
  const response = await app.server.inject({
    method,
    url: `/api/v1/operator/${url}`,
    headers: headers as Record<string, string>,
    ...(payload && { payload }),
  })
  const isJson = String(response.headers['content-type']).includes('json') && response.body !== ''
  return {
    status: response.statusCode,
    text: response.body,
    body: (isJson ? response.json() : null) as never,
  }
}
/** Asks for a proof of the log, which its job makes; answers what that found. */
async function proved(who: { headers: object }): Promise<NonNullable<AuditProof['last']>> {
  const asked = await call('POST', 'audit-proof', who)
  expect(asked.status, asked.text).toBe(202)
  await expect
    .poll(async () => (await call('GET', 'audit-proof', who)).body, { timeout: 30_000 })
    .toMatchObject({ underWaySince: null, failedAt: null, last: {} })
  return ((await call('GET', 'audit-proof', who)).body as AuditProof).last!
}
const code = ({ body }: { body: unknown }) => (body as { code?: string } | null)?.code

test('a key does what it is for, as its operator, until it ends', async () => {
  const made = await call('POST', 'keys', finn, { name: 'books', scopes: ['read', 'read.audit'], days: 30 })
  const { id, secret } = made.body as OperatorKeyView & { secret: string }
  expect(made.status).toBe(201)
  expect(secret).toMatch(/^crels_ok_[\w-]{43}$/)
  const key = { headers: { authorization: `Bearer ${secret}` } }
  expect((await call('GET', 'me', key)).body).toMatchObject({
    via: 'api key',
    operator: { email: finn.email },
    permissions: ['read', 'read.audit'],
    session: null,
  })
  expect((await call('GET', 'audit', key)).status).toBe(200)
  // Neither what it is not for, nor what asks for a person.
  expect(code(await call('GET', 'sessions', key))).toBe('forbidden')
  expect(code(await call('POST', 'keys', key, { name: 'x', scopes: ['read'], days: 1 }))).toBe('forbidden')
  const { items } = (await call('GET', 'keys', finn)).body as { items: OperatorKeyView[] }
  expect(items).toMatchObject([{ id, name: 'books', lastUsedAt: expect.any(String), revokedAt: null }])
  expect(JSON.stringify(items)).not.toContain(secret)
  const { rows } = await sql<{ text: string }>`select k::text as text from operator_key k`.execute(app.db)
  expect(rows.map(({ text }) => text).join()).not.toContain(secret.slice(9))
  expect((await call('DELETE', `keys/${id}`, finn)).status).toBe(204)
  expect(code(await call('GET', 'me', key))).toBe('unauthenticated')
})

test('a key is never for more than the role, now and later', async () => {
  const wish = async (who: TestOperator, scopes: string[]) =>
    await call('POST', 'keys', who, { name: 'x', scopes, days: 1 })
  for (const scope of [
    'shop.edit',
    'operator.add',
    'operator-key.create',
    'act.approve',
    'session.end',
    'read.own',
  ])
    expect(code(await wish(finn, [scope])), scope).toBe('forbidden')
  expect(code(await wish(olga, ['operator.add']))).toBe('forbidden')
  const { secret } = (await wish(finn, ['read.audit'])).body as { secret: string }
  const key = { headers: { authorization: `Bearer ${secret}` } }
  await askServer(app.databaseUrl, `update operator set role = 'support' where id = $1`, {
    values: [finn.operatorId],
  })
  expect(code(await call('GET', 'audit', key))).toBe('forbidden')
  await askServer(app.databaseUrl, `update operator set role = 'finance' where id = $1`, {
    values: [finn.operatorId],
  })
  expect((await call('GET', 'audit', key)).status).toBe(200)
  await sql`update operator_key set expires_at = now()`.execute(app.db)
  expect(code(await call('GET', 'audit', key))).toBe('unauthenticated')
})

test('what is offered for a key is taken, and each opens an endpoint to it', async () => {
  const offeredTo = async (who: TestOperator) =>
    ((await call('GET', 'keys', who)).body as { scopes: OperatorPermission[] }).scopes
  for (const who of [olga, finn]) {
    const scopes = await offeredTo(who)
    const made = await call('POST', 'keys', who, { name: 'all', scopes, days: 1 })
    expect([made.status, scopes.includes('read')]).toEqual([201, true])
    const idle = scopes.filter(
      (scope) =>
        !operatorEndpoints.some(({ permission, recentProof }) => permission === scope && !recentProof),
    )
    expect(idle).toEqual([])
  }
  // Every endpoint of it asks for a proof, which no key has.
  expect(await offeredTo(finn)).not.toContain('redemption.approve')
  expect(code(await call('POST', 'keys', finn, { name: 'x', scopes: ['redemption.approve'], days: 1 }))).toBe(
    'forbidden',
  )
})

test('a key is its operator’s to end, or an owner’s', async () => {
  const make = async (who: TestOperator) =>
    (await call('POST', 'keys', who, { name: 'x', scopes: ['read'], days: 1 })).body as OperatorKeyView
  const [ours, theirs] = [await make(olga), await make(finn)]
  expect((await call('DELETE', `keys/${ours.id}`, finn)).status).toBe(404)
  expect((await call('DELETE', `keys/${theirs.id}`, olga)).status).toBe(204)
  const seen = async (who: TestOperator) =>
    ((await call('GET', 'keys', who)).body as { items: OperatorKeyView[] }).items
  expect((await seen(finn)).every(({ operator }) => operator.id === finn.operatorId)).toBe(true)
  expect((await seen(olga)).map(({ operator }) => operator.name)).toEqual(
    expect.arrayContaining(['olga', 'finn']),
  )
})

type Entry = {
  id: string
  seq: number
  action: string
  personal: unknown
  target: string
  member: string | null
}

test('the log is read in pages, by filter, with what each act changed', async () => {
  const first = (await call('GET', 'audit?limit=2', olga)).body as { items: Entry[]; nextCursor: string }
  expect(first.items).toHaveLength(2)
  const second = (await call('GET', `audit?limit=2&cursor=${first.nextCursor}`, olga)).body as {
    items: Entry[]
  }
  expect(second.items[0]!.seq).toBe(first.items[1]!.seq - 1)
  const added = (await call('GET', `audit?action=operator.add&target=${finn.operatorId}`, olga)).body as {
    items: Entry[]
  }
  expect(added.items).toMatchObject([{ action: 'operator.add', target: finn.operatorId }])
  const asked = async (query: string) =>
    ((await call('GET', `audit?action=operator.add&${query}`, olga)).body as { items: Entry[] }).items.length
  const day = new Date().toISOString().slice(0, 10)
  const all = await asked('limit=100')
  expect(await asked(`limit=100&from=${day}&to=${day}`)).toBe(all)
  expect(await asked('limit=100&to=2020-01-01')).toBe(0)
  expect(await asked('limit=100&from=2999-01-01')).toBe(0)
  expect(await asked('limit=100&via=database')).toBe(0)
  expect(await asked('limit=100&via=job')).toBe(all)
  expect(await asked('requestId=no-such')).toBe(0)
  const opened = (await call('GET', 'audit?via=console&limit=1', olga)).body as {
    items: { id: string; requestId: string | null }[]
  }
  const { id: openedId, requestId } = opened.items[0]!
  expect((await call('GET', `audit?requestId=${requestId}`, olga)).body).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ id: openedId, requestId })]),
  })
  expect((await call('GET', 'audit-export.json?to=2020-01-01', olga)).body).toEqual([])
  const one = (await call('GET', `audit/${added.items[0]!.id}`, olga)).body as {
    changes: object[]
    changeCount: number
  }
  expect(one.changeCount).toBe(1)
  expect(one.changes).toMatchObject([
    {
      table: 'operator',
      key: { id: finn.operatorId },
      before: null,
      after: { email: finn.email, role: 'finance' },
    },
  ])
  expect((await call('GET', `audit/aud_${'0'.repeat(32)}`, olga)).status).toBe(404)
  expect(code(await call('GET', 'audit?cursor=rubbish', olga))).toBe('validation_failed')
})

test('an act on more rows than are shown says how many there are', async () => {
  await inTransaction(app.db, async (tx) => {
    const act = { action: 'link.block-host', target: 'a list of hosts', reason: 'Spam' } as const
    await operate(tx, { via: 'job', source: 'test' }, act)
    await sql`
      insert into blocked_host (host, reason)
      select 'h' || n || '.example', 'Spam' from generate_series(1, 1001) n`.execute(tx)
  })
  const { items } = (await call('GET', 'audit?action=link.block-host', olga)).body as { items: Entry[] }
  const { changes, changeCount } = (await call('GET', `audit/${items[0]!.id}`, olga)).body as {
    changes: object[]
    changeCount: number
  }
  expect([changes.length, changeCount]).toEqual([1_000, 1_001])
  expect(changes[0]).toMatchObject({ table: 'blocked_host', key: { host: 'h1.example' }, before: null })
})

/** A key of finn's for some scopes, as it calls. */
async function keyFor(...scopes: string[]) {
  const { secret } = (await call('POST', 'keys', finn, { name: 'x', scopes, days: 1 })).body as {
    secret: string
  }
  return { headers: { authorization: `Bearer ${secret}` } }
}

/** What operators looked at or took of members, the last first, as the log says. */
async function looksOf(who: TestOperator) {
  const { rows } = await sql<{
    action: string
    via: string
    target: string
    after: unknown
    uid: string | null
  }>`
    select action, via, target, after, k.uid from audit_entry e left join audit_member_key k on k.id = e.member_key
    where operator_id = ${who.operatorId} and action in ('member.view', 'list.export') order by e.seq desc`.execute(
    app.db,
  )
  return rows
}

test('values of a member are opened one by one, of which the log says who looked, and sealed to others', async () => {
  const member = await createMember(app)
  await app.members.disable({ via: 'job', source: 'test' }, member.email, '=HYPERLINK("x")')
  const { items } = (await call('GET', 'audit?action=member.disable', finn)).body as { items: Entry[] }
  expect(items[0]!.personal).toBe('sealed')
  expect(await looksOf(finn)).toEqual([])
  const read = async (who: { headers: object }) =>
    ((await call('GET', `audit/${items[0]!.id}`, who)).body as Entry).personal
  expect(await read(await operatorBearer(app, 'read-only'))).toBe('sealed')
  // Who may not look at members by this key is shown as much as one who may not read of them.
  expect(await read(await keyFor('read.audit', 'read.members'))).toBe('sealed')
  expect(await looksOf(finn)).toEqual([])
  expect(await read(finn)).toEqual({ reason: '=HYPERLINK("x")' })
  const looked = { action: 'member.view', uid: member.uid }
  expect(await looksOf(finn)).toMatchObject([{ ...looked, via: 'console' }])
  await read(finn)
  expect(await looksOf(finn)).toHaveLength(1)
  const owners = (await call('POST', 'keys', olga, {
    name: 'x',
    scopes: ['read.audit', 'read.members', 'member.view'],
    days: 1,
  })) as { body: { secret: string } }
  expect(await read({ headers: { authorization: `Bearer ${owners.body.secret}` } })).toMatchObject({})
  expect((await looksOf(olga))[0]).toMatchObject({ ...looked, via: 'api key' })
})

test('a file of the log has no value of a member, and is an entry where it names members', async () => {
  const member = await createMember(app)
  await app.members.disable({ via: 'job', source: 'test' }, member.email, 'a secret of theirs')
  const reader = await operatorBearer(app, 'read-only')
  const before = (await looksOf(finn)).length
  const file = async (form: string, who: { headers: object }, query = '') =>
    (await call('GET', `audit-export.${form}${query}`, who)).text
  for (const form of ['csv', 'json']) {
    const text = await file(form, finn, `?target=${member.uid}`)
    expect(text).toContain(member.uid)
    expect(text).toContain('sealed')
    expect(text).not.toContain('a secret of theirs')
    const [last] = await looksOf(finn)
    const filters = { target: 'member' }
    expect(last).toMatchObject({
      action: 'list.export',
      target: 'audit',
      after: { form, filters },
      uid: member.uid,
    })
    for (const who of [reader, await keyFor('read.audit', 'read.members')])
      expect(await file(form, who)).not.toMatch(new RegExp(`${member.uid}|a secret of theirs`))
  }
  expect(await file('json', await keyFor('read.audit', 'read.members', 'list.export'))).toContain(member.uid)
  expect((await looksOf(finn)).length - before).toBe(3)
  expect(await looksOf(reader)).toEqual([])
  const { rows } = await sql`select from audit_entry e where e::text like ${`%${member.uid}%`}`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('members are named in the log to who may read of members, and nobody else finds an act by their uid', async () => {
  const member = await createMember(app)
  await app.members.disable({ via: 'job', source: 'test' }, member.email, 'sold clicks')
  const reader = await operatorBearer(app, 'read-only')
  const key = await keyFor('read.audit')
  const found = async (who: { headers: object }, query: string) =>
    ((await call('GET', `audit?${query}`, who)).body as { items: Entry[] }).items
  const [named] = await found(olga, `target=${member.uid}`)
  expect(named).toMatchObject({ target: member.uid, member: member.uid })
  for (const who of [reader, key]) {
    expect(await found(who, `target=${member.uid}`)).toEqual([])
    const unnamed = { id: named!.id, action: 'member.disable', target: 'member', member: null }
    expect((await found(who, 'action=member.disable'))[0]).toMatchObject(unnamed)
    expect((await call('GET', `audit/${named!.id}`, who)).body).toMatchObject(unnamed)
    for (const file of ['audit-export.csv', 'audit-export.json']) {
      expect((await call('GET', file, olga)).text, file).toContain(member.uid)
      expect((await call('GET', file, who)).text, file).not.toContain(member.uid)
      expect((await call('GET', `${file}?target=${member.uid}`, who)).text, file).not.toContain(named!.id)
    }
    expect(await proved(who)).toMatchObject({ breaks: [], differences: [] })
  }
})

test('the log leaves as CSV that runs nothing and as JSON that reads back', async () => {
  const csv = await call('GET', 'audit-export.csv', olga)
  const lines = csv.text.trim().split('\r\n')
  expect(lines[0]).toBe('seq,id,at,by,via,action,target,before,after,reason,personal,requestId')
  const json = await call('GET', 'audit-export.json?action=operator.add', olga)
  expect((json.body as Entry[]).every(({ action }) => action === 'operator.add')).toBe(true)
  const { entries } = await proved(olga)
  // A line of heads; that the second file was taken came after the first.
  expect(lines).toHaveLength(entries)
  expect((await call('GET', 'audit-export.json?action=no.such', olga)).body).toEqual([])
})

test('the chain is proved on demand by its job, once for all who ask, and a row changed behind its back is named', async () => {
  // The roles that this file set by hand are entries of the database’s.
  const whole = await proved(olga)
  expect(whole).toMatchObject({
    breaks: [],
    differences: [],
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const runs = async () =>
    (await sql`select from pgboss.job where name = 'check-audit-log'`.execute(app.db)).rows.length
  const before = await runs()
  const asked = await Promise.all([1, 2, 3].map(async () => await call('POST', 'audit-proof', finn)))
  for (const { body } of asked)
    expect(body).toMatchObject({ underWaySince: expect.any(String), last: { head: whole.head } })
  expect(await runs()).toBe(before + 1)
  await proved(finn)
  expect(code(await call('POST', 'audit-proof', await operatorBearer(app, 'support')))).toBe('forbidden')

  await askServer(
    app.databaseUrl,
    `alter table site_value disable trigger all;
     insert into site_value (name, value, author) values ('site.name', 'Elsewhere', 'nobody');
     alter table site_value enable trigger all`,
  )
  expect(await proved(olga)).toMatchObject({
    breaks: [],
    differences: [{ table: 'site_value', count: 1 }],
  })
})

test('a proof that fails says so, until one is done', async () => {
  await sql`update pgboss.job set state = 'completed' where name = 'check-audit-log'`.execute(app.db)
  const failed = await sql<{ id: string }>`
    insert into pgboss.job (name, state, created_on, completed_on)
    values ('check-audit-log', 'failed', now() + interval '1 second', now() + interval '2 seconds') returning id`.execute(
    app.db,
  )
  expect((await call('GET', 'audit-proof', olga)).body).toMatchObject({
    underWaySince: null,
    failedAt: expect.any(String),
  })
  await sql`delete from pgboss.job where id = ${failed.rows[0]!.id}`.execute(app.db)
  expect((await call('GET', 'audit-proof', olga)).body).toMatchObject({ failedAt: null })
})
