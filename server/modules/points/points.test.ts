import { pino } from 'pino'
import { expect, test } from 'vitest'
import { grantAward, housePoints, memberPoints, move, post, reverse } from '#server/modules/ledger/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { noticesTo, type TestMember } from '#testing/members.ts'
import { app, checkInOn, setClock, memberIn, openApp, read, partyOf } from '#testing/check-ins.ts'
import { expiringPoints, inAYear } from '#testing/points.ts'
import { expirePoints } from './expire-points.ts'

openApp()

const log = pino({ level: 'silent' })
let posts = 0

/** Spends points, as an order does; answers the transaction. */
async function spend(member: TestMember, points: number): Promise<string> {
  posts += 1
  const lines = move(memberPoints(await partyOf(member)), housePoints, points)
  const spent = { kind: 'order_placed', scope: 'test', idem: String(posts), lines }
  return (await inTransaction(app.db, (tx) => post(tx, spent))).txnId
}

const runJob = async (name: string) => await app.jobs.run(name)

test('a member with nothing yet has a balance of 0 and no history', async () => {
  const ada = await memberIn('UTC')
  expect(await read(ada, '/points')).toMatchObject({
    balance: 0,
    expiring: { points: 0 },
    lots: [],
    moreLots: { count: 0, points: 0 },
  })
  expect(await read(ada, '/points/history')).toEqual({ items: [], nextCursor: null })
})

