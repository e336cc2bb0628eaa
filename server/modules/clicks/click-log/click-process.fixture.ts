/**
 * A process of the click path that a test kills: `node … JSON`. A `redirects` one takes clicks as redirects do, writes
 * the ids of those that were answered to a file, and hands them to the log; a `works` one stores what the log has.
 */
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '#server/platform/database.ts'
import { newClickId } from '../click-id.ts'
import { clickLine } from '../click-line.ts'
import { ClickPump } from '../click-pump.ts'
import { ClickHouseConnection } from '../clickhouse/clickhouse-connection.ts'
import { ClickHouseSink } from '../clickhouse/clickhouse-sink.ts'
import { ClickLoader } from '../load-clicks.ts'
import { ClickLog } from './click-log.ts'

export interface ClickProcess {
  role: 'redirects' | 'works'
  natsUrls: string[]
  clickHouseUrl: string
  databaseUrl: string
  dir: string
  answered: string
  linkIds: string[]
}

const { role, ...given } = JSON.parse(process.argv[2]!) as ClickProcess
const log = pino({ level: process.env.CRELS_TEST_LOG ?? 'silent' }, pino.destination(2))
const clickLog = new ClickLog({ urls: given.natsUrls, replicas: 3, days: 7 }, log, 2_000)
const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort())
process.stdout.write('ready\n')
if (role === 'works') await work()
else await redirect()
await clickLog.close()

async function work(): Promise<void> {
  const db = openDatabase({ url: given.databaseUrl, asApp: true, poolSize: 2 })
  const clickHouse = new ClickHouseConnection(given.clickHouseUrl)
  clickLog.work(new ClickHouseSink(db, clickHouse, log))
  while (!stopping.signal.aborted) await delay(50)
  await clickLog.close()
  await clickHouse.close()
  await db.destroy()
}

async function redirect(): Promise<void> {
  const pump = new ClickPump(given.dir, new ClickLoader(clickLog, log), log)
  await pump.adopt()
  for (let n = 0; !stopping.signal.aborted; n++) {
    const ids = Array.from({ length: 10 }, () => newClickId(Date.now()))
    await Promise.all(ids.map(async (id, at) => await pump.append(lineOf(id, n * 10 + at))))
    appendFileSync(given.answered, ids.map((id) => `${id}\n`).join(''))
    await delay(15)
  }
  await pump.close()
}

function lineOf(clickId: string, n: number): string {
  return clickLine({
    clickId,
    linkId: given.linkIds[n % given.linkIds.length]!,
    visitor: (n % 97).toString(16).padStart(32, '0'),
    reason: n % 7 ? null : 'bot',
    country: n % 3 ? 'NO' : null,
    device: 'phone',
    referrerHost: null,
    subId: n % 5 ? null : 'story',
  })
}
