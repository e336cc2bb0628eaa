import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  advanceClock,
  app,
  follow,
  hasty,
  joinStage,
  openApp,
  refund,
  report,
  sell,
  stage,
  timeGoesBack,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { houseIssued, memberDebt, move, post, reconcile } from '#server/modules/ledger/public.ts'
import { brokenBeside } from '#server/modules/queues/books-beside.ts'
import { returnPayment } from '#server/modules/redemptions/return-payment.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askServer } from '#testing/ask-server.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { redeem } from '#testing/redeemers.ts'
import { demoCreator } from './content/creators.ts'
import { loadDemo } from './load-demo.ts'
import { removeDemo } from './remove-demo.ts'

openApp()

/** The demo's creator, in a campaign of one's own. */
let at: Stage
let party: string
/** What they sold there. */
let sold: string
const asOwner = async (statement: string) => await askServer(app.databaseUrl, statement)
const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(app.db)).rows

beforeAll(async () => {
  await loadDemo(app)
  // The clicks of the demo were made before.
  timeGoesBack()
  const payload = { email: demoCreator.email, password: app.demoPassword() }
  const { accessToken } = (
    await app.server.inject({ method: 'POST', url: '/identity/sign-in', payload })
  ).json()
  const [row] = await rowsOf(
    sql<{ uid: string; party: string; destinationId: string }>`
      select m.uid, m.party, d.id as "destinationId" from member m join payout_destination d on d.uid = m.uid
      where m.email = ${demoCreator.email}`,
  )
  party = row!.party
  const creator = { uid: row!.uid, headers: { authorization: `Bearer ${accessToken}` } } as TestMember
  at = await stage({ reward: { clickMillicrels: 2_000, leadCrels: null, sale: { crels: 40 } } }, creator)
  sold = (await sell(at)).eventId
  await report(at.key, hasty(await follow(at.code)))
  // A member of one's own in a campaign of the demo: twenty visitors are worth a crel there.
  const [tasters] = await rowsOf(
    sql<{ id: string }>`select id from campaign where demo and reward_click_millicrels = 50`,
  )
  const profile = { ...completeProfile, countryOfResidence: 'SE' }
  const { code } = await joinStage(tasters!.id, await createMember(app, { profile }))
  for (let visit = 0; visit < 20; visit++) await follow(code)
  await advanceClock('2 hours')
  await app.jobs.run('pay-clicks')
  await follow(at.code)
  await advanceClock('1 minute')
  await asOwner(`
    insert into click_review (id, enrolment_id, reason, clicks, first_at, last_at)
      values ('clr_test', '${at.enrolmentId}', 'test', 1, now(), now());
    insert into appeal (earning_id, uid, message)
      select e.id, e.uid, 'It was genuine.' from earning e join campaign c on c.id = e.campaign_id where c.demo limit 1`)

  // The payout of the demo came back, and filled what was owed; one is asked for; one is with all that can be about it.
  const [paid] = await rowsOf(sql<{ id: string }>`select id from redemption`)
  await inTransaction(app.db, async (tx) => {
    const lines = move(memberDebt(party), houseIssued, 7)
    await post(tx, { kind: 'test', scope: 'test', idem: 'owed', lines })
    await returnPayment(tx, { redemptionId: paid!.id, actor: testActor, reason: 'The bank sent it back.' })
  })
  const asked = async () =>
    await redeem(app, { headers: creator.headers, destinationId: row!.destinationId }, { usdCents: 50_00 })
  await asked()
  const { id } = await asked()
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  await asOwner(`
    insert into payout_run (id, format, made_by) values ('pob_${'0'.repeat(32)}', 'bank', 'test');
    insert into payout_file (run_id, number, made_by) values ('pob_${'0'.repeat(32)}', 1, 'test');
    insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state)
      values ('pob_${'0'.repeat(32)}', '${id}', 1, 5000, 5000, 'planned');
    insert into payout_line (run_id, number, redemption_id, reference)
      values ('pob_${'0'.repeat(32)}', 1, '${id}', 'r');
    insert into sanctions_screening (id, redemption_id, subject, lists, matches)
      values ('scr_${'0'.repeat(32)}', '${id}', sha256('x'), 'test', 0);
    insert into payout_mismatch (redemption_id, said, detail) values ('${id}', 'paid', 'r');
    insert into restoration (backup_at, confirmed_at, confirmed_by) values (now(), now(), 'test');
    insert into restored_payout (redemption_id, restoration_id, requested_at, usd_cents)
      select '${id}', id, now(), 5000 from restoration`)
})

test('the demo goes whatever came of its payouts, and a creator of it leaves a campaign of one’s own', async () => {
  const states = await rowsOf(
    sql<{
      state: string
    }>`select type || ' ' || state as state from earning where campaign_id = ${at.campaignId} order by 1`,
  )
  expect(states.map(({ state }) => state)).toEqual(['click pending', 'sale pending', 'sale under_review'])
  expect(
    await rowsOf(sql`select from earning_origin o join earning e on e.id = o.earning_id
    join campaign c on c.id = e.campaign_id where c.demo`),
  ).not.toEqual([])
  expect(await brokenBeside(app.db)).toEqual([])
  expect(await removeDemo(app.databaseUrl)).toMatchObject({ brands: 8 })

  expect(await brokenBeside(app.db)).toEqual([])
  expect((await reconcile(app.db)).clean).toBe(true)
  expect(await rowsOf(sql`select uid, state from enrolment`)).toEqual([{ uid: party, state: 'left' }])
  expect(await rowsOf(sql`select owner_uid as owner, state from link`)).toEqual([
    { owner: party, state: 'disabled' },
  ])
  expect(await rowsOf(sql`select crels from click_pay`)).toHaveLength(1)
  expect(await rowsOf(sql`select state from click_review`)).toEqual([{ state: 'rejected' }])
  expect(await rowsOf(sql`select state from earning order by state`)).toEqual(
    ['available', 'available', 'reversed'].map((state) => ({ state })),
  )
  expect(await rowsOf(sql`select from redemption`)).toEqual([])
  expect(await rowsOf(sql`select from member`)).toHaveLength(1)
})

test('what it left of that campaign goes on: nothing is due, and its brand takes a sale back', async () => {
  await advanceClock('40 days')
  await app.jobs.run('unlock-earnings')
  await app.jobs.run('pay-clicks')
  expect((await refund(at.key, sold)).body).toMatchObject({ earning: { state: 'reversed' } })
  expect(await brokenBeside(app.db)).toEqual([])
})
