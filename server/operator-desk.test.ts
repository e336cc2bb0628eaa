import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_LISTS } from '#contracts/operator-desk.constants.ts'
import type { OperatorExport, OperatorView } from '#contracts/operator-desk.schemas.ts'
import { addDays, localDate } from '#rules/local-date.ts'
import { eraseMembers } from '#server/modules/accounts/erase-members.ts'
import { eraseViews } from '#server/modules/operator-desk/erase-views.ts'
import { addPart, beginExport, endExport } from '#server/modules/operator-desk/export-queries.ts'
import { newId } from '#server/platform/ids.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let owner: TestOperator
let maker: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  await app.jobs.install()
  owner = await operatorBearer(app, 'owner')
  maker = await operatorBearer(app, 'owner', 'maker@crels.example')
})
afterAll(() => app.close())

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  who = maker,
) => await callOperator(app, who, { method, path, payload })

const start = async (list: string, filters: object = {}, who = maker) =>
  await call('POST', '/exports', { list, filters }, who)
const exportsOf = async (who = maker) =>
  (await call('GET', '/exports', undefined, who)).body.items as OperatorExport[]
const write = async (id: string) => await app.jobs.run('write-operator-export', { id })
const download = async (id: string, who = maker) =>
  await app.server.inject({ url: `/api/v1/operator/exports/${id}/file.csv`, headers: who.headers })

test('views are kept for their operator alone, replaced by name, renamed and removed', async () => {
  const save = async (name: string, query: string, who = maker) =>
    await call('PUT', '/views', { list: 'conversions', name, query }, who)
  const { body: view } = (await save('Fast ones', 'reason=too_fast')) as { body: OperatorView }
  await save('Rejected', 'status=rejected')
  expect((await save('Fast ones', 'reason=too_fast&status=under_review')).body.id).toBe(view.id)
  const views = async (who = maker) =>
    ((await call('GET', '/views?list=conversions', undefined, who)).body.items as OperatorView[]).map(
      ({ name, query }) => [name, query],
    )
  expect(await views()).toEqual([
    ['Fast ones', 'reason=too_fast&status=under_review'],
    ['Rejected', 'status=rejected'],
  ])
  expect(await views(owner)).toEqual([])
  expect((await call('GET', '/views?list=audit')).body.items).toEqual([])
  const rename = async (name: string, who = maker) =>
    (await call('PATCH', `/views/${view.id}`, { name }, who)).status
  expect(await rename('Mine', owner)).toBe(404)
  expect(await rename('Rejected')).toBe(409)
  expect(await rename(' ')).toBe(422)
  expect(await rename('Quick')).toBe(200)
  expect((await call('DELETE', `/views/${view.id}`, undefined, owner)).status).toBe(404)
  expect((await call('DELETE', `/views/${view.id}`)).status).toBe(204)
  expect(await views()).toEqual([['Rejected', 'status=rejected']])
  const many = await Promise.all(Array.from({ length: 50 }, async (_, at) => await save(`View ${at}`, '')))
  expect(many.filter(({ status }) => status === 409)).toHaveLength(1)
})

test('a file is made by a job, page by page, and downloaded by its operator alone', async () => {
  await sql`
    insert into member (uid, iss, sub, party, short_id, email, full_name, country_of_residence)
    select 'bulk' || n, 'test', 'bulk' || n, 'pty_' || md5(n::text), 'BULK' || n, 'bulk' || n || '@example.com',
      case when n = 1 then '=HYPERLINK("x")' else 'Bulk ' || n end, 'NL'
    from generate_series(1, 1234) n`.execute(app.db)
  const { status, body: asked } = await start('members', { country: 'NL' })
  expect({ status, state: asked.state, total: asked.total }).toEqual({
    status: 202,
    state: 'waiting',
    total: null,
  })
  expect((await download(asked.id)).statusCode).toBe(409)
  expect(await write(asked.id)).toEqual({ rows: 1234 })
  expect(await exportsOf()).toMatchObject([{ id: asked.id, state: 'ready', rows: 1234, total: 1234 }])
  const { body, headers } = await download(asked.id)
  expect(headers['content-disposition']).toMatch(/members-\d{4}-\d\d-\d\d\.csv/)
  const lines = body.trimEnd().split('\r\n')
  expect(lines[0]).toBe('\u{feff}uid,name,e-mail,country,state,signed up at,crels,points')
  expect(lines).toHaveLength(1235)
  expect(new Set(lines).size).toBe(1235)
  expect(body).toContain(`"'=HYPERLINK(""x"")"`)
  expect((await download(asked.id, owner)).statusCode).toBe(404)
  expect(await exportsOf(owner)).toEqual([])
  const { rows } = await sql`
    select from audit_entry where action = 'list.export' and target = 'members'`.execute(app.db)
  expect(rows).toHaveLength(1)
  await sql`update operator_export set expires_at = now() where id = ${asked.id}`.execute(app.db)
  expect((await download(asked.id)).statusCode).toBe(404)
  expect(await app.jobs.run('remove-operator-exports')).toEqual({ removed: 1 })
  expect((await sql`select from operator_export_part`.execute(app.db)).rows).toEqual([])
})

