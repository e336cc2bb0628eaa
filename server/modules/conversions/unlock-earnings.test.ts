import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { houseFee, memberPending, move, post } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { mailsTo } from '#testing/members.ts'
import { dueEarningsSql } from './earning-queries.ts'
import {
  app,
  follow,
  joinStage,
  openApp,
  advanceClock,
  read,
  report,
  sale,
  stage,
  type Stage,
} from './conversions.fixture.ts'
import { notifyUnlocked } from './notify-unlocked.ts'
import { unlockEarnings } from './unlock-earnings.ts'

openApp()

const log = pino({ level: 'silent' })

/** Accepted leads, below the rule of bursts. */
async function earn(at: Stage, count: number): Promise<void> {
  const clickId = await follow(at.code)
  await advanceClock('61 seconds')
  const items = Array.from({ length: count }, () => sale(clickId, { type: 'lead' }))
  const { body } = await report(at.key, { items })
  expect(body.items.map((item: { status: string }) => item.status)).toEqual(Array(count).fill('accepted'))
}

async function withOwner(change: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await change(owner)
  await owner.end()
}

const unlocks = async () =>
  (await sql<{ n: number }>`select count(*) as n from txn where kind = 'earning_unlocked'`.execute(app.db))
    .rows[0]!.n

test('unlocks each once when four workers run at once, and nothing is left for a fifth', async () => {
  const at = await stage()
  const other = { ...at, ...(await joinStage(at.campaignId)) }
  await earn(at, 20)
  await earn(other, 20)
  await advanceClock('30 days')
  const before = await unlocks()
  const runs = await Promise.all(
    Array.from({ length: 4 }, async () => await unlockEarnings(app.db, { log, batch: 7 })),
  )
  expect(runs.reduce((sum, unlocked) => sum + unlocked, 0)).toBe(40)
  expect(await unlockEarnings(app.db, { log })).toBe(0)
  expect((await unlocks()) - before).toBe(40)
  for (const { member } of [at, other])
    expect(await read(member, '/wallet')).toMatchObject({ available: 240, pending: 0 })
})

test('mails what became available once a day, all of it, and nothing to members who opted out', async () => {
  const at = await stage()
  const other = { ...at, ...(await joinStage(at.campaignId)) }
  const { uid, headers } = other.member
  const payload = { groups: { earnings: { mail: 'off' } } }
  const url = `/api/v1/users/${uid}/notification-choices`
  await app.server.inject({ method: 'PATCH', url, headers, payload })
  const subjects = async ({ member }: Stage = at) =>
    (await mailsTo(app, member.email)).map(({ subject }) => subject).filter((text) => text.includes('crel'))
  const run = async () => {
    await Promise.all([app.jobs.run('unlock-earnings'), app.jobs.run('unlock-earnings')])
    await Promise.all([app.jobs.run('send-notifications'), app.jobs.run('send-notifications')])
  }
  await earn(at, 2)
  await earn(other, 1)
  await advanceClock('10 hours')
  await earn(at, 1)
  await advanceClock('1 hour')
  await earn(at, 2)
  await advanceClock('30 days')
  await shiftClock(app.db, '-10 hours')
  await run()
  expect(await subjects()).toEqual(['24 crels are now yours'])
  await advanceClock('10 hours')
  await run()
  expect(await subjects()).toEqual(['24 crels are now yours'])
  await advanceClock('14 hours')
  await run()
  expect(await subjects()).toEqual(['36 crels are now yours', '24 crels are now yours'])
  expect(await subjects(other)).toEqual([])
})