test('every entry says what it was for, and the entries add up to the balance', async () => {
  await setClock('2028-03-05T08:00:00Z')
  const ada = await memberIn('UTC')
  const campaign = await createCampaign(app, { joiningBonusPoints: 25 })
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  await app.server.inject({ method: 'POST', url, headers: ada.headers })
  await checkInOn(ada, ['2028-03-05', '2028-03-06'])
  await spend(ada, 30)
  const { items } = await read(ada, '/points/history')
  expect(items).toMatchObject([
    { kind: 'order_placed', points: -30, balanceAfter: 20, about: null },
    {
      kind: 'daily-check-in',
      points: 15,
      balanceAfter: 50,
      about: { type: 'check-in', date: '2028-03-06', streak: 2, bonusPoints: 0 },
    },
    { kind: 'daily-check-in', points: 10, balanceAfter: 35 },
    {
      kind: 'joining-bonus',
      points: 25,
      balanceAfter: 25,
      about: { type: 'campaign', campaignId: campaign.id, title: campaign.title },
    },
  ])
  const points = await read(ada, '/points')
  expect(points).toMatchObject({
    balance: 20,
    // Soonest first: the bonus is spent, and five of the first check-in.
    lots: [
      { points: 5, granted: 10, kind: 'daily-check-in', transactionId: items[2].transactionId },
      { points: 15, granted: 15, transactionId: items[1].transactionId },
    ],
  })
  expect(points.lots[1].expiresAt).toMatch(/^2029-03-06T12:/)
  const first = await read(ada, '/points/history?limit=1')
  const second = await read(ada, `/points/history?limit=100&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items]).toEqual(items)
  // Of one way alone, page by page, with the balance after each as it was.
  const checkIns = await read(ada, '/points/history?kind=daily-check-in&limit=1')
  const more = await read(ada, `/points/history?kind=daily-check-in&cursor=${checkIns.nextCursor}`)
  expect([...checkIns.items, ...more.items]).toEqual(items.slice(1, 3))
  expect((await read(ada, '/points/history?kind=unheard-of')).items).toEqual([])
})

test('what has expired is out of the balance at once, and written down once', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, ['2027-03-01', '2027-03-02'])
  await setClock('2028-03-01T13:00:00Z')
  expect((await read(ada, '/points')).balance).toBe(15)
  await expect(spend(ada, 16)).rejects.toMatchObject({ code: 'insufficient_funds' })
  await Promise.all([1, 2, 3].map(async () => await expirePoints(app.db, { log })))
  const history = (await read(ada, '/points/history')).items
  expect(history).toMatchObject([
    {
      kind: 'points_expired',
      points: -10,
      balanceAfter: 15,
      at: expect.stringMatching(/^2028-03-01T12:/) as string,
    },
    { points: 15 },
    { points: 10 },
  ])
  expect(await expirePoints(app.db, { log })).toEqual({ lots: 0, points: 0 })
  expect((await read(ada, '/points')).lots).toHaveLength(1)
})

test('points given back have the expiry they had', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, ['2027-05-01'])
  await setClock('2027-06-01T12:00:00Z')
  const txnId = await spend(ada, 4)
  await inTransaction(app.db, (tx) =>
    reverse(tx, { txnId, kind: 'order_cancelled', scope: 'undo', idem: txnId }),
  )
  const { balance, lots } = await read(ada, '/points')
  expect(balance).toBe(10)
  expect(
    lots.map((lot: { points: number; expiresAt: string }) => [lot.points, lot.expiresAt.slice(0, 10)]),
  ).toEqual([
    [6, '2028-05-01'],
    [4, '2028-05-01'],
  ])
})

test('mails a month of points once, 30 days before the first expire', async () => {
  const [ada, bob] = [await memberIn('UTC'), await memberIn('UTC')]
  await checkInOn(ada, ['2027-08-10', '2027-08-20', '2027-09-05'])
  await checkInOn(bob, ['2027-08-10'])
  const url = `/api/v1/users/${bob.uid}/notification-choices`
  const off = { groups: { points: { mail: 'off' } } }
  await app.server.inject({ method: 'PATCH', url, headers: bob.headers, payload: off })
  const expiryMails = async (member: TestMember) =>
    (await noticesTo(app, member)).filter(({ subject }) => subject.includes('about to expire'))

  await setClock('2028-07-01T12:00:00Z')
  await runJob('notify-expiring-points')
  expect(await expiryMails(ada)).toEqual([])
  await setClock('2028-07-12T12:00:00Z')
  await Promise.all([runJob('notify-expiring-points'), runJob('notify-expiring-points')])
  const mails = await expiryMails(ada)
  expect(mails.map(({ subject }) => subject)).toEqual(['20 points are about to expire'])
  expect(mails[0]!.text).toContain('the first on 10 August 2028 at 12:00.')
  expect(mails[0]!.links).toContain(`${app.config.publicOrigin}/points`)
  await setClock('2028-07-25T12:00:00Z')
  await runJob('notify-expiring-points')
  expect(await expiryMails(ada)).toHaveLength(1)
  await setClock('2028-08-07T12:00:00Z')
  await runJob('notify-expiring-points')
  // August's had their mail, though they are still here.
  const [second, ...earlier] = await expiryMails(ada)
  expect([second!.subject, earlier]).toEqual(['10 points are about to expire', mails])
  expect(second!.text).toContain('the first on 5 September 2028 at 12:00.')
  expect(await expiryMails(bob)).toEqual([])
})

test('points that come back after their month was notified are notified by themselves, each once', async () => {
  const ada = await memberIn('UTC')
  await checkInOn(ada, ['2029-02-10', '2029-02-20', '2029-02-25'])
  await setClock('2029-03-01T12:00:00Z')
  const [early, soon, late] = [await spend(ada, 4), await spend(ada, 5), await spend(ada, 7)]
  const giveBack = async (txnId: string, lotsUntil?: Date) =>
    await inTransaction(app.db, (tx) =>
      reverse(tx, { txnId, kind: 'order_cancelled', scope: 'undo', idem: txnId, lotsUntil }),
    )
  const subjects = async () =>
    (await noticesTo(app, ada))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes('about to expire'))

  // What is back before the month is notified is in that notification.
  await giveBack(early)
  await setClock('2030-01-20T12:00:00Z')
  await runJob('notify-expiring-points')
  expect(await subjects()).toEqual(['18 points are about to expire'])

  await giveBack(soon)
  await Promise.all([runJob('notify-expiring-points'), runJob('notify-expiring-points')])
  await runJob('notify-expiring-points')
  expect(await subjects()).toEqual(['5 points are about to expire', '18 points are about to expire'])

  // Past its end, with a few days more, in a month that had two notifications by now.
  await setClock('2030-02-22T12:00:00Z')
  await giveBack(late, new Date('2030-02-27T12:00:00Z'))
  await runJob('notify-expiring-points')
  await runJob('notify-expiring-points')
  const [mail] = await noticesTo(app, ada)
  expect(mail!.text).toContain('the first on 27 February 2030 at 12:00.')
  expect(await subjects()).toEqual([
    '7 points are about to expire',
    '5 points are about to expire',
    '18 points are about to expire',
  ])
})

test('the list of lots ends at fifty and says what more there is', async () => {
  await setClock('2027-01-01T12:00:00Z')
  const ada = await memberIn('UTC')
  const party = await partyOf(ada)
  for (let index = 0; index < 53; index += 1)
    await inTransaction(app.db, (tx) =>
      post(tx, {
        kind: 'test',
        scope: 'lots',
        idem: `${party} ${index}`,
        lines: move(housePoints, expiringPoints(party), 2),
      }),
    )
  const { balance, lots, moreLots } = await read(ada, '/points')
  expect([balance, lots.length, moreLots]).toEqual([106, 50, { count: 3, points: 6 }])
})

test('balance and lots add up in every answer, whatever is granted meanwhile', async () => {
  const ada = await memberIn('UTC')
  const party = await partyOf(ada)
  const grant = async () => {
    for (let index = 0; index < 150; index += 1) {
      const award = { party, program: 'test', period: String(index), points: 3, expiresAt: inAYear() }
      await inTransaction(app.db, (tx) => grantAward(tx, award))
    }
  }
  const granting = grant()
  for (let round = 0; round < 60; round += 1) {
    const { balance, lots, moreLots } = await read(ada, '/points')
    const inLots = lots.reduce((sum: number, lot: { points: number }) => sum + lot.points, moreLots.points)
    expect(inLots).toBe(balance)
    expect((lots.length + moreLots.count) * 3).toBe(balance)
  }
  await granting
})
