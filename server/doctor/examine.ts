import type { Config } from '../config.ts'
import { failureLine } from '../cli/failure-line.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { joinDatabaseServer } from '../platform/database-server.ts'
import { loopbackAddress } from '../platform/loopback-address.ts'
import { requireMigrated } from '../platform/migrate.ts'
import { processAddresses } from '../platform/running-processes.ts'
import { checks } from './checks.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Looks at what an operator can get wrong, and changes nothing. One check that fails hides no other. */
export async function examine(config: Config): Promise<Diagnosis[]> {
  return await withDatabase(config, async (db, database) => {
    const places = (db && (await processAddresses(db).catch(() => null))) ?? { here: [], elsewhere: 0 }
    // Where no process says where it is: what these settings would start.
    const here = places.here.length > 0 ? places.here : [loopbackAddress(config.host, config.port)]
    const said = (await Promise.all(here.map(askSite))).filter((site) => site !== null)
    const warnings = said.flatMap((site) => site.warnings)
    const status = said.find((site) => site.status !== 'ready')?.status ?? 'ready'
    const readiness = said.length > 0 ? { status, warnings } : null
    const found = await lookAll({ config, db, readiness })
    const site = siteDiagnosis(said, { here, elsewhere: places.elsewhere })
    return [site, ...foundBySite(said, found), database, ...found]
  })
}

/** Whether the processes of this machine serve. */
function siteDiagnosis(
  said: Readiness[],
  { here, elsewhere }: { here: string[]; elsewhere: number },
): Diagnosis {
  const name = 'site'
  const others = elsewhere > 0 ? `; ${elsewhere} on other machines: ask there` : ''
  const silent = here.filter((address) => !said.some((site) => site.address === address))
  if (said.length === 0)
    return {
      name,
      verdict: 'not checked',
      says: `nothing answers at ${silent.join(', ')} of this machine${others}`,
    }
  const bad = [
    ...said.filter(({ status }) => status !== 'ready').map(({ address, status }) => `${status} (${address})`),
    ...silent.map((address) => `nothing answers at ${address}`),
  ]
  const places = said.map(({ address }) => new URL(address).host).join(', ')
  const isAlone = said.length === 1 && elsewhere === 0
  return bad.length > 0
    ? { name, verdict: 'problem', says: `${bad.join('; ')}${others}` }
    : { name, verdict: 'ok', says: isAlone ? 'ready' : `ready at ${places}${others}` }
}

/** What processes find and can do well with until somebody has decided. */
const warnings = new Set(['same_disk'])

/** What processes find that no check here says or calls a problem, each once, with where. */
function foundBySite(said: Readiness[], found: Diagnosis[]): Diagnosis[] {
  const known = new Set(found.filter(({ verdict }) => verdict === 'problem').map(({ name }) => name))
  const places = new Map<string, { check: string; detail: string; hosts: string[] }>()
  for (const { address, warnings } of said)
    for (const { check, detail } of warnings) {
      const key = `${check} ${detail}`
      const place = places.get(key) ?? { check, detail, hosts: [] }
      places.set(key, place)
      place.hosts.push(new URL(address).host)
    }
  return [...places.values()]
    .filter(({ check }) => !known.has(check))
    .filter(({ check, detail }) => !found.some(({ name, says }) => name === check && says === detail))
    .map(({ check, detail, hosts }) => ({
      name: check,
      verdict: warnings.has(check) ? 'warning' : 'problem',
      says: hosts.length < said.length ? `${detail} (${hosts.join(', ')})` : detail,
    }))
}

async function lookAll(patient: Patient): Promise<Diagnosis[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Diagnosis | null> => {
      try {
        return await check(patient)
      } catch (error) {
        return { name, verdict: 'problem', says: failureLine(error) }
      }
    }),
  )
  return found.filter((diagnosis) => diagnosis !== null)
}

async function withDatabase(
  config: Config,
  look: (db: Db | null, database: Diagnosis) => Promise<Diagnosis[]>,
): Promise<Diagnosis[]> {
  let server: Awaited<ReturnType<typeof joinDatabaseServer>> | undefined
  let db: Db | undefined
  try {
    server = await joinDatabaseServer(config)
    await requireMigrated(server.url)
    db = openDatabase({ url: server.url, poolSize: 1, name: 'crels doctor' })
    return await look(db, { name: 'database', verdict: 'ok', says: 'answers, and is up to date' })
  } catch (error) {
    return await look(null, { name: 'database', verdict: 'problem', says: failureLine(error) })
  } finally {
    await db?.destroy()
    await server?.stop()
  }
}

interface Readiness {
  address: string
  status: string
  warnings: { check: string; detail: string }[]
}

/** What a process says of itself; null where none answers. */
async function askSite(address: string): Promise<Readiness | null> {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const { status, warnings } = (await answer.json()) as { status?: unknown; warnings?: unknown }
    if (typeof status !== 'string') return null
    return { address, status, warnings: Array.isArray(warnings) ? warnings : [] }
  } catch {
    return null
  }
}
