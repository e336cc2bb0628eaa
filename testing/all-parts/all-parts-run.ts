import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { signIn } from '#contracts/identity.endpoints.ts'
import { identitySchemas } from '#contracts/identity.schemas.ts'
import { freePort } from '../free-port.ts'
import { startHttpProxy } from '../http-proxy.ts'
import { chanceFrom, type Chance } from '../kill-run/chance.ts'
import type { Crowd } from '../kill-run/plan.ts'
import { Run } from '../kill-run/run.ts'
import { until } from '../kill-run/site.ts'
import { closedLater } from '../processes.ts'
import { AllParts, type Fault } from './all-parts.ts'
import { ServiceWatch, type Seen, type Service } from './service.ts'

export interface AllPartsOptions {
  seed: number
  crowd: Crowd
  /** How often each part is killed. */
  rounds: number
  /** How long it is away, in milliseconds. */
  awayMs: [min: number, max: number]
  /** Whether the load is paused after each to compare the books; they are at the end in any case. */
  comparesEach: boolean
  /** Gets what happens, in one line each. */
  say?(line: string): void
}

/** What a worker had that died is another's after a minute. */
const storedWithinMs = 120_000

/** What became of the service by one fault. */
export interface FaultSeen {
  name: string
  awayMs: number
  services: Record<Service, Seen>
  /** From when it was started again until every service was there. */
  wholeAfterMs: number
  /** And until every click of before was stored, which is waited for where the books are compared after each. */
  storedAfterMs: number | null
}

export interface AllPartsOutcome {
  /** Promises that were broken; empty as it should be. */
  broken: string[]
  seen: FaultSeen[]
  figures: Record<string, number>
  /** What the processes logged as errors, and how often. */
  logged: Record<string, number>
}

/**
 * Brings up all parts, kills each in turn under load, and compares the books after each, ending early when a promise is
 * broken. `endPrograms` ends what still runs. Throws when something does not come back by itself.
 */
export async function allPartsRun(options: AllPartsOptions): Promise<AllPartsOutcome> {
  const { seed, crowd, rounds, comparesEach, say = () => {} } = options
  const chance = chanceFrom(seed)
  const site = await AllParts.at()
  await site.start()
  const proxy = await startHttpProxy(await freePort())
  closedLater(proxy.close)
  for (const origin of site.origins) proxy.add(origin)
  const run = new Run(site)
  const watch = new ServiceWatch(run, proxy.origin)
  const seen: FaultSeen[] = []
  try {
    await run.begin(crowd, chance)
    await sharesLimits(site)
    const faults = Array.from({ length: rounds }, () => inTurn(site.faults(), chance)).flat()
    for (const fault of faults) {
      const awayMs = Math.round(chance.between(...options.awayMs))
      const wrong = async () => void seen.push(await strike(fault, awayMs))
      await (comparesEach ? run.strike(chance, wrong) : wrong())
      say(lineOf(seen.at(-1)!))
      if (fault.name.startsWith('Redis')) await sharesLimits(site)
      if (run.broken.length > 0) break
    }
    await endRun(run, site)
    run.broken.push(...(await missingSales(run, watch.sold)))
    return { broken: run.broken, seen, figures: await run.figures(), logged: site.loggedErrors() }
  } finally {
    void run.gate.close()
  }

  async function strike(fault: Fault, awayMs: number): Promise<FaultSeen> {
    const first = run.journal.clicks.length
    watch.begin()
    // The one before ended when all was there.
    if (comparesEach || seen.length === 0) await watch.isWhole(performance.now())
    await fault.away()
    await sleep(awayMs)
    const backAt = performance.now()
    await fault.back()
    await watch.isWhole(backAt)
    const services = await watch.end(backAt)
    const before = run.journal.clicks.slice(first)
    const wholeAfterMs = Math.max(...Object.values(services).map(({ afterMs }) => afterMs))
    const outcome = { name: fault.name, awayMs, services, wholeAfterMs, storedAfterMs: null }
    if (!comparesEach) return outcome
    const areStored = async () => (await site.clicksBeside.missing(before)).length === 0
    await until(`every click is stored after: ${fault.name}`, areStored, {
      timeoutMs: storedWithinMs,
      pauseMs: 50,
    })
    return { ...outcome, storedAfterMs: Math.round(performance.now() - backAt) }
  }
}

/** Any order, but workers first: what they had is there when all others were away. */
function inTurn(faults: Fault[], chance: Chance): Fault[] {
  const isWorker = ({ name }: Fault) => name.endsWith('worker')
  return chance.shuffled(faults).toSorted((a, b) => Number(isWorker(b)) - Number(isWorker(a)))
}

/** Clients bring to an end what they have begun; those that came too often do not wait for another minute. */
async function endRun(run: Run, site: AllParts): Promise<void> {
  const letIn = setInterval(() => void site.redis.wipe().catch(() => {}), 500)
  const close = async () => clearInterval(letIn)
  // A run that its test has left does not end.
  closedLater(close)
  await run.end().finally(close)
}

/** Both processes have one count: of an address no more is let in than once for both. */
async function sharesLimits({ origins }: AllParts): Promise<void> {
  let turn = 0
  const { ratePerMinute } = identitySchemas.signIn
  await until('both processes have one count of requests', async () => {
    const address = `198.51.100.${++turn}`
    const statuses: number[] = []
    for (let n = 0; n <= ratePerMinute; n++)
      statuses.push(
        await fetch(origins[n % origins.length]! + signIn.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: '{}',
        }).then(({ status }) => status),
      )
    return statuses.every((status, n) => status === (n < ratePerMinute ? 422 : 429))
  })
}

/** Sales that were answered while parts were away, and are not there once. */
async function missingSales({ site, stage }: Run, sold: string[]): Promise<string[]> {
  const books = await site.openBooks()
  const { rows } = await sql<{ id: string; found: number }>`
    select s.id, count(c.id) as found from unnest(${sold}::text[]) as s (id)
    left join conversion c on c.brand_id = ${stage.brandId} and c.event_id = s.id
    group by 1 having count(c.id) <> 1`
    .execute(books)
    .finally(async () => await books.destroy())
  return rows.map(({ id, found }) => `Sale ${id} was answered and is there ${found} times`)
}

function lineOf({ name, awayMs, services, wholeAfterMs, storedAfterMs }: FaultSeen): string {
  const byService = Object.entries(services).map(
    ([service, { asked, failed, goneMs }]) =>
      `${service} ${failed} of ${asked} failed${failed > 0 ? ` in ${goneMs} ms` : ''}`,
  )
  const stored = storedAfterMs === null ? '' : `, clicks stored after ${storedAfterMs} ms`
  return `${name}, away ${awayMs} ms: ${byService.join(', ')}; whole after ${wholeAfterMs} ms${stored}`
}
