import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { getOperatorHome } from '#contracts/operator-home.endpoints.ts'
import type { OperatorHome } from '#contracts/operator-home.schemas.ts'
import { listOperators } from '#contracts/operators.endpoints.ts'
import { countedEachCallMax } from '#server/modules/queues/last-count.ts'
import { operatorBearer } from '#testing/operators.ts'
import { temporaryDataDir } from '#testing/processes.ts'
import { fillQueues } from './fill-queues.ts'
import { load } from './load.ts'
import { makeConvertible } from './make-convertible.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { queueLists } from './queue-lists.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

/** One operator beside another. */
const connections = 2

/** Where the filled installation is kept and found again: filling it takes half an hour. */
const retainedIn = process.env.QUEUES_DATA_DIR

/** The console's lists where a million rows wait in each: first pages, pages in the middle, and by value. */
export const queues: Measure = {
  name: 'queues',
  title: 'Pages of the console’s lists with a million rows each, 2 clients',
  baseline: 'the list of the operators, in the same round',
  onlyByName: true,
  run: async (bench) => {
    const settings = { DATA_DIR: retainedIn ?? temporaryDataDir() }
    await withSite(async (site) => await fill(site, bench), { settings })
    // Started again: it has its jobs back, which `fill` takes from it.
    return await withSite(async (site) => await measure(site, bench), { settings })
  },
}

/** Makes the rows, unless they are there. */
async function fill(site: BenchSite, { quick, say }: Bench): Promise<void> {
  const rows = quick ? 20_000 : 1_000_000
  // Written when all is there: what a run was killed over is no million.
  const filled = `bench_filled_${queueLists.length}_lists_and_account_changes_${rows}`
  const { rows: found } = await sql`select to_regclass(${filled}) as found`.execute(site.db)
  if ((found[0] as { found: string | null }).found === null) {
    const sold = await makeConvertible(site, 1_000)
    // Its jobs would go through rows that grow, each minute, for longer than filling takes.
    await sql`delete from pgboss.schedule`.execute(site.db)
    say(`filling lists with ${rows} rows each`)
    await fillQueues(site.db, sold, rows)
    await sql`create table ${sql.table(filled)} ()`.execute(site.db)
  }
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  say('waiting for the count of each minute')
  await untilCounted(site, (await operatorBearer(site)).headers)
  const ask = async (path: string, query: Record<string, string>) => {
    // A token is good for ten minutes.
    const { headers } = await operatorBearer(site)
    const search = new URLSearchParams(query).toString()
    const requests = Array.from({ length: quick ? 20 : 60 }, () => ({ path: `${path}?${search}`, headers }))
    return await load({ origin: site.origin, connections, requests, status: 200 })
  }
  const figures: Figure[] = []
  for (const { name, path, query, isPaged } of queueLists) {
    say(name)
    const sides: Record<string, () => ReturnType<typeof ask>> = {
      operators: async () => await ask(listOperators.path, {}),
      first: async () => await ask(path, query),
    }
    if (isPaged) {
      const cursor = await cursorAfter(site, (await operatorBearer(site)).headers, path, query)
      sides.later = async () => await ask(path, { ...query, cursor })
    }
    await alternate(1, sides)
    const taken = await alternate(quick ? 1 : 3, sides)
    const p95 = (side: string) => taken[side]!.map(({ p95Ms }) => p95Ms)
    figures.push({
      name: `${name}: p95`,
      unit: 'ms',
      samples: p95('first'),
      goal: { text: '< 50 ms', below: 50 },
    })
    if (isPaged)
      figures.push({
        name: `${name}, after 10 pages: p95`,
        unit: 'ms',
        samples: p95('later'),
        goal: { text: '< 50 ms', below: 50 },
      })
    figures.push({
      name: `${name}: times that of the operators`,
      unit: '×',
      samples: ratios(p95('first'), p95('operators')),
    })
  }
  return figures
}

/** Until the job has counted what is too long to be counted at each look. */
async function untilCounted({ origin }: BenchSite, headers: { authorization: string }): Promise<void> {
  const deadline = Date.now() + 5 * 60_000
  while (Date.now() < deadline) {
    // Until then it counts at each call, and is given up on.
    const answer = await fetch(`${origin}${getOperatorHome.path}`, { headers }).catch(() => undefined)
    if (answer?.ok) {
      const { queues: all } = (await answer.json()) as OperatorHome
      if (all.every(({ count, countedAt }) => count <= countedEachCallMax || countedAt !== null)) return
    }
    await sleep(1_000)
  }
  throw new Error('The job count-queues counted nothing within five minutes')
}

/** Where the eleventh page begins. */
async function cursorAfter(
  { origin }: BenchSite,
  headers: { authorization: string },
  path: string,
  query: Record<string, string>,
): Promise<string> {
  let cursor: string | null = null
  for (let page = 0; page < 10; page += 1) {
    const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) }).toString()
    const answer = await fetch(`${origin}${path}?${search}`, { headers })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    cursor = ((await answer.json()) as { nextCursor: string | null }).nextCursor
    if (cursor === null) throw new Error(`${path} has fewer than eleven pages`)
  }
  return cursor!
}