test('a file that the console makes of pages is in the log, without what was typed or whose it is', async () => {
  const { uid } = await createMember(app, { profile: completeProfile })
  const record = async (payload: object, who = maker) => await call('POST', '/list-files', payload, who)
  const campaignId = `cmp_${'1'.repeat(32)}`
  const typed = { q: 'ada@example.com', uid: 'ada.lovelace', owner: 'Lovelace', target: '4915112345678' }
  const kept = { campaignId, from: '2026-11-26', zone: 'Europe/Berlin', state: 'active', page: '12' }
  expect((await record({ list: 'applications', filters: { ...kept, ...typed } })).status).toBe(204)
  expect((await record({ list: 'member-links', filters: { uid } })).status).toBe(204)
  const { rows } = await sql<{ target: string; after: unknown; uid: string | null; by: string }>`
    select e.target, e.after, k.uid, e.operator_id as by from audit_entry e left join audit_member_key k on k.id = e.member_key
    where e.action = 'list.export' and e.target in ('applications', 'member-links') order by e.seq`.execute(
    app.db,
  )
  expect(rows).toEqual([
    {
      target: 'applications',
      after: { filters: { ...kept, q: 'typed', uid: 'typed', owner: 'typed', target: 'typed' } },
      uid: null,
      by: maker.operatorId,
    },
    { target: 'member-links', after: { filters: { uid: 'member' } }, uid, by: maker.operatorId },
  ])
  for (const role of ['support', 'read-only'] as const)
    expect((await record({ list: 'applications' }, await operatorBearer(app, role))).status, role).toBe(403)
  expect((await record({ list: 'ada@example.com' })).status).toBe(422)
})

test('views that name a member leave with them', async () => {
  const leaver = await createMember(app, { profile: completeProfile, email: 'views.leaver@example.com' })
  const { uid } = leaver
  const views = {
    'by uid': `uid=${uid}&status=rejected`,
    'by address': 'q=Views.Leaver%40example.com',
    'by its beginning': 'q=views.leaver@',
    'Rows of (views.leaver@example.com)': 'status=rejected',
    'of a domain': 'q=%40example.com',
    'of another': `uid=${uid}0`,
    'of nobody': 'sort=-at',
  }
  for (const [name, query] of Object.entries(views))
    expect((await call('PUT', '/views', { list: 'links', name, query })).status).toBe(200)
  await eraseViews(app.db, { uid, addresses: [leaver.email] })
  const { body } = await call('GET', '/views?list=links')
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual([
    'of a domain',
    'of another',
    'of nobody',
  ])
})