test('one that cannot be notified delays no other member, and is notified later: nothing twice, nothing forgotten', async () => {
  const first = await stage()
  const others = [1, 2, 3].map(async () => ({ ...first, ...(await joinStage(first.campaignId)) }))
  const members = [first, ...(await Promise.all(others))]
  for (const at of members) await earn(at, 1)
  await advanceClock('30 days')
  await unlockEarnings(app.db, { log })

  const refuse = async (uids: string[]) =>
    await withOwner(async (owner) => {
      await owner.query('alter table notification drop constraint if exists refused')
      if (uids.length > 0)
        await owner.query(
          `alter table notification add constraint refused check (uid not in ('${uids.join("','")}')) not valid`,
        )
    })
  const uids = members.map(({ member }) => member.uid)
  await refuse(uids.slice(1, 3))
  // Read one by one: who fails is not met again in the same run, however many do.
  const notify = async () => await notifyUnlocked(app.db, { log, batch: 1 })
  const notified = async () =>
    await Promise.all(
      members.map(async ({ member }) =>
        (await read(member, '/notifications')).items.map(({ title }: { title: string }) => title),
      ),
    )
  for (const _run of [1, 2]) await expect(notify()).rejects.toThrow('2 failed; the others are done')
  const said = (crels: number) => [`${crels} crels are now yours`]
  expect(await notified()).toEqual([said(12), [], [], said(12)])

  await refuse([])
  await earn(members[1]!, 1)
  await advanceClock('30 days')
  await unlockEarnings(app.db, { log })
  expect([await notify(), await notify()]).toEqual([2, 0])
  expect(await notified()).toEqual([said(12), said(24), said(12), said(12)])
})

test('goes on where it was killed: what was done stays done, the rest follows', async () => {
  const at = await stage()
  await earn(at, 10)
  await advanceClock('30 days')
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  // The third stops half-way, before its last lock, and dies there.
  const { rows } = await owner.query(
    `select e.id from earning e where e.uid = $1 order by e.unlocks_at, e.id offset 2 limit 1`,
    [at.member.uid],
  )
  await owner.query(`
    create function stop_here() returns trigger language plpgsql as
      $$ begin if new.idem = '${rows[0].id}' then perform pg_sleep(60); end if; return new; end $$;
    create trigger stop_here after insert on txn for each row execute function stop_here();
    grant execute on function stop_here() to public`)
  const run = unlockEarnings(app.db, { log })
  const sleeping = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  while ((await owner.query(sleeping)).rowCount === 0) await new Promise((wake) => setTimeout(wake, 20))
  await owner.query(`select pg_terminate_backend(pid) from (${sleeping}) stopped`)
  await expect(run).rejects.toThrow('1 failed; the others are done')
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 108, pending: 12 })
  await owner.query('drop trigger stop_here on txn')
  await owner.end()
  expect(await unlockEarnings(app.db, { log })).toBe(1)
  expect(await read(at.member, '/wallet')).toMatchObject({ available: 120, pending: 0 })
})

test('leaves what is due a second later', async () => {
  const at = await stage()
  await earn(at, 1)
  const [earning] = (await read(at.member, '/earnings')).items
  const due = new Date(earning.unlocksAt)
  await advanceClock('30 days')
  await unlockEarnings(app.db, { log, at: new Date(due.getTime() - 1) })
  expect((await read(at.member, '/earnings')).items[0].state).toBe('pending')
  await unlockEarnings(app.db, { log, at: due })
  const [unlocked] = (await read(at.member, '/earnings')).items
  expect([unlocked.state, unlocked.unlockedAt]).toEqual(['available', earning.unlocksAt])
})

test('unlocks the others when one cannot be unlocked', async () => {
  const [broken, sound] = [await stage(), await stage()]
  await earn(broken, 1)
  await earn(sound, 1)
  const { rows } = await sql<{ party: string }>`
    select party from earning where uid = ${broken.member.uid}`.execute(app.db)
  const party = rows[0]!.party
  // As if another transaction had taken it from the pending crels.
  const take = async (crels: number, idem: string) =>
    await app.db.transaction().execute(async (tx) => {
      const lines = move(memberPending(party), houseFee('CREL'), crels)
      await post(tx, { kind: 'test', scope: 'test', idem, lines })
    })
  await take(12, 'taken')
  await advanceClock('30 days')
  await expect(unlockEarnings(app.db, { log, batch: 1 })).rejects.toThrow('1 failed; the others are done')
  expect(await read(sound.member, '/wallet')).toMatchObject({ available: 12 })
  // The job as well, so that alerts know; and who has something new hears of it.
  await expect(app.jobs.run('unlock-earnings')).rejects.toThrow('1 failed; the others are done')
  expect((await read(sound.member, '/notifications')).items).toMatchObject([
    { title: '12 crels are now yours' },
  ])
  await take(-12, 'given back')
  expect(await unlockEarnings(app.db, { log })).toBe(1)
})

test('reads only what is due, by its index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain ${dueEarningsSql(new Date(), { id: 'ern_', unlocksAt: new Date(0) }, 500)}`.execute(app.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/earning_due/)
  expect(plan).not.toMatch(/Sort/)
})
