import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addOperator, inviteOperator, operate, operatorActing } from '#server/modules/operators/public.ts'
import { app, arrived, depsWith, heardAll, hoursAgo, openAlerts, posted } from './alerts.fixture.ts'
import { sendAlerts } from './send-alerts.ts'

openAlerts()

test('what a command did alone is told once, on whichever day', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  await app.db.transaction().execute(async (tx) => {
    await addOperator(tx, olga, { email: 'finn@crels.example', name: 'finn', role: 'finance' })
    await inviteOperator(tx, app.config, olga, { email: 'finn@crels.example' })
  })
  expect(await sendAlerts(depsWith({}))).toBe(2)
  await arrived(1)
  expect(posted[0]!.text).toContain('olga did “operator.add” by command')
  // No address, and no secret of a link.
  expect(posted[0]!.text).not.toMatch(/@|#/)
  await sql`update alert_told set told_on = told_on - 1 where told_on <> 'epoch'`.execute(app.db)
  expect(await sendAlerts(depsWith({}))).toBe(0)
})

test('what a command says of a payment is told, and nothing of whose it is', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  const acts = ['redemption.returned', 'redemption.paid', 'restore.payout'] as const
  await app.db.transaction().execute(async (tx) => {
    for (const action of acts) await operate(tx, olga, { action, target: 'rdm_1' })
  })
  await sendAlerts(depsWith({}))
  await arrived(1)
  for (const action of acts) expect(posted[0]!.text).toContain(`olga did “${action}” by command`)
  expect(posted[0]!.text).not.toContain('rdm_1')
})

test('what a loop of commands did to payouts is one mail with how often each was done', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  const once = ['redemption.failed', 'payout-run.draft', 'payout-run.send', 'payout-run.retry'] as const
  await app.db.transaction().execute(async (tx) => {
    for (let nth = 1; nth <= 150; nth++)
      await operate(tx, olga, { action: 'redemption.approve', target: `rdm_${nth}` })
    for (const action of [...once, 'payout-run.import'] as const)
      await operate(tx, olga, { action, target: 'x_1' })
    // It gives the crels back to whose they were, and sends nobody anything.
    await operate(tx, olga, { action: 'redemption.reject', target: 'rdm_200' })
    await operate(tx, { ...olga, via: 'console' }, { action: 'redemption.approve', target: 'rdm_201' })
  })
  await sendAlerts(depsWith({}))
  await arrived(1)
  expect(posted[0]!.text).toMatch(
    /olga did “redemption\.approve” by command 150 times, the first on .+, the last on .+, without a second person\./,
  )
  expect(posted[0]!.text.match(/“redemption\.approve”/g)).toHaveLength(1)
  for (const action of [...once, 'payout-run.import'])
    expect(posted[0]!.text).toMatch(new RegExp(`“${action.replace('.', '\\.')}” by command on`))
  expect(posted[0]!.text).not.toContain('redemption.reject')
  expect(posted[0]!.text).not.toContain('rdm_')
})

test('whom an owner makes an operator in the console the others hear of', async () => {
  const olga = await operatorActing(app.db, 'olga@crels.example')
  await app.db
    .transaction()
    .execute(
      async (tx) =>
        await addOperator(
          tx,
          { ...olga, via: 'console' },
          { email: 'kim@crels.example', name: 'kim', role: 'owner' },
        ),
    )
  await sendAlerts(depsWith({}))
  // The new owner is one of those who hear.
  await arrived(1, { owners: 2 })
  expect(posted[0]!.text).toMatch(/olga did “operator\.add” on .+, without a second person/)
})

test('of a setting and of a lowered price others hear, and of a raised one they do not', async () => {
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  await app.db.transaction().execute(async (tx) => {
    await operate(tx, olga, {
      action: 'economy.set',
      target: 'economy',
      after: { 'checkIn.basePoints': 100 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'shirt',
      before: { points: 5 },
      after: { points: 50 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'card',
      before: { points: 500 },
      after: { points: 1 },
    })
    await operate(tx, olga, {
      action: 'shop.edit',
      target: 'mug',
      before: { name: 'a' },
      after: { name: 'b' },
    })
  })
  await sendAlerts(depsWith({}))
  await arrived(1, { owners: 2 })
  expect(posted[0]!.text).toMatch(/olga did “economy\.set” on .+, without a second person/)
  expect(posted[0]!.text.match(/“shop\.edit”/g)).toHaveLength(1)
})

test('no number of lone acts keeps back what is told of the next ones, and who may act comes first', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  const cutPrices = async () =>
    await app.db.transaction().execute(async (tx) => {
      for (let nth = 1; nth <= 150; nth++)
        await operate(tx, olga, {
          action: 'shop.edit',
          target: `card-${nth}`,
          before: { points: 500 },
          after: { points: 1 },
        })
    })
  const add = async (name: string) =>
    await app.db
      .transaction()
      .execute(
        async (tx) => await addOperator(tx, olga, { email: `${name}@crels.example`, name, role: 'manager' }),
      )
  await cutPrices()
  await add('mia')
  expect((await Promise.all([1, 2, 3].map(async () => await sendAlerts(depsWith({}))))).sort()).toEqual([
    0, 0, 151,
  ])
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const lines = posted[before]!.text.split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/olga did “operator\.add” on/)
  expect(lines[2]).toMatch(/olga did “shop\.edit” 150 times, the first on/)

  // What was told keeps nothing back that comes after it, also once it is some days old.
  await cutPrices()
  expect(await sendAlerts(depsWith({}))).toBe(150)
  await add('ned')
  await sql`update clock_offset set shift = '3 days'`.execute(app.db)
  const proved = { at: hoursAgo(-71), isRight: true }
  const later = depsWith({ books: proved, auditLog: proved })
  expect([await sendAlerts(later), await sendAlerts(later)]).toEqual([1, 0])
  await vi.waitFor(() => expect(posted).toHaveLength(before + 3), { timeout: 30_000, interval: 50 })
  expect(posted[before + 2]!.text).toMatch(/olga did “operator\.add” on/)
})