test('a member who leaves is in no file of members any more', async () => {
  const leaver = await createMember(app, { profile: completeProfile })
  const stayer = await createMember(app, { profile: completeProfile })
  const { body: file } = await start('members')
  await write(file.id)
  expect((await download(file.id)).body).toContain(`${leaver.uid},`)
  const { headers, cookie } = leaver
  const left = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${leaver.uid}`,
    payload: { confirmation: leaver.email },
    headers: { ...headers, cookie },
  })
  expect(left.statusCode).toBe(202)
  await eraseMembers(app.accountDeletion)
  const { body: text } = await download(file.id)
  expect(text).not.toContain(leaver.uid)
  expect(text).toContain(`${stayer.uid},`)
  const { rows } = (await exportsOf()).find(({ id }) => id === file.id)!
  expect(text.trim().split('\r\n')).toHaveLength(rows + 1)
})

test('what members have is in files by days and state, and leaves them with its member', async () => {
  const [one, other] = [
    await createMember(app, { profile: completeProfile }),
    await createMember(app, { profile: completeProfile }),
  ]
  const post = async ({ headers }: TestMember, url: string, payload: object) =>
    await app.server.inject({ method: 'POST', url, headers, payload })
  for (const member of [one, one, other]) {
    await post(member, '/api/v1/shortlinks', { destinationUrl: 'https://own.example/=1+1' })
    await post(member, '/support-requests', { topic: 'other', message: 'Where is it?' })
  }
  const day = '2026-11-26'
  await sql`update link set created_at = ${`${day}T12:00:00Z`} where owner_uid = ${other.uid}`.execute(app.db)
  const linesOf = async (list: string, filters: object = {}) => {
    const { body: file } = await start(list, filters)
    await write(file.id)
    const text = async () => (await download(file.id)).body.replace('\u{feff}', '')
    const count = async (uid: string) => (await text()).match(new RegExp(`^${uid},`, 'gm'))?.length ?? 0
    return { file, text, count }
  }
  const links = await linesOf('links')
  expect(await links.text()).toMatch(/^member,id,code,kind,state,made at,/)
  expect([await links.count(one.uid), await links.count(other.uid)]).toEqual([2, 1])
  const ofDay = await linesOf('links', { from: day, to: day, state: 'active' })
  expect([await ofDay.count(one.uid), await ofDay.count(other.uid)]).toEqual([0, 1])
  await call('DELETE', `/exports/${ofDay.file.id}`)
  const support = await linesOf('support')
  expect(await support.count(one.uid)).toBe(2)
  expect(await support.text()).not.toContain('Where is it?')

  const left = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${one.uid}`,
    payload: { confirmation: one.email },
    headers: { ...one.headers, cookie: one.cookie },
  })
  expect(left.statusCode).toBe(202)
  await eraseMembers(app.accountDeletion)
  for (const { count, text, file } of [links, support]) {
    expect([await count(one.uid), await count(other.uid)]).toEqual([0, 1])
    const { rows } = (await exportsOf()).find(({ id }) => id === file.id)!
    expect((await text()).trim().split('\r\n')).toHaveLength(rows + 1)
    await call('DELETE', `/exports/${file.id}`)
  }
})

test('each list has its rows, and refuses what it is not narrowed by', async () => {
  await createMember(app)
  for (const list of EXPORT_LISTS.filter((one) => one !== 'members')) {
    const of =
      list === 'account-entries'
        ? { account: '1' }
        : list === 'campaign-members'
          ? { campaign: `cmp_${'0'.repeat(32)}` }
          : {}
    const { body } = await start(list, of)
    await write(body.id)
    const file = await download(body.id)
    expect([list, file.statusCode]).toEqual([list, 200])
    const entry = (await exportsOf()).find(({ id }) => id === body.id)
    expect(file.body.trimEnd().split('\r\n').length - 1, list).toBe(entry!.rows)
    expect(entry!.total, list).toBe(entry!.rows)
    expect((await start(list, { ...of, colour: 'red' })).status, list).toBe(422)
    await call('DELETE', `/exports/${body.id}`)
  }
  expect((await start('ledger', { from: 'yesterday' })).status).toBe(422)
  expect((await start('shop')).status).toBe(422)
  expect((await start('orders', { state: 'Placed; drop' })).status).toBe(422)
})

