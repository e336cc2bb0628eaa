import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner, call, erase, leave, quiet, settle, tablesWith } from './account-deletion.fixture.ts'
import { createPerson, letEarn } from './person-to-leave.fixture.ts'
import { applyTombstones } from './modules/accounts/apply-tombstones.ts'
import { eraseMembers } from './modules/accounts/erase-members.ts'
import {
  app,
  follow,
  openApp,
  advanceClock,
  refund,
  report,
  sale,
  stage,
} from './modules/conversions/conversions.fixture.ts'
import { unlockEarnings } from './modules/conversions/public.ts'
import { reconcile } from './modules/ledger/public.ts'
import { brokenBeside } from './modules/queues/books-beside.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { callShop, givePoints, makeItem } from '#testing/shop.ts'

openApp()

test('killed after any step, or within one, the next run goes on', async () => {
  const person = await createPerson()
  await letEarn(person)
  await givePoints(app, person.party, 200)
  for (const kind of ['streak_freeze', 'boost']) {
    const order = { itemId: await makeItem(app, { kind }), points: 100 }
    expect((await callShop(app, person, 'POST', '/orders', order)).status).toBe(201)
  }
  await leave(person)
  await settle()
  const stops: string[] = []
  for (let round = 0; ; round += 1) {
    // Every part fails once in the middle of its work, after what it did; then the process dies after the step too.
    const parts = app.accountDeletion.parts.map((part) => ({
      ...part,
      erase: async (...given: Parameters<typeof part.erase>) => {
        await part.erase(...given)
        if (stops.includes(part.name)) return
        stops.push(part.name)
        throw new Error('killed')
      },
    }))
    const stop = (step: string) => {
      if (stops.includes(`after ${step}`)) return
      stops.push(`after ${step}`)
      throw new Error('killed')
    }
    const killed = await eraseMembers({ ...app.accountDeletion, parts }, stop).then(
      () => false,
      () => true,
    )
    if (!killed) break
    // What is stuck there is no fault of the books.
    expect(await brokenBeside(app.db), stops.at(-1)!).toEqual([])
    expect(round).toBeLessThan(80)
  }
  expect(stops).toEqual(
    expect.arrayContaining(['after tombstone', 'after farewell', 'after again', 'identity', 'member']),
  )
  await erase()
  expect(await tablesWith(person.traces)).toEqual([])
  expect((await reconcile(app.db)).clean).toBe(true)
  expect(await sql`select from deletion`.execute(app.db)).toMatchObject({ rows: [] })
})

test('clicks that come in the middle of an erasure are paid to nobody', async () => {
  const person = await createPerson()
  const at = await stage({ clickMillicrels: 2_000 }, person)
  const visited = await follow(at.code)
  await leave(person)
  await settle()
  const killed = eraseMembers(app.accountDeletion, (step) => {
    if (step === 'conversions') throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  // Its file was read late.
  await sql`
    insert into payable_click (enrolment_id, day, visitor, click_id, at)
    values (${at.enrolmentId}, (crels_now() at time zone 'UTC')::date, ${randomBytes(16)}, ${visited}, crels_now())
    on conflict do nothing`.execute(app.db)
  await advanceClock('2 hours')
  await app.jobs.run('pay-clicks')
  const { rows } =
    await sql`select state, reason from payable_click where enrolment_id = ${at.enrolmentId}`.execute(app.db)
  expect(rows).toEqual([{ state: 'refused', reason: 'account_closed' }])
  await erase()
  await erase()
  expect(await brokenBeside(app.db)).toEqual([])
  expect(await sql`select from earning where party = ${person.party}`.execute(app.db)).toMatchObject({
    rows: [],
  })
})

test('an old backup restores no deleted account', async () => {
  const member = await createMember(app)
  await call(member, 'GET', `/api/v1/users/${member.uid}`)
  const before = await asOwner<{ row: object }>(`select to_jsonb(m) as row from member m where uid = $1`, [
    member.uid,
  ])
  const account = await asOwner<{ row: object }>(
    `select to_jsonb(u) as row from identity.auth_user u where id = $1`,
    [member.uid],
  )
  const unprovisioned = await createMember(app)
  const account2 = await asOwner<{ row: object }>(
    `select to_jsonb(u) as row from identity.auth_user u where id = $1`,
    [unprovisioned.uid],
  )
  await leave(member)
  await leave(unprovisioned)
  await settle()
  await erase()
  // The dump is of before: the table knows of no deletion, the file beside it does.
  await asOwner('delete from tombstone')
  const restored = [...account, ...account2]
  for (const { row } of restored)
    await asOwner(
      'insert into identity.auth_user select * from jsonb_populate_record(null::identity.auth_user, $1)',
      [row],
    )
  await asOwner('insert into member select * from jsonb_populate_record(null::member, $1)', [before[0]!.row])
  expect(await applyTombstones(app.accountDeletion, quiet)).toBe(2)
  expect(await applyTombstones(app.accountDeletion, quiet)).toBe(0)
  const mails = (await mailsTo(app, member.email)).length
  await settle()
  await erase()
  expect(await tablesWith([member.uid, member.email, unprovisioned.uid])).toEqual([])
  expect(await mailsTo(app, member.email)).toHaveLength(0)
  expect(mails).toBe(0)
})

test('a deletion that races with sign-ins, joins, reports, unlocks and itself leaves nothing half', async () => {
  const campaign = await createCampaign(app)
  const person = await createPerson()
  const at = await letEarn(person)
  const clicks = [await follow(at.code), await follow(at.code), await follow(at.code)]
  await advanceClock('40 days')
  const signIn = { email: person.email, password: person.password }
  const answers = await Promise.all([
    leave(person),
    leave(person),
    ...[1, 2, 3].map(async () => await call(person, 'POST', '/identity/sign-in', signIn)),
    ...[1, 2, 3].map(async () => await call(person, 'POST', `/api/v1/campaigns/${campaign.id}/enrolment`)),
    ...[1, 2].map(
      async () => await call(person, 'PATCH', `/api/v1/users/${person.uid}`, { fullName: person.traces[0] }),
    ),
    ...clicks.map(async (clickId) => await report(at.key, sale(clickId))),
    unlockEarnings(app.db, { log: quiet }),
    erase(),
    refund(at.key, at.paid),
    refund(at.key, at.pending),
  ])
  for (const answer of answers)
    if (typeof answer === 'object' && 'statusCode' in answer)
      expect(answer.statusCode, answer.body).toBeLessThan(500)
  await Promise.all([erase(), erase(), unlockEarnings(app.db, { log: quiet })])
  await settle()
  await Promise.all([erase(), erase()])
  await erase()
  expect(await tablesWith(person.traces)).toEqual([])
  const { rows } = await sql`
    select from enrolment where party = ${person.party} and state in ('active', 'applied')
    union all select from earning where party = ${person.party} and state in ('pending', 'under_review')
    union all select from account where party = ${person.party} and (closed_at is null or posted <> 0)`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  expect((await reconcile(app.db)).clean).toBe(true)
})
