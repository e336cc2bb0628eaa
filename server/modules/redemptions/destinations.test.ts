import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createMember, mailsTo, noticesTo, type TestMember } from '#testing/members.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, giveCrels, partyOf, redeem } from '#testing/redeemers.ts'
import { shareDestination } from './destination-queries.ts'
import { findMailboxes } from './find-mailboxes.ts'
import { app, call, openApp, set } from './redemptions.fixture.ts'

openApp()

const paypal = { kind: 'paypal', email: 'ada.paypal@example.com' }
const bank = { kind: 'bank', holder: 'Ada Example', iban: 'de89 3704 0044 0532 0130 00' }
const hours = ({ createdAt, usableFrom }: { createdAt: string; usableFrom: string }) =>
  Math.round((Date.parse(usableFrom) - Date.parse(createdAt)) / 3_600_000)

async function asOwner(statement: string, values: unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(statement, values)
  await owner.end()
}

test('the first waits 24 hours, each later one 7 days, and both are mailed', async () => {
  const member = await createMember(app)
  const said = async () => (await call(member, 'GET', '/redemptions/terms')).body.newDestinationHours
  expect(await said()).toBe(24)
  const first = await call(member, 'POST', '/payout-destinations', paypal)
  expect([first.status, await said()]).toEqual([201, 168])
  expect(first.body).toMatchObject({ kind: 'paypal', hint: 'a…@example.com' })
  expect(hours(first.body)).toBe(24)
  const second = await call(member, 'POST', '/payout-destinations', bank)
  expect([second.body.hint, hours(second.body)]).toEqual(['…3000', 168])
  const mails = await mailsTo(app, member.email)
  expect(mails.slice(0, 2).map(({ subject }) => subject)).toEqual([
    'New payout destination',
    'New payout destination',
  ])
  expect(mails[0]!.text).toContain('…3000')
  expect(mails[0]!.text).not.toContain('DE89')
  const { body } = await call(member, 'GET', '/payout-destinations')
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([first.body.id, second.body.id])
})

test('hours that were put right within a day stay with no destination that was added meanwhile', async () => {
  await shiftClock(app.db, '2 days')
  const setHours = async (name: 'firstDestinationHours' | 'changedDestinationHours', value: number) => {
    const { body } = await callOperator(app, owner, { path: '/economy' })
    const settings = [{ path: `redemption.${name}`, value }]
    const { status } = await callOperator(app, owner, {
      method: 'POST',
      path: '/economy/versions',
      payload: { basedOn: (body as { version: number }).version, settings, reason: 'A slip' },
    })
    expect(status).toBe(200)
  }
  const owner = await operatorBearer(app, 'owner')
  const [early, late] = [await createMember(app), await createMember(app)]
  const before = await call(early, 'POST', '/payout-destinations', paypal)
  await setHours('firstDestinationHours', 4_800)
  await setHours('changedDestinationHours', 2_400)
  const added = [
    await call(early, 'POST', '/payout-destinations', bank),
    await call(late, 'POST', '/payout-destinations', paypal),
    await call(late, 'POST', '/payout-destinations', bank),
  ]
  expect(added.map(({ body }) => hours(body))).toEqual([2_400, 4_800, 2_400])
  await setHours('firstDestinationHours', 24)
  await setHours('changedDestinationHours', 168)
  const now = async (member: TestMember) =>
    (await call(member, 'GET', '/payout-destinations')).body.items.map(hours)
  expect([await now(early), await now(late)]).toEqual([
    [hours(before.body), 168],
    [24, 168],
  ])
  const { rows } = await sql`
    select after from audit_entry where action = 'economy.set' and target = 'payout-destinations' order by seq`.execute(
    app.db,
  )
  expect(rows).toMatchObject([{ after: { destinations: 1 } }, { after: { destinations: 2 } }])
})

test('its mail says for how long a new password freezes payouts, as it is set', async () => {
  const member = await createMember(app)
  const said: (string | undefined)[] = []
  for (const hours of [48, 1, 30, 0]) {
    await set('redemption.accountChangeHours', hours)
    const email = `${hours}@example.com`
    const { body } = await call(member, 'POST', '/payout-destinations', { ...paypal, email })
    await call(member, 'DELETE', `/payout-destinations/${body.id}`)
    const mails = (await mailsTo(app, member.email)).slice(0, 2)
    said.push(
      ...mails.map(({ text }) => /signs everyone out(.*?)\. Then/.exec(text.replaceAll('\n', ' '))?.[1]),
    )
  }
  await set('redemption.accountChangeHours', 48)
  const freezes = (wait: string) => ` and freezes payouts for ${wait}`
  expect(said).toEqual(
    [freezes('2 days'), freezes('1 hour'), freezes('30 hours'), ''].flatMap((text) => [text, text]),
  )
})