test('days of members and acts are the site’s, of its zone when the file was asked for; the ledger’s are UTC', async () => {
  let seen: string | null = null
  const setZone = async (value: string | null) => {
    await call('PUT', '/site/lines/site.zone', { value, seen }, owner)
    await expect.poll(siteZone).toBe(value ?? 'UTC')
    seen = value
  }
  const { uid } = await createMember(app, { profile: completeProfile })
  await sql`update member set created_at = '2026-11-26T23:30:00Z' where uid = ${uid}`.execute(app.db)
  const has = async (day: string) => {
    const { body } = await start('members', { from: day, to: day })
    await setZone('America/New_York')
    await write(body.id)
    const { body: text } = await download(body.id)
    await call('DELETE', `/exports/${body.id}`)
    await setZone('Europe/Berlin')
    return [body.filters.zone, text.includes(uid)]
  }
  expect(await has('2026-11-26')).toEqual(['UTC', true])
  expect(await has('2026-11-26')).toEqual(['Europe/Berlin', false])
  expect(await has('2026-11-27')).toEqual(['Europe/Berlin', true])

  const { rows } = await sql<{
    at: Date
  }>`select max(at) as at from audit_entry where seq is not null`.execute(app.db)
  const acts = async (query: string) =>
    (await call('GET', `/audit?${query}`, undefined, owner)).body.items.length
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const day = localDate(rows[0]!.at.getTime(), zone)
    expect(await acts(`from=${day}&to=${day}&zone=${zone}&limit=1`), zone).toBe(1)
    expect(await acts(`from=${addDays(day, 1)}&zone=${zone}`), zone).toBe(0)
  }
  expect((await call('GET', '/audit?from=2026-11-26&zone=Mars')).status).toBe(422)
  expect((await start('ledger', { from: '2026-11-26', zone: 'Europe/Berlin' })).status).toBe(422)
  await setZone(null)
})

test('one that is cancelled stops at the next page, and three are made at once at most', async () => {
  const ids: string[] = []
  for (let at = 0; at < 3; at++) ids.push((await start('members')).body.id)
  expect(await start('members')).toMatchObject({
    status: 409,
    body: { detail: '3 files are being made for you. Wait for one, or cancel it.' },
  })
  const working = write(ids[0]!)
  expect((await call('DELETE', `/exports/${ids[0]}`)).status).toBe(204)
  await working
  expect((await exportsOf()).find(({ id }) => id === ids[0])).toMatchObject({ state: 'cancelled' })
  expect((await download(ids[0]!)).statusCode).toBe(409)
  expect(await write(ids[0]!)).toEqual({ rows: 0 })
  // A worker that was killed: the next one begins anew, and no line is there twice.
  await sql`update operator_export set state = 'running', rows = 500 where id = ${ids[1]}`.execute(app.db)
  await sql`
    insert into operator_export_part (export_id, part, content) values (${ids[1]}, 0, '\\x00')`.execute(
    app.db,
  )
  await write(ids[1]!)
  const { rows, total } = (await exportsOf()).find(({ id }) => id === ids[1])!
  expect(rows).toBe(total)
  expect((await download(ids[1]!)).body.trimEnd().split('\r\n')).toHaveLength(rows + 1)
})

test('an attempt whose worker was silent adds nothing to the file of the next one, and does not end it', async () => {
  const { id } = (await start('members')).body
  const begin = async () => (await inTransaction(app.db, async (tx) => await beginExport(tx, id)))!
  const add = async (attempt: number, part: number) =>
    await inTransaction(app.db, async (tx) => {
      const lines = { part, rows: part + 1, total: null, content: gzipSync(`${attempt}\r\n`) }
      return await addPart(tx, { id, attempt }, lines)
    })
  const silent = await begin()
  expect(await add(silent.attempt, 0)).toBe(true)
  const next = await begin()
  expect(await add(next.attempt, 0)).toBe(true)
  expect(await add(silent.attempt, 1)).toBe(false)
  expect(await endExport(app.db, { id, attempt: silent.attempt }, 'ready')).toBe(false)
  expect(await endExport(app.db, { id, attempt: silent.attempt }, 'failed')).toBe(false)
  expect(await add(next.attempt, 1)).toBe(true)
  expect(await endExport(app.db, { id, attempt: next.attempt }, 'ready')).toBe(true)
  expect((await download(id)).body).toBe('2\r\n2\r\n')
})

