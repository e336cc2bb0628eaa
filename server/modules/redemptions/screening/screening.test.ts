import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OperatedRedemption } from '#contracts/operator-redemptions.schemas.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { askServer } from '#testing/ask-server.ts'
import {
  callOperator,
  openedEntries,
  operatorBearer,
  testActor,
  type TestOperator,
} from '#testing/operators.ts'
import { addUsableDestination, createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import { askForTaxForms, certify, w9 } from '#testing/tax.ts'
import { OpenSanctionsStandIn } from './opensanctions.fixture.ts'
import { openSanctions } from './opensanctions.ts'
import { screenRedemptions, type ScreeningRound } from './screen-redemptions.ts'
import { forgetMatches, redemptionsToScreenSql } from './screening-queries.ts'

const lists = new OpenSanctionsStandIn()
const reason = 'Born in another year, and lives elsewhere.'
let app: TestApp
let origin: string
let finance: TestOperator
beforeAll(async () => {
  const { apiKey, dataset } = lists
  origin = await lists.open()
  app = await startTestApp({ sanctions: { origin, apiKey, dataset } })
  finance = await operatorBearer(app, 'finance')
  await askForTaxForms(app, 'us', 1_000_000_00)
})
afterAll(async () => {
  await app.close()
  await lists.close()
})
afterEach(() => {
  lists.listed.length = 0
  lists.asked.length = 0
  lists.isAway = false
  lists.refusedName = null
  lists.meanwhile = null
})

const screen = async () => await app.jobs.run('screen-redemptions')

async function asked(): Promise<{ member: Redeemer; id: string }> {
  const member = await createRedeemer(app)
  return { member, id: (await redeem(app, member)).id }
}

async function rename({ uid, headers }: Redeemer, fullName: string): Promise<void> {
  await app.server.inject({ method: 'PATCH', url: `/api/v1/users/${uid}`, headers, payload: { fullName } })
}

const shown = async (id: string): Promise<OperatedRedemption> =>
  (await callOperator(app, finance, { path: `/redemptions/${id}` })).body

async function approve(id: string): Promise<{ status: number; code?: string }> {
  const { status, body } = await callOperator(app, finance, {
    method: 'POST',
    path: `/redemptions/${id}/approve`,
    payload: {},
  })
  return { status, code: body.code }
}

async function clear(id: string, screeningId: string, who = finance) {
  const payload = { screeningId, reason }
  return await callOperator(app, who, { method: 'POST', path: `/redemptions/${id}/clear-match`, payload })
}

const list = (caption: string) =>
  lists.listed.push({ id: 'NK-1', caption, datasets: ['us_ofac_sdn', 'eu_fsf'] })

test('nothing is approved before the lists have answered, and what they do not answer is asked again', async () => {
  const { id } = await asked()
  expect((await shown(id)).screening).toEqual({
    id: null,
    state: 'waiting',
    at: null,
    count: 0,
    matches: [],
    clearedBy: null,
  })
  expect(await approve(id)).toEqual({ status: 409, code: 'not_screened' })
  lists.isAway = true
  expect(await screen()).toEqual({ screened: 0, unanswered: [id] })
  expect(await approve(id)).toEqual({ status: 409, code: 'not_screened' })
  lists.isAway = false
  expect(await screen()).toEqual({ screened: 1, unanswered: [] })
  expect(await screen()).toEqual({ screened: 0, unanswered: [] })
  expect((await shown(id)).screening).toMatchObject({ state: 'clear', matches: [] })
  expect(await approve(id)).toMatchObject({ status: 200 })
})

test('those whom the lists refuse, or whose account cannot be opened, keep nobody back who comes after them', async () => {
  const first = [await asked(), await asked(), await asked(), await asked()]
  const last = await asked()
  for (const { member } of first.slice(0, 3)) await rename(member, 'Refused Name')
  await rename(last.member, 'Zoe Last')
  await sql`
    update payout_destination set details = 'nothing that opens' where uid = ${first[3]!.member.uid}`.execute(
    app.db,
  )
  lists.refusedName = 'Refused Name'
  const round = (await screen()) as ScreeningRound
  expect(round.unanswered.toSorted()).toEqual(first.map(({ id }) => id).toSorted())
  expect((await shown(last.id)).screening!.state).toBe('clear')
  lists.refusedName = null
  await screen()
})

test('those who use up each round keep nobody back for ever', async () => {
  const first = [await asked(), await asked()]
  const last = await asked()
  for (const { member } of first) await rename(member, 'Refused Name')
  lists.refusedName = 'Refused Name'
  const deps = {
    secret: app.secret,
    sanctions: openSanctions({ origin, apiKey: lists.apiKey, dataset: lists.dataset }),
    log: pino({ level: 'silent' }),
  }
  // Each round has time for one of the three: two thirds of them get nowhere.
  for (let round = 0; round < 100 && (await shown(last.id)).screening!.state === 'waiting'; round += 1)
    await screenRedemptions(app.db, deps, 0)
  expect((await shown(last.id)).screening!.state).toBe('clear')
  lists.refusedName = null
  await screen()
})

test('a service that is away is asked for three and no more', async () => {
  for (let i = 0; i < 5; i += 1) await asked()
  lists.isAway = true
  expect(((await screen()) as ScreeningRound).unanswered).toHaveLength(3)
  lists.isAway = false
  await screen()
})

test('every name, birthday and country that is known is looked for: of profile, tax form and account', async () => {
  const bank = { kind: 'bank', holder: 'A. Holder', iban: 'DE89 3704 0044 0532 0130 00' }
  const member = await createRedeemer(app, { to: bank })
  expect((await certify(app, member, { ...w9, legalName: ' Ada Legal ' })).statusCode).toBe(200)
  await redeem(app, member)
  await screen()
  expect(lists.asked).toEqual([
    {
      schema: 'Person',
      properties: {
        name: ['Ada Example', 'Ada', 'Ada Legal', 'A. Holder'],
        birthDate: ['1990-05-17'],
        country: ['DE', 'US'],
      },
    },
  ])
})

test('a match keeps a payout back until an operator has looked at it, says why, and is in the log for it', async () => {
  list('Ada EXAMPLE')
  list('Bob Example')
  const { member, id } = await asked()
  await screen()
  const { screening } = await shown(id)
  // Who is less alike than the service's threshold is no match.
  expect(screening).toMatchObject({
    state: 'matched',
    matches: [{ id: 'NK-1', name: 'Ada EXAMPLE', score: 97, lists: ['us_ofac_sdn', 'eu_fsf'] }],
  })
  expect(await approve(id)).toEqual({ status: 409, code: 'sanctions_match' })
  // Its member is told nothing of it.
  const { headers } = member
  const mine = (await app.server.inject({ url: '/api/v1/redemptions', headers })).json()
  expect(mine.items).toMatchObject([{ id, state: 'requested', waitsFor: null }])
  const support = await operatorBearer(app, 'support')
  expect((await clear(id, screening!.id!, support)).status).toBe(403)
  expect((await clear(id, `scr_${'0'.repeat(32)}`)).status).toBe(409)
  expect((await clear(id, screening!.id!)).body.screening).toMatchObject({
    state: 'cleared',
    clearedBy: 'finance',
  })
  expect((await clear(id, screening!.id!)).status).toBe(200)
  expect(await approve(id)).toMatchObject({ status: 200 })
  const { rows } = await sql<{ text: string }>`
    select e::text as text from audit_entry e where action = 'redemption.clear-match' and target = ${id}`.execute(
    app.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.text).not.toMatch(/EXAMPLE|another year/)
})

test('nobody clears a match of their own', async () => {
  list('Ada Example')
  const { id, member } = await asked()
  await screen()
  const self = await operatorBearer(app, 'finance', member.email)
  expect((await clear(id, (await shown(id)).screening!.id!, self)).status).toBe(403)
})

test.each([
  ['another name', async (member: Redeemer) => await rename(member, 'Eva Example')],
  ['a tax form', async (member: Redeemer) => void (await certify(app, member))],
  ['eight days', async () => await shiftClock(app.db, '8 days')],
])('what the lists said dies with %s, cleared or not', async (_, change) => {
  list('Ada Example')
  const { id, member } = await asked()
  await screen()
  const { screening } = await shown(id)
  await clear(id, screening!.id!)
  expect(await approve(id)).toMatchObject({ status: 200 })
  await change(member)
  expect((await shown(id)).screening!.state).toBe('waiting')
  // What is approved is not sent.
  const sending = app.redemptions.send({ redemptionId: id, actor: testActor, provider: 'manual' })
  await expect(sending).rejects.toThrow('have not been checked yet')
  await screen()
  const again = (await shown(id)).screening!
  expect(again.id).not.toBe(screening!.id)
  expect(again.state).toBe(change.toString().includes('Eva') ? 'clear' : 'matched')
})

test('an answer of who the member was before is not kept', async () => {
  const { id, member } = await asked()
  lists.meanwhile = async () => {
    lists.meanwhile = null
    await rename(member, 'Somebody Else')
  }
  await screen()
  expect((await shown(id)).screening!.state).toBe('waiting')
  list('Somebody Else')
  await screen()
  expect((await shown(id)).screening!.state).toBe('matched')
})

test('matches are sealed, kept by the database, and forgotten with their member', async () => {
  list('Ada Example')
  const { id, member } = await asked()
  await screen()
  const rowsOf = async () =>
    (
      await sql<{ id: string; text: string; details: string | null }>`
        select id, details, s::text as text from sanctions_screening s where redemption_id = ${id}`.execute(
        app.db,
      )
    ).rows
  expect((await rowsOf())[0]!.text).not.toContain('Ada Example')
  const change = sql`update sanctions_screening set matches = 0 where redemption_id = ${id}`.execute(app.db)
  await expect(change).rejects.toThrow('stays as it was')
  await expect(
    sql`delete from sanctions_screening where redemption_id = ${id}`.execute(app.db),
  ).rejects.toThrow('permission denied')
  await app.redemptions.reject({ redemptionId: id, actor: testActor, reason: 'A list names you.' })
  await forgetMatches(app.db, member.party)
  expect((await rowsOf())[0]).toMatchObject({ details: null })
})

test('a destination that is added meanwhile changes nothing of a redemption to another one', async () => {
  const { id, member } = await asked()
  await screen()
  await addUsableDestination(app, member, { kind: 'paypal', email: 'other@example.com' })
  expect((await shown(id)).screening!.state).toBe('clear')
})

test('the round of each minute reads those under way by their index, and the last look of each by its own', async () => {
  await asked()
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const query = redemptionsToScreenSql({ lists: 'default', limit: 100 })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('Index Scan using redemption_under_way on redemption r')
  expect(plan).toMatch(/Index (Only )?Scan using sanctions_screening_of on sanctions_screening s/)
  expect(plan).not.toMatch(/Seq Scan on (redemption|sanctions_screening|payout)\b/)
})

test('whom the lists name is shown to those who may clear it, others see that there is a match', async () => {
  list('Ada Example')
  const { id } = await asked()
  await screen()
  expect((await shown(id)).screening).toMatchObject({ count: 1, matches: [{ name: 'Ada Example' }] })
  const manager = await operatorBearer(app, 'manager')
  for (const path of [`/redemptions/${id}`, '/redemptions']) {
    const { body } = await callOperator(app, manager, { path })
    const row = (body.items?.find((one: OperatedRedemption) => one.id === id) ?? body) as OperatedRedemption
    expect(row.screening).toMatchObject({ state: 'matched', count: 1, matches: null })
    expect(JSON.stringify(body)).not.toContain('NK-1')
  }
})

test('why a match was cleared is read by those alone who may clear one: in the log, its files and the member’s acts', async () => {
  list('Ada Example')
  const { id, member } = await asked()
  await screen()
  expect((await clear(id, (await shown(id)).screening!.id!)).status).toBe(200)
  const acts = async (who: TestOperator) =>
    (await callOperator(app, who, { path: `/members/${member.uid}/acts` })).body.items
  const recorded = async (who: TestOperator) =>
    (await callOperator(app, who, { path: `/members/${member.uid}` })).body.acts
  const logged = async (who: TestOperator) =>
    await openedEntries(app, who, `target=${id}&action=redemption.clear-match`)
  const filed = async (who: TestOperator) =>
    (
      await app.server.inject({
        url: `/api/v1/operator/audit-export.json?target=${id}`,
        headers: who.headers,
      })
    ).body
  const cleared = { action: 'redemption.clear-match' }
  expect(await acts(finance)).toContainEqual(
    expect.objectContaining({ ...cleared, reason, isReasonKept: false }),
  )
  expect(await logged(finance)).toMatchObject([{ personal: { reason } }])
  const kept = expect.objectContaining({ ...cleared, reason: null, isReasonKept: true })
  const support = await operatorBearer(app, 'support')
  const manager = await operatorBearer(app, 'manager')
  // What is no secret of finance stays readable.
  const payload = { reason: 'Writes to everybody.' }
  await callOperator(app, manager, { method: 'POST', path: `/members/${member.uid}/disabling`, payload })
  for (const who of [support, manager]) {
    expect(await acts(who)).toContainEqual(kept)
    expect(await recorded(who)).toContainEqual(kept)
    expect(await acts(who)).toContainEqual(
      expect.objectContaining({ action: 'member.disable', ...payload, isReasonKept: false }),
    )
  }
  expect(await logged(manager)).toMatchObject([{ personal: 'confidential' }])
  // Files have no value of a member, whoever takes them.
  for (const who of [finance, manager]) {
    expect(await filed(who)).not.toContain(reason)
    expect(await filed(who)).toContain('"sealed"')
  }
})

test('a restored database that waits asks about nobody', async () => {
  const { id } = await asked()
  await askServer(app.databaseUrl, 'select mark_restored(now())')
  expect(await screen()).toEqual({ screened: 0, unanswered: [] })
  expect(lists.asked).toEqual([])
  await askServer(app.databaseUrl, `update restoration set confirmed_at = now(), confirmed_by = 'olga'`)
  // One of another test is still refused.
  expect(await screen()).toMatchObject({ screened: 1 })
  expect((await shown(id)).screening).toMatchObject({ state: 'clear' })
})
