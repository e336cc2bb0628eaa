import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedSeason } from '#contracts/operator-seasons.schemas.ts'
import { approveDueSeasons } from '#server/modules/leaderboard/approve-season.ts'
import { checkAuditLog, listAuditEntries } from '#server/modules/operators/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, type Redeemer } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'

const month = '2020-05'
let app: TestApp
let mona: TestOperator
let olga: TestOperator
let ada: Redeemer
let bea: Redeemer
let cem: Redeemer
beforeAll(async () => {
  app = await startTestApp()
  mona = await operatorBearer(app, 'manager')
  olga = await operatorBearer(app, 'owner')
  ;[ada, bea, cem] = [await createRedeemer(app), await createRedeemer(app), await createRedeemer(app)]
  await seasonInReview(app, month, [
    { party: ada.party, points: 300 },
    { party: bea.party, points: 200 },
    { party: cem.party, points: 100 },
  ])
})
afterAll(() => app.close())

const read = async (path: string, who = mona) => await callOperator(app, who, { path: `/seasons${path}` })
const post = async (path: string, payload: object = {}, who = mona) =>
  await callOperator(app, who, { method: 'POST', path: `/seasons/${path}`, payload })
const placesOf = ({ places }: OperatedSeason) => places.map(({ uid, points }) => [uid, points])

