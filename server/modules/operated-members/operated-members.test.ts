import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import { ageOn } from '#rules/minimum-age.ts'
import { utcDate } from '#rules/utc-date.ts'
import { writeToMember } from '#server/modules/support/public.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, mailsTo } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createPasskey } from '#testing/passkeys.ts'
import { addAuthenticator } from '#testing/second-factors.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

let app: TestApp
let olga: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner')
})
afterAll(() => app.close())

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = olga) {
  return await callOperator(app, who, { method, path: `/members/${url}`, payload })
}
const shown = async (uid: string) => (await call('GET', uid)).body as OperatedMemberView
const viewsOf = async (uid: string) => {
  const { rows } = await sql<{ by: string }>`
    select o.name as by from audit_entry e join audit_member_key k on k.id = e.member_key
      join operator o on o.id = e.operator_id
    where k.uid = ${uid} and e.action = 'member.view' order by e.seq`.execute(app.db)
  return rows.map(({ by }) => by)
}
const reason = 'Three people are paid to one account.'

test('shows the industries and the photo that members chose to be seen by, no picture of another site, and no gender', async () => {
  const { uid, headers } = await createMember(app, { profile: completeProfile })
  expect(await shown(uid)).toMatchObject({ industries: completeProfile.industries, photoUrl: null })
  const payload = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toBuffer()
  const put = await app.server.inject({
    method: 'PUT',
    url: `/api/v1/users/${uid}/photo`,
    headers: { ...headers, 'content-type': 'image/jpeg' },
    payload,
  })
  const { photoURL } = put.json() as { photoURL: string }
  const seen = await shown(uid)
  expect(seen.photoUrl).toBe(photoURL)
  expect(photoURL).toMatch(/^\/files\/photos\//)
  expect(JSON.stringify(seen)).not.toContain(completeProfile.gender)
  await sql`update member set photo_url = 'https://lh3.provider.example/a.jpg' where uid = ${uid}`.execute(
    app.db,
  )
  expect((await shown(uid)).photoUrl).toBeNull()
  const reader = await operatorBearer(app, 'read-only')
  expect((await call('GET', uid, undefined, reader)).status).toBe(403)
})

test('shows a member with what they have, and writes who looked, once in ten minutes', async () => {
  const member = await createRedeemer(app, { crels: 5_000 })
  const { id } = await redeem(app, member)
  expect(await shown(member.uid)).toMatchObject({
    uid: member.uid,
    email: member.email,
    state: 'active',
    isEmailVerified: true,
    wallet: { available: 4_000, reserved: 1_000, debt: 0 },
    birthday: completeProfile.birthday,
    age: ageOn(utcDate(app.clock.now()), completeProfile.birthday),
    risk: {
      frozenUntil: null,
      stoppedUntil: null,
      sharedDestination: 0,
      sharedDevice: 0,
      alike: [],
      paid: 0,
    },
    redemptions: [{ id, state: 'requested', crels: 1_000 }],
    sessions: [{ country: null }],
    secondFactors: { hasAuthenticator: false, passkeys: 0, recoveryCodes: 0 },
    links: [],
    acts: [{ action: 'member.view' }],
  })
  await shown(member.uid)
  const support = await operatorBearer(app, 'support')
  const entries = await call('GET', `${member.uid}/entries?limit=1`, undefined, support)
  expect(entries.body.items).toMatchObject([{ account: 'available', amount: 5_000, balanceAfter: 5_000 }])
  expect(await viewsOf(member.uid)).toEqual(['owner', 'support'])
  expect((await call('GET', 'usr_nobody')).status).toBe(404)
})

test('says what disabling touches, shuts the member out, and lets them in again', async () => {
  const member = await createRedeemer(app, { crels: 5_000 })
  await redeem(app, member)
  expect((await call('GET', `${member.uid}/reach`)).body).toEqual({
    sessions: 1,
    links: 0,
    campaigns: 0,
    redemptions: 1,
    redemptionsUsdCents: expect.any(Number) as number,
    sentRedemptions: 0,
    sentRedemptionsUsdCents: 0,
    orders: 0,
    crels: 5_000,
  })
  const wallet = async () =>
    (await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })).statusCode
  expect((await call('POST', `${member.uid}/disabling`, { reason })).status).toBe(204)
  expect([await wallet(), (await shown(member.uid)).state]).toEqual([403, 'disabled'])
  // Undoing the second of two would let in whom the first shut out.
  expect((await call('POST', `${member.uid}/disabling`, { reason })).status).toBe(204)
  const manager = await operatorBearer(app, 'manager')
  const late = await call('POST', `${member.uid}/disabling`, { reason }, manager)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(
    /^This member is disabled already\. owner did member\.disable on it at .+ UTC\.$/,
  )
  expect((await call('POST', `${member.uid}/enabling`, { reason })).status).toBe(204)
  const { state, sessions, acts } = await shown(member.uid)
  expect([state, sessions, acts[0]!.action, acts[0]!.reason]).toEqual(['active', [], 'member.enable', reason])
})