test('of a new item of the shop others hear with its price, and of one that gives more for its price', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  const usd = (minor: number) => ({ faceValue: { currency: 'USD', minor } })
  await app.db.transaction().execute(async (tx) => {
    const add = async (target: string, after: object) =>
      await operate(tx, olga, { action: 'shop.add', target, after })
    await add('cheap-card', { kind: 'gift_card', points: 1, crels: null, ...usd(100_00) })
    await add('pack', { kind: 'crels_pack', points: null, crels: 20 })
    const edit = async (target: string, was: object, is: object) =>
      await operate(tx, olga, { action: 'shop.edit', target, before: was, after: is })
    await edit('fuller-pack', { crels: 20 }, { crels: 2_000 })
    await edit('emptier-pack', { crels: 20 }, { crels: 10 })
    await edit('fuller-card', usd(5_00), usd(50_00))
    await edit('emptier-card', usd(50_00), usd(5_00))
    // However many prices are lowered beside it.
    for (const nth of [1, 2, 3, 4, 5, 6]) await edit(`junk-${nth}`, { points: 9 }, { points: nth })
    await edit('other-money', { faceValue: { currency: 'JPY', minor: 10_00 } }, usd(9_00))
    await edit('no-value', usd(9_00), { faceValue: null })
    await edit('on-sale', { activeUntil: '2026-01-01T00:00:00.000Z' }, { activeUntil: null })
    // A part of the program is nobody.
    await operate(tx, { via: 'job', source: 'demo' }, { action: 'shop.add', target: 'demo', after: {} })
  })
  expect(await sendAlerts(depsWith({}))).toBe(11)
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const { text } = posted[before]!
  expect(text).toMatch(/olga did “shop\.add” 2 times.+ cheap-card \(1 point\), pack \(20 crels\)\./)
  expect(text).toMatch(/olga did “shop\.edit” 3 times/)
  expect(text).toContain('fuller-card ($50.00), other-money ($9.00), fuller-pack (2000 crels)')
  expect(text).toMatch(/olga did “shop\.edit” 6 times.+ junk-1 \(1 point\).+ and 1 more\./)
  for (const slug of ['emptier', 'no-value', 'on-sale', 'demo']) expect(text).not.toContain(slug)
})

test('of a joining bonus others hear where it is raised or a campaign is made with one', async () => {
  const before = await heardAll()
  const olga = { ...(await operatorActing(app.db, 'olga@crels.example')), via: 'console' } as const
  await app.db.transaction().execute(async (tx) => {
    const create = async (target: string, joiningBonusPoints: number) =>
      await operate(tx, olga, { action: 'campaign.create', target, after: { joiningBonusPoints } })
    const edit = async (target: string, was: object, is: object) =>
      await operate(tx, olga, { action: 'campaign.edit', target, before: was, after: is })
    await create('cmp_made', 1)
    await create('cmp_without', 0)
    for (const nth of [1, 2, 3, 4, 5, 6])
      await edit(`cmp_${nth}`, { joiningBonusPoints: 0 }, { joiningBonusPoints: nth * 10 })
    await edit('cmp_raised', { joiningBonusPoints: 50 }, { joiningBonusPoints: 100_000 })
    await edit('cmp_lowered', { joiningBonusPoints: 50 }, { joiningBonusPoints: 40 })
    await edit('cmp_titled', { title: 'a' }, { title: 'b' })
  })
  expect(await sendAlerts(depsWith({}))).toBe(8)
  await vi.waitFor(() => expect(posted).toHaveLength(before + 1), { timeout: 30_000, interval: 50 })
  const { text } = posted[before]!
  expect(text).toMatch(
    /“campaign\.create” on .+ without a second person\. Campaigns: cmp_made \(1 point for joining\)\./,
  )
  expect(text).toMatch(
    /“campaign\.edit” 7 times.+ bonuses first: cmp_raised \(100000 points for joining\), cmp_6 .+ and 2 more\./,
  )
  for (const id of ['without', 'lowered', 'titled']) expect(text).not.toContain(`cmp_${id}`)
})
