import { sql } from 'kysely'
import { seasonOf } from '#rules/season.ts'
import { utcMonth } from '#rules/utc-months.ts'
import { approveSeason, openSeason, recount } from '../modules/leaderboard/public.ts'
import { housePoints, memberPoints, newParty, type Line } from '../modules/ledger/public.ts'
import { databaseNow } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'
import { inTransaction } from '../platform/transaction.ts'
import { demoNames } from './content/names.ts'
import { demoActor } from './demo-platforms.ts'
import { inTheirTime } from './demo-time.ts'
import type { DemoApp } from './load-demo.ts'
import { dayMs } from '#rules/utc-date.ts'

const yearMs = 365 * dayMs

/**
 * Makes 200 creators who compete on the leaderboard, with points of last month and this one, in a few posts of many
 * lines. They have neither account nor history besides: they cannot sign in.
 */
export async function loadCompetitors(tx: Tx, anchor: Date): Promise<void> {
  const start = utcMonth(anchor.getTime(), 0)
  const lastMonth = utcMonth(anchor.getTime(), -1)
  const parties = await inTheirTime(tx, new Date(lastMonth), async () => await insertCompetitors(tx))
  await openSeason(tx, seasonOf(new Date(lastMonth)))
  const between = (from: number, to: number, share: number) => new Date(from + (to - from) * share)
  const moments = [
    between(lastMonth, start, 0.3),
    between(lastMonth, start, 0.8),
    between(start, anchor.getTime(), 0.3),
    between(start, anchor.getTime(), 0.9),
  ]
  for (const [round, at] of moments.entries())
    await inTheirTime(tx, at, async () => await letEarn(tx, { parties, round, at }))
}

/** Counts the ranks, closes last month's season and pays it: once everything is loaded. */
export async function settleLastSeason({ db, jobs }: DemoApp): Promise<void> {
  await recount(db)
  await jobs.run('settle-seasons')
  const month = seasonOf(new Date(utcMonth((await databaseNow(db)).getTime(), -1)))
  const { rows } = await sql`select from season where month = ${month} and state = 'review'`.execute(db)
  // In the first minutes of a month it is not frozen yet, and the site's own job goes on.
  if (rows.length === 0) return
  await inTransaction(db, async (tx) => await approveSeason(tx, demoActor, { month }))
  await jobs.run('settle-seasons')
  // The addresses of creators who are made up belong to no one.
  await sql`
    update notification set dispatched_at = crels_now()
    where dispatched_at is null and uid in (select uid from member where email like '%@demo.crels.example')`.execute(
    db,
  )
}

async function insertCompetitors(tx: Tx): Promise<string[]> {
  const rows = demoNames.map((name, at) => {
    const uid = newId('member')
    const email = `competitor-${at + 1}@demo.crels.example`
    return { uid, party: newParty(), shortId: `demo${uid.slice(-12)}`, email, name }
  })
  await sql`
    insert into member (uid, iss, sub, party, short_id, email, display_name, hidden_on_leaderboard)
    select uid, 'crels', uid, party, "shortId", email, name, email like '%7@%'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (uid text, party text, "shortId" text, email text, name text)`.execute(tx)
  return rows.map(({ party }) => party)
}

/** One post: each who takes part has points of check-ins and shares; many of them the same, six are ahead of all. */
async function letEarn(
  tx: Tx,
  { parties, round, at }: { parties: string[]; round: number; at: Date },
): Promise<void> {
  const expiresAt = new Date(at.getTime() + yearMs)
  const lines = parties.flatMap((party, index): Line[] => {
    const lead = index >= 10 && index < 16 ? 60 * (16 - index) : 0
    const amount = Math.max(0, 5 * (((index * 37 + round * 59) % 61) - 12)) + lead
    return amount > 0 ? [{ ...memberPoints(party), amount, expiresAt }] : []
  })
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  await sql`
    select ledger_grant_award(${lines[0]!.party}, 'demo', ${String(round)}, ${at},
      ${JSON.stringify([{ ...housePoints, amount: -sum }, ...lines])}::jsonb)`.execute(tx)
}