test('the same again is the one that is there; removed and added again it waits 7 days', async () => {
  const member = await createMember(app)
  const first = await call(member, 'POST', '/payout-destinations', paypal)
  const again = await call(member, 'POST', '/payout-destinations', {
    ...paypal,
    email: 'Ada.PayPal@example.com',
  })
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await call(member, 'DELETE', `/payout-destinations/${first.body.id}`)).status).toBe(204)
  expect((await mailsTo(app, member.email))[0]!.subject).toBe('Payout destination removed')
  const anew = await call(member, 'POST', '/payout-destinations', paypal)
  expect([anew.status, hours(anew.body)]).toEqual([201, 168])
  expect(anew.body.id).not.toBe(first.body.id)
})

test('says until when it cannot be used, and why: while it is new, and after another password', async () => {
  const member = await createRedeemer(app)
  const seen = async () => (await call(member, 'GET', '/payout-destinations')).body.items[0]
  expect(await seen()).toMatchObject({ frozen: false, frozenBy: null })
  await asOwner(`insert into identity.security_event (uid, kind) values ($1, 'password_changed')`, [
    member.uid,
  ])
  const changed = await seen()
  expect(changed).toMatchObject({ frozen: true, frozenBy: 'account_change' })
  const { frozenUntil } = (await call(member, 'GET', '/redemptions/terms')).body
  expect(Math.abs(Date.parse(changed.usableFrom) - Date.parse(frozenUntil))).toBeLessThan(60_000)
  // What lasts longer is what is said.
  const { body } = await call(member, 'POST', '/payout-destinations', bank)
  expect(body).toMatchObject({ frozen: true, frozenBy: 'new' })
  expect(hours(body)).toBe(168)
})

test('asks for the password when the sign-in is old', async () => {
  const member = await createMember(app)
  await asOwner(
    `update identity.auth_session set created_at = now() - interval '11 minutes' where user_id = $1`,
    [member.uid],
  )
  expect((await call(member, 'POST', '/payout-destinations', paypal)).body.code).toBe('requires_recent_login')
  await app.server.inject({
    method: 'POST',
    url: '/identity/reauthenticate',
    headers: member.headers,
    payload: { password: member.password },
  })
  expect((await call(member, 'POST', '/payout-destinations', paypal)).status).toBe(201)
})

test('nothing to pay to is in the database in clear, and nothing of it stays when it is removed', async () => {
  const member = await createMember(app)
  const { body } = await call(member, 'POST', '/payout-destinations', {
    kind: 'manual',
    instructions: 'Cash to the third drawer',
  })
  const rowText = async () =>
    (
      await sql<{
        text: string
      }>`select d::text as text from payout_destination d where id = ${body.id}`.execute(app.db)
    ).rows[0]!.text
  expect(await rowText()).not.toMatch(/drawer/i)
  await call(member, 'DELETE', `/payout-destinations/${body.id}`)
  const { rows } = await sql`select details from payout_destination where id = ${body.id}`.execute(app.db)
  expect(rows).toEqual([{ details: null }])
})

test('is hidden from other members, who cannot remove it, and stays while a redemption is on its way there', async () => {
  const [member, other] = [await createRedeemer(app), await createMember(app)]
  expect((await call(other, 'GET', '/payout-destinations')).body.items).toEqual([])
  const url = `/payout-destinations/${member.destinationId}`
  expect((await call(other, 'DELETE', url)).status).toBe(404)
  const { id } = await redeem(app, member)
  expect((await call(member, 'DELETE', url)).body.code).toBe('destination_in_use')
  await call(member, 'POST', `/redemptions/${id}/cancel`)
  expect((await call(member, 'DELETE', url)).status).toBe(204)
  expect((await call(member, 'DELETE', url)).status).toBe(404)
})

test('ten at most', async () => {
  const member = await createMember(app)
  for (let n = 0; n < 10; n += 1)
    expect(
      (await call(member, 'POST', '/payout-destinations', { ...paypal, email: `a${n}@example.com` })).status,
    ).toBe(201)
  expect((await call(member, 'POST', '/payout-destinations', paypal)).body.code).toBe('too_many_destinations')
})