test('a season in review is shown with its prizes; members are taken out and let in, then its prizes are paid', async () => {
  expect((await read('')).body.items).toMatchObject([{ month, state: 'review', approvedBy: null }])
  const { body } = await read(`/${month}`)
  expect(body).toMatchObject({ month, state: 'review', decisions: [] })
  expect(placesOf(body as OperatedSeason)).toEqual([
    [ada.uid, 500],
    [bea.uid, 200],
    [cem.uid, 0],
  ])

  const out = { uid: ada.uid, reason: 'Two accounts.' }
  const excluded = await post(`${month}/exclusions`, out)
  expect(excluded.status).toBe(200)
  expect(placesOf(excluded.body as OperatedSeason)).toEqual([
    [bea.uid, 500],
    [cem.uid, 200],
  ])
  expect(excluded.body.decisions).toEqual([
    { uid: ada.uid, name: 'Ada', isOut: true, reason: 'Two accounts.', author: 'manager' },
  ])
  expect((await post(`${month}/exclusions`, out)).status).toBe(200)
  const late = await post(`${month}/exclusions`, out, olga)
  expect(late.status).toBe(409)
  expect(late.body.detail).toMatch(
    `${ada.uid} is out of the season ${month} already. manager did season.exclude on it at `,
  )
  const included = await post(`${month}/inclusions`, { ...out, reason: 'They are two.' })
  expect(placesOf(included.body as OperatedSeason)).toHaveLength(3)
  expect((await post(`${month}/inclusions`, out)).status).toBe(200)
  expect((await post(`${month}/inclusions`, out, olga)).status).toBe(409)
  // What was decided of one says nothing of another.
  expect((await post(`${month}/inclusions`, { ...out, uid: bea.uid })).body.detail).toBe(
    `${bea.uid} is not out of the season ${month}.`,
  )

  // What changed since it was looked at is not approved unread.
  const seen = async () => ({ seen: (await read(`/${month}`)).body.approval.seen as string })
  const first = await seen()
  await post(`${month}/exclusions`, { ...out, reason: 'Bought followers.' })
  const overtaken = await post(`${month}/approval`, first)
  expect([overtaken.status, overtaken.body.detail]).toEqual([
    409,
    `The places of ${month} are others than those you looked at: nothing was approved.`,
  ])
  await post(`${month}/inclusions`, { ...out, reason: 'They did not.' })
  expect(await seen()).toEqual(first)

  const approved = await post(`${month}/approval`, first)
  expect(approved).toMatchObject({ status: 200, body: { state: 'approved', approvedBy: 'manager' } })
  expect((await post(`${month}/approval`, first)).status).toBe(200)
  expect((await post(`${month}/approval`, first, olga)).body.detail).toMatch(
    `The review of the season ${month} is over. manager did season.approve on it at `,
  )
  expect((await post(`${month}/exclusions`, out)).status).toBe(409)
  await app.jobs.run('settle-seasons')
  const paid = (await read(`/${month}`)).body as OperatedSeason
  expect([paid.state, paid.places.map(({ outcome }) => outcome)]).toEqual(['paid', ['paid', 'paid', 'paid']])
  const entries = await listAuditEntries(app.db, { target: month, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual([
    'season.approve',
    'season.include',
    'season.exclude',
    'season.include',
    'season.exclude',
  ])
  expect(entries[0]!.after).toEqual({ paidPlaces: 2, points: 700 })
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})

test('a month that is not frozen, a member without a rank and a role that may not are refused', async () => {
  expect((await read('/2020-04')).body).toMatchObject({
    status: 404,
    detail: 'The season 2020-04 is not frozen.',
  })
  expect((await read('/2020-13')).status).toBe(404)
  const some = { seen: '0'.repeat(32) }
  expect((await post('2020-04/approval', some)).status).toBe(404)
  // Clients from before there was `seen` send no body.
  expect((await post('2020-04/approval')).status).toBe(404)
  expect((await post('2020-04/approval', { seen: 'another' })).status).toBe(422)
  await seasonInReview(app, '2019-07', [])
  const nobody = { uid: 'usr_nobody', reason: 'A look.' }
  expect((await post('2019-07/exclusions', nobody)).status).toBe(404)
  expect((await post('2019-07/exclusions', { uid: ada.uid, reason: 'A look.' })).status).toBe(404)
  expect((await post('2019-07/exclusions', { uid: ada.uid, reason: ' ' })).status).toBe(422)
  const support = await operatorBearer(app, 'support')
  expect((await read('/2019-07', support)).status).toBe(200)
  expect((await post('2019-07/approval', some, support)).status).toBe(403)
  expect((await read('', await operatorBearer(app, 'read-only'))).status).toBe(403)
})

test('a season in which an operator moves up, since who was ahead is gone, waits for another operator', async () => {
  const held = '2018-07'
  const boss = await operatorBearer(app, 'owner', 'boss@crels.example')
  const [ahead, own, behind] = [
    await createRedeemer(app),
    await createRedeemer(app, { email: 'Boss+creator@crels.example' }),
    await createRedeemer(app),
  ]
  await seasonInReview(app, held, [
    { party: ahead.party, points: 300 },
    { party: own.party, points: 200 },
    { party: behind.party, points: 100 },
  ])
  const approvedByJob = async () => await approveDueSeasons(app.db, { log: pino({ level: 'silent' }) })
  const heldSeason = async () => (await read(`/${held}`)).body as OperatedSeason
  const switchMember = async (path: 'disabling' | 'enabling') =>
    expect(
      await callOperator(app, olga, {
        method: 'POST',
        path: `/members/${ahead.uid}/${path}`,
        payload: { reason: 'Two accounts.' },
      }),
    ).toMatchObject({ status: 204 })

  expect((await heldSeason()).movingUp).toEqual([])
  await switchMember('disabling')
  expect((await heldSeason()).movingUp).toEqual(['boss'])
  await sql`update season set review_until = crels_now() where month = ${held}`.execute(app.db)
  expect(await approvedByJob()).toEqual([])
  expect((await heldSeason()).state).toBe('review')
  const looked = { seen: (await read(`/${held}`)).body.approval.seen as string }
  expect(await post(`${held}/approval`, looked, boss)).toMatchObject({ status: 403 })
  expect(await post(`${held}/approval`, looked)).toMatchObject({
    status: 200,
    body: { state: 'approved', movingUp: [] },
  })

  // Who was disabled before the month was frozen has no place there; one whom a review takes out is seen to be.
  const early = '2018-06'
  await switchMember('enabling')
  await seasonInReview(app, early, [
    { party: ahead.party, points: 300 },
    { party: own.party, points: 200 },
  ])
  const taken = await post(`${early}/exclusions`, { uid: ahead.uid, reason: 'Two accounts.' })
  expect(taken.body).toMatchObject({ movingUp: [] })
  await post(`${early}/inclusions`, { uid: ahead.uid, reason: 'They are two.' })
  await switchMember('disabling')
  await sql`update leaderboard_standing set is_excluded = true where party = ${ahead.party}
    and board in (select id from leaderboard_board where starts_at = ${`${early}-01`})`.execute(app.db)
  expect((await read(`/${early}`)).body).toMatchObject({ places: [{ uid: own.uid }], movingUp: ['boss'] })

  const free = '2018-08'
  await seasonInReview(app, free, [
    { party: own.party, points: 200 },
    { party: ahead.party, points: 100 },
    { party: behind.party, points: 50 },
  ])
  await sql`update season set review_until = crels_now() where month = ${free}`.execute(app.db)
  expect((await read(`/${free}`)).body.movingUp, 'who moves up is no operator').toEqual([])
  expect(await approvedByJob()).toEqual([free])
})