test('letting a member in again lets their payouts go on: it takes a recent proof, which no API key has', async () => {
  const member = await createMember(app)
  expect((await call('POST', `${member.uid}/disabling`, { reason })).status).toBe(204)
  const olaf = await operatorBearer(app, 'owner', 'olaf@crels.example')
  await sql`
    update operator_session set proved_at = now() - interval '11 minutes' where id = ${olaf.sessionId}`.execute(
    app.db,
  )
  expect(await call('POST', `${member.uid}/enabling`, { reason }, olaf)).toMatchObject({
    status: 403,
    body: { code: 'requires_recent_login' },
  })
  expect((await shown(member.uid)).state).toBe('disabled')
})

test('signs a member out everywhere, and keeps a note that only the member’s key opens', async () => {
  const member = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  expect((await call('POST', `${member.uid}/sign-out`, { reason })).status).toBe(204)
  const note = `Called ${member.email} on Monday.`
  expect((await call('POST', `${member.uid}/notes`, { note })).status).toBe(204)
  const { sessions, acts } = await shown(member.uid)
  expect([sessions, acts.map(({ reason: why }) => why)]).toEqual(
    [[], [note, reason]].map((it) => expect.arrayContaining(it)),
  )
  const { rows } = await sql<{ text: string }>`select e::text as text from audit_entry e`.execute(app.db)
  expect(rows.filter(({ text }) => text.includes('Monday'))).toEqual([])
})

test('removes the second factors of a member who lost theirs: every session ends, and they are mailed', async () => {
  const member = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: member.headers })
  const none = { hasAuthenticator: false, passkeys: 0, recoveryCodes: 0 }
  expect((await shown(member.uid)).secondFactors).toEqual(none)
  const remove = async (who = olga) =>
    await call('POST', `${member.uid}/second-factor-removal`, { reason }, who)
  const nothing = await remove()
  expect([nothing.status, nothing.body]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', detail: 'There is no second factor to remove.' }),
  ])
  await addAuthenticator(app, member)
  const { secondFactors } = await shown(member.uid)
  expect(secondFactors).toEqual({ hasAuthenticator: true, passkeys: 0, recoveryCodes: 10 })
  const other = await createRedeemer(app)
  await createPasskey(app, other)
  expect((await shown(other.uid)).secondFactors).toMatchObject({ hasAuthenticator: false, passkeys: 1 })
  expect((await remove(await operatorBearer(app, 'finance'))).status).toBe(403)
  expect((await remove(await operatorBearer(app, 'support'))).status).toBe(204)
  const after = await shown(member.uid)
  expect(after).toMatchObject({ secondFactors: none, sessions: [] })
  expect(after.acts[0]).toMatchObject({ action: 'member.remove-second-factors', by: 'support', reason })
  const [mail] = await mailsTo(app, member.email)
  expect(mail!.subject).toBe('Support removed your second factors')
  const { email, password } = member
  const signIn = await app.server.inject({
    method: 'POST',
    url: '/identity/sign-in',
    payload: { email, password },
  })
  expect(signIn.statusCode, signIn.body).toBe(200)
})