test('two members at one place are found out, however it is typed and used', async () => {
  const [one, other, third] = [await createMember(app), await createMember(app), await createMember(app)]
  await call(one, 'POST', '/payout-destinations', { kind: 'paypal', email: 'same@example.com' })
  await call(other, 'POST', '/payout-destinations', { kind: 'gift_card', email: 'SAME@example.com' })
  await call(third, 'POST', '/payout-destinations', { kind: 'paypal', email: 'another@example.com' })
  expect(await shareDestination(app.db, one.uid, other.uid)).toBe(true)
  expect(await shareDestination(app.db, one.uid, third.uid)).toBe(false)
})

test('one mailbox is one payee, and a member’s two accounts with PayPal in it are two destinations', async () => {
  const [one, other] = [await createMember(app), await createMember(app)]
  const own = await call(one, 'POST', '/payout-destinations', { kind: 'paypal', email: 'a.da@gmail.com' })
  const second = await call(one, 'POST', '/payout-destinations', { kind: 'paypal', email: 'ada+2@gmail.com' })
  expect([own.status, second.status]).toEqual([201, 201])
  await call(other, 'POST', '/payout-destinations', { kind: 'gift_card', email: 'Ada@googlemail.com' })
  expect(await shareDestination(app.db, one.uid, other.uid)).toBe(true)
})

test('of those from before, whose mailbox it is is found by a job, but of what no key opens', async () => {
  const [one, other, lost] = [await createMember(app), await createMember(app), await createMember(app)]
  for (const [member, email] of [
    [one, 'eve@example.net'],
    [other, 'eve+gifts@example.net'],
    [lost, 'eve+lost@example.net'],
  ] as const)
    await call(member, 'POST', '/payout-destinations', { kind: 'gift_card', email })
  await asOwner('update payout_destination set mailbox = null where uid = any($1)', [
    [one.uid, other.uid, lost.uid],
  ])
  await asOwner(`update payout_destination set details = 's2.gone.' || details where uid = $1`, [lost.uid])
  expect(await shareDestination(app.db, one.uid, other.uid)).toBe(false)
  expect(await findMailboxes(app.db, app, { batch: 2 })).toBe(3)
  expect(await findMailboxes(app.db, app)).toBe(0)
  expect(await shareDestination(app.db, one.uid, other.uid)).toBe(true)
  expect(await shareDestination(app.db, one.uid, lost.uid)).toBe(false)
})

describe('refuses', () => {
  test.each([
    [{ kind: 'paypal', email: '=cmd|x@example.com' }],
    [{ kind: 'paypal', email: 'nobody' }],
    [{ kind: 'bank', holder: 'Ada', iban: 'DE89370400440532013001' }],
    [{ kind: 'bank', holder: '=SUM(A1)', iban: 'DE89370400440532013000' }],
    [{ kind: 'bank', holder: 'Ada', routingNumber: '021000022', accountNumber: '12345' }],
    [{ kind: 'bank', holder: 'Ada', routingNumber: '021000021', accountNumber: '12-45' }],
    [{ kind: 'manual', instructions: '' }],
    [{ kind: 'card', number: '4111111111111111' }],
    [{ ...paypal, usableFrom: '2020-01-01' }],
    [{}],
  ])('%j', async (payload) => {
    const { status, body } = await call(await createMember(app), 'POST', '/payout-destinations', payload)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
  })

  test('without a sign-in or a verified address', async () => {
    expect((await call({ headers: {} }, 'GET', '/payout-destinations')).status).toBe(401)
    const unverified = await createMember(app, { verified: false })
    expect((await call(unverified, 'POST', '/payout-destinations', paypal)).body.code).toBe(
      'email_not_verified',
    )
  })
})

test('a frozen one is paid to when its time has come, and not before', async () => {
  const member = await createRedeemer(app)
  const { body } = await call(member, 'POST', '/payout-destinations', bank)
  const other = { ...member, destinationId: body.id }
  await expect(redeem(app, other)).rejects.toThrow(/destination_frozen/)
  await shiftClock(app.db, '167 hours')
  await expect(redeem(app, other)).rejects.toThrow(body.usableFrom)
  await shiftClock(app.db, '1 hour 1 minute')
  expect((await redeem(app, other)).state).toBe('requested')
})