test('a file of what is of one member is an act on them: the log says so, and keeps no uid', async () => {
  const { uid } = await createMember(app, { profile: completeProfile })
  for (const [list, filters] of [
    ['conversions', { uid, status: 'accepted' }],
    ['audit', { target: uid }],
  ] as const) {
    const { body } = await start(list, filters)
    expect(body.filters).toMatchObject(filters)
    await call('DELETE', `/exports/${body.id}`)
    const { items } = (await call('GET', `/audit?target=${uid}&limit=1`, undefined, owner)).body
    const name = list === 'audit' ? 'target' : 'uid'
    expect(items[0]).toMatchObject({
      action: 'list.export',
      target: list,
      member: uid,
      after: { filters: { ...filters, [name]: 'member' } },
    })
  }
  // Somebody whose row is gone is named neither, by a file that is answered at once too.
  const gone = newId('member')
  const { body: ofGone } = await start('audit', { target: gone })
  expect(ofGone.filters).toMatchObject({ target: gone })
  await call('DELETE', `/exports/${ofGone.id}`)
  expect((await call('GET', `/audit-export.json?target=${gone}`, undefined, owner)).status).toBe(200)
  const inviter = await createMember(app, { profile: completeProfile })
  const invited = await start('invitation-reviews', { uid, inviterUid: inviter.uid })
  await call('DELETE', `/exports/${invited.body.id}`)
  const [last] = (await call('GET', '/audit?action=list.export&limit=1', undefined, owner)).body.items
  expect(last.after).toEqual({ filters: { uid: 'member', inviterUid: 'member' } })
  for (const named of [uid, inviter.uid, gone]) {
    const { rows } = await sql`select from audit_entry e where e::text like ${`%${named}%`}`.execute(app.db)
    expect(rows).toEqual([])
  }
})

test('what was typed into a filter of a file by a job, or of the log, is not in the log', async () => {
  const { body } = await start('conversion-reviews', { uid: 'ada@example.com', asked: 'waiting' })
  await call('DELETE', `/exports/${body.id}`)
  const last = async () =>
    (await call('GET', '/audit?action=list.export&limit=1', undefined, owner)).body.items[0].after
  expect(await last()).toEqual({ filters: { uid: 'typed', asked: 'waiting' } })
  const query = `target=ada.lovelace&requestId=ada%40example.com&action=member.disable&from=2026-11-01`
  expect((await call('GET', `/audit-export.json?${query}`, undefined, owner)).status).toBe(200)
  expect(await last()).toEqual({
    form: 'json',
    filters: { target: 'typed', requestId: 'typed', action: 'member.disable', from: '2026-11-01' },
  })
})

test('a file that an API key asked for ends when the key is revoked', async () => {
  const { body: key } = await call('POST', '/keys', { name: 'x', scopes: ['list.export', 'read'], days: 1 })
  const asking = { ...maker, headers: { authorization: `Bearer ${key.secret}` } }
  const { body: file } = await start('campaigns', {}, asking)
  const data = { id: file.id, keyId: key.id }
  const queued = await askServer<{ data: object }>(
    app.databaseUrl,
    `select data from pgboss.job where name = 'write-operator-export' and data->>'id' = '${file.id}'`,
  )
  expect(queued).toEqual([{ data }])
  expect((await call('DELETE', `/keys/${key.id}`)).status).toBe(204)
  expect(await app.jobs.run('write-operator-export', data)).toEqual({ rows: 0 })
  expect((await exportsOf()).find(({ id }) => id === file.id)).toMatchObject({ state: 'cancelled' })
  await call('DELETE', `/exports/${file.id}`)
})

test('the file of all members takes a recent proof, when it begins and when it is downloaded; others take none', async () => {
  const olaf = await operatorBearer(app, 'owner', 'olaf@crels.example')
  const { body: file } = await start('members', {}, olaf)
  await write(file.id)
  expect((await download(file.id, olaf)).statusCode).toBe(200)
  await sql`
    update operator_session set proved_at = now() - interval '11 minutes'
    where operator_id = (select id from operator where email = 'olaf@crels.example')`.execute(app.db)
  expect(await start('members', {}, olaf)).toMatchObject({ body: { code: 'requires_recent_login' } })
  expect((await download(file.id, olaf)).json()).toMatchObject({ code: 'requires_recent_login' })
  expect((await start('conversions', {}, olaf)).status).toBe(202)
})

test('a role has the files of what it may read', async () => {
  const finance = await operatorBearer(app, 'finance')
  expect((await start('members', {}, finance)).status).toBe(403)
  expect((await start('audit', {}, await operatorBearer(app, 'support'))).status).toBe(403)
  expect((await start('audit', {}, await operatorBearer(app, 'read-only'))).status).toBe(403)
  const { body } = await start('conversions', {}, finance)
  await write(body.id)
  expect((await download(body.id, finance)).statusCode).toBe(200)
})