test('stops payouts: none is asked for, none that was approved is sent, until they are allowed again', async () => {
  const member = await createRedeemer(app, { crels: 5_000 })
  const { id: redemptionId } = await redeem(app, member)
  await app.redemptions.approve({ redemptionId, actor: testActor })
  const { id: sentId } = await redeem(app, member)
  await app.redemptions.approve({ redemptionId: sentId, actor: testActor })
  await app.redemptions.send({ redemptionId: sentId, actor: testActor, provider: 'manual' })
  const reach = async () => (await call('GET', `${member.uid}/reach`)).body
  expect(await reach()).toMatchObject({ redemptions: 2, sentRedemptions: 1 })
  // In a run: what came back unpaid is not on its way, and is held as well.
  await sql`
    with run as (
      insert into payout_run (id, format, made_by) values (${newId('payoutRun')}, 'paypal', 'test') returning id)
    insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state)
    select id, ${sentId}, 1, 100, 100, 'exception' from run`.execute(app.db)
  expect(await reach()).toMatchObject({ redemptions: 2, sentRedemptions: 0 })
  const terms = async () =>
    (await app.server.inject({ url: '/api/v1/redemptions/terms', headers: member.headers })).json()
  const stopped = await call('POST', `${member.uid}/payout-stop`, { days: 7, reason })
  expect(stopped.status).toBe(200)
  // Its end is no earlier by another stop: that takes who may allow payouts.
  const shorter = await call('POST', `${member.uid}/payout-stop`, { days: 1, reason })
  expect([shorter.status, shorter.body.code]).toEqual([409, 'conflict'])
  const { stoppedUntil } = (await shown(member.uid)).risk
  expect(stopped.body).toEqual({ until: stoppedUntil })
  expect(Date.parse(stoppedUntil!) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect((await terms()).stoppedUntil).toBe(stoppedUntil)
  // The queue's risk and the member's destinations say until when.
  const url = `/api/v1/operator/redemptions/${redemptionId}`
  const queued = (await app.server.inject({ url, headers: olga.headers })).json()
  expect(queued.risk.stoppedUntil).toBe(stoppedUntil)
  const destinations = async () =>
    (await app.server.inject({ url: '/api/v1/payout-destinations', headers: member.headers })).json().items
  expect(await destinations()).toMatchObject([
    { frozen: true, frozenBy: 'payouts_stopped', usableFrom: stoppedUntil },
  ])
  const send = async () => await app.redemptions.send({ redemptionId, actor: testActor, provider: 'manual' })
  await expect(send()).rejects.toMatchObject({ code: 'payouts_stopped' })
  await expect(redeem(app, member)).rejects.toThrow('payouts_stopped')
  for (const _ of [1, 2])
    expect((await call('POST', `${member.uid}/payout-stop/end`, { reason })).status).toBe(204)
  const finance = await operatorBearer(app, 'finance')
  expect((await call('POST', `${member.uid}/payout-stop/end`, { reason }, finance)).body.detail).toMatch(
    /^Payouts to this member are not stopped\. owner did member\.allow-payouts/,
  )
  expect((await terms()).stoppedUntil).toBeNull()
  expect(await destinations()).toMatchObject([{ frozen: false, frozenBy: null }])
  expect((await send()).state).toBe('sending')
})

test('who stopped payouts takes that back within ten minutes, and nothing that another put', async () => {
  const { uid } = await createRedeemer(app, { crels: 5_000 })
  const manager = await operatorBearer(app, 'manager', 'mia@crels.example')
  const stop = async (days: number, who: TestOperator) =>
    expect((await call('POST', `${uid}/payout-stop`, { days, reason }, who)).status).toBe(200)
  const undo = async (who: TestOperator) => await call('POST', `${uid}/payout-stop/undo`, { reason }, who)
  const stoppedUntil = async () => (await shown(uid)).risk.stoppedUntil
  await stop(7, manager)
  expect((await undo(olga)).body.detail).toMatch(
    /^Only who stopped payouts takes it back, within 10 minutes\. mia did member\.stop-payouts/,
  )
  expect((await call('POST', `${uid}/payout-stop/end`, { reason }, manager)).status).toBe(403)
  expect((await undo(manager)).status).toBe(204)
  expect(await stoppedUntil()).toBeNull()
  expect((await undo(manager)).status).toBe(409)
  expect((await shown(uid)).acts.find(({ by }) => by === 'mia')).toMatchObject({
    action: 'member.undo-payout-stop',
    reason,
  })

  // One that was there before is there again, as long as it was.
  await stop(3, olga)
  const before = await stoppedUntil()
  await stop(9, manager)
  expect((await undo(manager)).status).toBe(204)
  expect(await stoppedUntil()).toBe(before)
  expect((await undo(manager)).status).toBe(409)

  // It is that one's who put it, also where what came after was undone and done again.
  await stop(9, manager)
  expect((await undo(manager)).status).toBe(204)
  const { rows } = await sql<{ by: string }>`
    select stopped_by as by from payout_stop where uid = ${uid}`.execute(app.db)
  expect(rows).toEqual([{ by: 'owner' }])

  await stop(9, manager)
  await sql`update payout_stop set stopped_at = stopped_at - interval '10 minutes' where uid = ${uid}`.execute(
    app.db,
  )
  expect((await undo(manager)).status).toBe(409)
  expect(await stoppedUntil()).not.toBeNull()
})

test('of two stops by one operator each is taken back as itself, and not the one that followed it', async () => {
  const { uid } = await createRedeemer(app, { crels: 5_000 })
  const stop = async (days: number) =>
    (await call('POST', `${uid}/payout-stop`, { days, reason })).body.until as string
  const undo = async (until: string) => await call('POST', `${uid}/payout-stop/undo`, { reason, until })
  const stoppedUntil = async () => (await shown(uid)).risk.stoppedUntil
  const first = await stop(7)
  const second = await stop(9)
  const late = await undo(first)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(
    /^Payouts are stopped until .+ by another stop\. owner did member\.stop-payouts/,
  )
  expect(await stoppedUntil()).toBe(second)
  expect((await undo(second)).status).toBe(204)
  expect(await stoppedUntil()).toBe(first)

  // Also where what was stopped first was allowed since.
  expect((await call('POST', `${uid}/payout-stop/end`, { reason })).status).toBe(204)
  const third = await stop(7)
  expect((await undo(first)).status).toBe(409)
  expect((await undo(third)).status).toBe(204)
  expect(await stoppedUntil()).toBeNull()
})

test('each list shows the newest 20, says whether it goes on, and is read whole by pages', async () => {
  const member = await createRedeemer(app, { crels: 100_000 })
  for (let made = 0; made < 22; made += 1) {
    const { id } = await createCampaign(app, { joiningBonusPoints: 1 })
    const joining = {
      method: 'POST',
      url: `/api/v1/campaigns/${id}/enrolment`,
      headers: member.headers,
    } as const
    expect((await app.server.inject(joining)).statusCode).toBe(201)
    await redeem(app, member)
    await inTransaction(
      app.db,
      async (tx) =>
        await writeToMember(
          tx,
          testActor,
          { uid: member.uid, subject: `Look ${made}`, text: 'Hello.', references: [] },
          app.supportDeps,
        ),
    )
  }
  for (let made = 0; made < 22; made += 1) await app.members.signOut(testActor, member.uid, `Look ${made}`)
  const record = await shown(member.uid)
  const lists = ['links', 'campaigns', 'redemptions', 'rewards', 'requests', 'events', 'acts'] as const
  expect(record.goesOn.toSorted()).toEqual(lists.toSorted())
  for (const list of lists) {
    expect(record[list]).toHaveLength(20)
    const rows: object[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await call(
        'GET',
        `${member.uid}/${list}?limit=9${cursor && `&cursor=${cursor}`}`,
      )
      expect([list, status]).toEqual([list, 200])
      rows.push(...body.items)
      cursor = body.nextCursor
    }
    expect([list, rows.length]).toEqual([list, list === 'acts' ? 45 : 22])
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    expect(rows.slice(0, 20)).toEqual(record[list])
    expect((await call('GET', `${member.uid}/${list}?cursor=rubbish`)).status).toBe(422)
    expect((await call('GET', `usr_nobody/${list}`)).status).toBe(404)
    const readOnly = await operatorBearer(app, 'read-only')
    expect((await call('GET', `${member.uid}/${list}`, undefined, readOnly)).status).toBe(403)
  }
  // Twenty are all there is: it does not go on.
  const other = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers: other.headers })
  for (let made = 0; made < 19; made += 1) await app.members.signOut(testActor, other.uid, 'Once more')
  const whole = await shown(other.uid)
  expect([whole.acts.length, whole.goesOn]).toEqual([20, []])
})
