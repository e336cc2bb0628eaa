import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { newId } from './platform/ids.ts'
import { openPool } from './platform/database.ts'
import { newClickId } from './modules/clicks/click-id.ts'
import { ClickLoader } from './modules/clicks/load-clicks.ts'
import { PostgresSink } from './modules/clicks/postgres-sink.ts'
import type { TestApp } from '#testing/app.ts'
import { chanceFrom } from '#testing/kill-run/chance.ts'
import { suiteSeed } from '#testing/suite-seed.ts'

/** Days around changes of clocks in Europe, America and on Lord Howe, where they move by half an hour. */
const windows = [
  ['2025-03-07T00:00:00Z', '2025-03-11T00:00:00Z'],
  ['2025-03-28T00:00:00Z', '2025-04-07T12:00:00Z'],
  ['2025-10-03T00:00:00Z', '2025-10-07T00:00:00Z'],
  ['2025-10-24T00:00:00Z', '2025-11-04T00:00:00Z'],
].map(([from, to]) => [Date.parse(from!), Date.parse(to!)] as const)

/** A link with what an earning of it belongs to. */
export interface Target {
  linkId: string
  uid: string
  party: string
  enrolmentId: string | null
  campaignId: string | null
  brandId: string | null
}

const chance = chanceFrom(suiteSeed)
const one = <T>(values: readonly T[]): T => chance.pick(values)
const someMoment = () => {
  const [from, to] = one(windows)
  // Many close to midnights and quarters of some zone, where it is easy to be wrong.
  const at = chance.whole(from, to - 1)
  return chance.happens(0.5) ? at : Math.round(at / 900_000) * 900_000 + one([-1, 0, 1])
}

/** Loads clicks of chance through the loader: countable or not, some of the same visitors, from here and there. */
export async function loadClicks(app: TestApp, targets: Target[], count: number): Promise<void> {
  const lines = Array.from({ length: count }, () => [
    newClickId(someMoment()),
    one(targets).linkId,
    one(['0', '1', '2', '3', '4', '5']).repeat(32),
    one(['\\N', '\\N', '\\N', 'repeat', 'bot']),
    one(['\\N', 'DE', 'US', 'NP']),
    one(['phone', 'desktop', 'tablet']),
    one(['\\N', 'video.example', 'www.example.org']),
    one(['\\N', '\\N', 'autumn', 'bio']),
  ])
  const dir = mkdtempSync(join(tmpdir(), 'crels-analytics-'))
  const pool = openPool({ url: app.databaseUrl, asApp: true, poolSize: 1 })
  try {
    const path = join(dir, 'm0-1-00000001.log')
    writeFileSync(path, lines.map((line) => `${line.join('\t')}\n`).join(''))
    const loader = new ClickLoader(new PostgresSink(pool), pino({ level: 'silent' }))
    await loader.load([{ key: `m0-${newId('link').slice(-10)}-00000001`, path }])
  } finally {
    await pool.end()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Records what clicks of chance were paid, with where their crels came from: some unlocked, some taken back. */
export async function recordClickPay(app: TestApp, targets: Target[], count: number): Promise<void> {
  const paid = targets.filter(({ enrolmentId }) => enrolmentId !== null)
  for (let index = 0; index < count; index += 1) {
    const { uid, party, campaignId, enrolmentId, linkId } = one(paid)
    const state = one(['pending', 'pending', 'available', 'reversed'])
    const [id, crels] = [newId('earning'), 2 + index]
    await app.db.transaction().execute(async (tx) => {
      await sql`
        insert into earning (id, uid, party, campaign_id, enrolment_id, type, crels, reversed_crels,
          state, reason, clicks, click_millicrels, occurred_at, unlocks_at, unlocked_at)
        values (${id}, ${uid}, ${party}, ${campaignId}, ${enrolmentId}, 'click', ${crels},
          ${state === 'reversed' ? crels : 0}, ${state}, ${state === 'reversed' ? 'reversed' : null}, 3, 400,
          ${new Date(someMoment())}, crels_now() + interval '1 day', ${state === 'available' ? new Date() : null})`.execute(
        tx,
      )
      const place = () => [one([null, 'DE', 'US']), one(['phone', 'desktop']), one([null, 'bio'])]
      await sql`
        insert into earning_origin (earning_id, link_id, referrer_host, country, device, sub_id, crels)
        values (${sql.join([id, linkId, null, ...place(), crels - 1])}),
               (${sql.join([id, linkId, 'video.example', ...place(), 1])})`.execute(tx)
    })
  }
}

/** Records conversions of chance with their earnings: accepted, under review and rejected, pending to taken back. */
export async function recordConversions(app: TestApp, targets: Target[], count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const target = one(targets.filter(({ enrolmentId }) => enrolmentId !== null))
    const kind = one(['pending', 'available', 'partly', 'reversed', 'under_review', 'decided', 'rejected'])
    await app.db.transaction().execute(async (tx) => {
      const [id, at] = [newId('conversion'), new Date(someMoment())]
      const status =
        kind === 'under_review'
          ? 'under_review'
          : kind === 'decided' || kind === 'rejected'
            ? 'rejected'
            : 'accepted'
      const reason = status === 'accepted' ? null : 'burst'
      const reviewReason = kind === 'under_review' || kind === 'decided' ? 'burst' : null
      await sql`
        insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, enrolment_id, campaign_id,
          country, device, referrer_host, sub_id, type, occurred_at, status, reason, review_reason, decided_at)
        values (${id}, ${target.brandId}, ${id}, 'x', 'x', ${target.linkId}, ${target.enrolmentId}, ${target.campaignId},
          ${one([null, 'DE', 'FR'])}, ${one(['phone', 'desktop'])}, ${one([null, 'video.example'])}, ${one([null, 'bio'])},
          'lead', ${at}, ${status}, ${reason}, ${reviewReason}, ${kind === 'decided' ? new Date() : null})`.execute(
        tx,
      )
      if (kind === 'rejected') return
      const crels = chance.whole(1, 90)
      const taken =
        kind === 'reversed' || kind === 'decided' ? crels : kind === 'partly' ? Math.floor(crels / 2) : 0
      const state =
        taken === crels
          ? 'reversed'
          : kind === 'under_review'
            ? 'under_review'
            : kind === 'available'
              ? 'available'
              : 'pending'
      await sql`
        insert into earning (id, conversion_id, uid, party, campaign_id, enrolment_id, type, crels, reversed_crels,
          state, reason, hold_id, occurred_at, unlocks_at, unlocked_at)
        values (${newId('earning')}, ${id}, ${target.uid}, ${target.party}, ${target.campaignId}, ${target.enrolmentId},
          'lead', ${crels}, ${taken}, ${state}, ${state === 'under_review' || state === 'reversed' ? 'burst' : null},
          ${state === 'under_review' ? id : null}, ${at}, crels_now() + interval '1 day',
          ${state === 'available' ? new Date() : null})`.execute(tx)
    })
  }
}
