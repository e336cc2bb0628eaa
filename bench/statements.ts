import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { placeOrder } from '#contracts/orders.endpoints.ts'
import { dailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { mark } from '#server/platform/prepared-statements.ts'
import { load, type LoadRequest } from './load.ts'
import { makeConvertible, reportRequests } from './make-convertible.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { orderBody, stockShop } from './orders.ts'
import { cpuMs, startedCpuMs } from './process-figures.ts'
import { signInMembers } from './sign-in-members.ts'
import { nextDay, withSite, type BenchSite } from './site.ts'
import { logLength, statementTimes } from './statement-log.ts'

/** Few, so that a time is the statement's own and not that of waiting for a core. */
const clients = 4
/** What takes less is left out of the figures. */
const shownMs = 0.05

/** Where the time of an act goes: each statement by PostgreSQL's log, and the CPU of both processes. */
export const statements: Measure = {
  name: 'statements',
  title: 'What each statement of a conversion, a check-in and an order takes, 4 clients',
  baseline: null,
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const count = quick ? 80 : 320
  const warmUp = quick ? 80 : 320
  const sold = await makeConvertible(site, count + warmUp)
  const members = await signInMembers(site, count)
  const { itemId } = await stockShop(site, members)
  const checkIns = () =>
    members.map((headers) => ({ method: 'POST' as const, path: dailyCheckIn.path, headers, body: '{}' }))
  const orders = () =>
    members.map((headers) => ({
      method: 'POST' as const,
      path: placeOrder.path,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: orderBody(itemId),
    }))
  await logDurations(site)

  say('a warm-up')
  const send = async (status: number, requests: LoadRequest[]) =>
    await load({ origin: site.origin, connections: clients, status, requests })
  await send(201, reportRequests(sold, sold.clicks.slice(0, warmUp)))
  await send(200, checkIns())
  await send(201, orders())
  await nextDay(site)

  const acts: [string, number, LoadRequest[]][] = [
    ['conversion', 201, reportRequests(sold, sold.clicks.slice(warmUp))],
    ['check-in', 200, checkIns()],
    ['order', 201, orders()],
  ]
  const figures: Figure[] = []
  for (const [act, status, requests] of acts) {
    say(`${requests.length} times a ${act}`)
    figures.push(...(await timesOf(site, act, async () => await send(status, requests))))
  }
  return figures
}

async function timesOf(
  site: BenchSite,
  act: string,
  work: () => Promise<{ answers: number; p50Ms: number }>,
): Promise<Figure[]> {
  const log = path.join(site.settings['DATA_DIR']!, 'postgres.log')
  const [from, own, database] = [logLength(log), cpuMs(site.pid), startedCpuMs(site.pid)]
  const { answers, p50Ms } = await work()
  const [ownMs, databaseMs] = [cpuMs(site.pid) - own, startedCpuMs(site.pid) - database]
  const times = statementTimes(log, { from, acts: answers })
  if (times.length === 0) throw new Error(`${log} says nothing of a ${act}`)
  const ms = (name: string, value: number): Figure => ({
    name: `${act}: ${name}`,
    unit: 'ms',
    samples: [value],
  })
  return [
    ms('p50', p50Ms),
    ms('CPU of the process', ownMs / answers),
    ms('CPU of PostgreSQL', databaseMs / answers),
    ...times.flatMap(({ text, runs, ...steps }) =>
      [
        ms(`${nameOf(text, runs)}, parse`, steps.parseMs),
        ms(`${nameOf(text, runs)}, plan`, steps.planMs),
        ms(`${nameOf(text, runs)}, execute`, steps.executeMs),
      ].filter(({ samples: [value] }) => value! >= shownMs),
    ),
  ]
}

const nameOf = (text: string, runs: number) =>
  `${text.replace(mark, '').slice(0, 120).trim()}${runs > 1.5 ? ` (${runs.toFixed(0)} times)` : ''}`

/** From now on the log says what each step of a statement took; connections are made anew. */
async function logDurations({ db }: BenchSite): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql`alter database ${sql.id(rows[0]!.name)} set log_min_duration_statement = 0`.execute(db)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`.execute(db)
  await delay(3_000)
}