test('reminds who asked for it, once, when it can be used; while payouts are frozen it waits for their end', async () => {
  const members = await Promise.all([1, 2, 3, 4].map(async () => await createMember(app)))
  const [asks, changesTheirMind, removes, frozen] = members as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ]
  const add = async (member: TestMember, reminder?: boolean) =>
    (await call(member, 'POST', '/payout-destinations', { ...paypal, email: member.email, reminder })).body
  const remind = async (member: TestMember, id: string, reminder: boolean) =>
    await call(member, 'PUT', `/payout-destinations/${id}/reminder`, { reminder })
  const first = await add(asks, true)
  expect(first.reminder).toBe(true)
  const dropped = await add(changesTheirMind, true)
  expect((await remind(changesTheirMind, dropped.id, false)).body.reminder).toBe(false)
  expect((await remind(asks, dropped.id, true)).status).toBe(404)
  await call(removes, 'DELETE', `/payout-destinations/${(await add(removes, true)).id}`)
  const later = await add(frozen)
  expect(later.reminder).toBe(false)
  expect((await remind(frozen, later.id, true)).body.reminder).toBe(true)
  await asOwner(`insert into identity.security_event (uid, kind) values ($1, 'password_changed')`, [
    frozen.uid,
  ])

  const reminded = async () => {
    await Promise.all([1, 2].map(async () => await app.jobs.run('notify-usable-destinations')))
    const { rows } = await sql<{ uid: string; facts: object }>`
      select uid, facts from notification where kind = 'destination_ready' order by id`.execute(app.db)
    return rows
  }
  await shiftClock(app.db, '23 hours 59 minutes')
  expect(await reminded()).toEqual([])
  await shiftClock(app.db, '2 minutes')
  const minimum = { usdCents: 20_00, isReached: false }
  const ofFirst = {
    uid: asks.uid,
    facts: { destinationId: first.id, destination: expect.any(String), minimum },
  }
  expect(await reminded()).toEqual([ofFirst])
  expect(await reminded()).toEqual([ofFirst])
  const ahead = (await noticesTo(app, asks)).find(
    ({ subject }) => subject === 'Your payout destination is ready',
  )!
  expect(ahead.text, 'they have nothing to cash out').toContain('You can cash out once you have $20.00.')
  expect(ahead.text).toContain('/crels/wallet')
  const { items } = (await call(asks, 'GET', '/payout-destinations')).body
  expect(items[0]).toMatchObject({ frozen: false, reminder: false })
  expect((await remind(asks, first.id, true)).body.reminder, 'nothing to be reminded of').toBe(false)
  await asOwner(`update identity.security_event set at = now() - interval '49 hours' where uid = $1`, [
    frozen.uid,
  ])
  await giveCrels(app, await partyOf(app, frozen), 300)
  expect((await reminded()).map(({ uid }) => uid)).toEqual([asks.uid, frozen.uid])
  const now = (await noticesTo(app, frozen)).find(({ subject }) => subject === 'You can cash out now')!
  expect(now.text).toContain('/crels/exchange')

  // Payouts are frozen again: they may ask again, of the same destination.
  await asOwner(`insert into identity.security_event (uid, kind) values ($1, 'password_changed')`, [asks.uid])
  expect((await remind(asks, first.id, true)).body.reminder).toBe(true)
  await asOwner(`update identity.security_event set at = now() - interval '49 hours' where uid = $1`, [
    asks.uid,
  ])
  expect((await reminded()).map(({ uid }) => uid)).toEqual([frozen.uid, asks.uid])
})

test('says how long payouts take, once five were paid to three members', async () => {
  const members = await Promise.all([1, 2, 3].map(async () => await createRedeemer(app)))
  const asked: string[] = []
  for (const member of [...members, ...members.slice(1)]) asked.push((await redeem(app, member)).id)
  const typical = async () => (await call(members[0]!, 'GET', '/redemptions/terms')).body.typical
  await shiftClock(app.db, '4 hours 30 minutes')
  for (const redemptionId of asked) await app.redemptions.approve({ redemptionId, actor: testActor })
  await shiftClock(app.db, '25 hours')
  const pay = async (redemptionId: string) => {
    await app.redemptions.send({ redemptionId, actor: testActor, provider: 'manual' })
    await app.redemptions.pay({ redemptionId, actor: testActor, reference: redemptionId.slice(-12) })
  }
  for (const redemptionId of asked.slice(1)) await pay(redemptionId)
  expect(await typical()).toBeNull()
  await pay(asked[0]!)
  expect(await typical()).toEqual({ approvedHours: 5, paidHours: 30 })

  // Who wants to leave reads by when theirs is likely to be over.
  const leaving = members[0]!
  const { requestedAt } = await redeem(app, leaving)
  const underWay = async () =>
    (await call(leaving, 'GET', `/users/${leaving.uid}/deletion`)).body.blocked.redemption
  const typicalBy = new Date(Date.parse(requestedAt) + 30 * 3_600_000).toISOString()
  expect(await underWay()).toEqual({ isCancellable: true, typicalBy })
  await shiftClock(app.db, '31 hours')
  expect(await underWay()).toEqual({ isCancellable: true, typicalBy: null })
})
