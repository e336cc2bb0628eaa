import type { Config } from '../config.ts'
import { failureLine } from '../cli/failure-line.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { joinDatabaseServer } from '../platform/database-server.ts'
import { requireMigrated } from '../platform/migrate.ts'
import { checkClock, checkDatabaseRole, checkDemo, checkLegal, checkReviews } from './database-checks.ts'
import { checkClickPlaces } from './click-store-check.ts'
import { checkBackup, checkLogArchive } from './backup-checks.ts'
import type { Diagnosis, DoctorCheck, Patient } from './doctor-check.ts'
import { checkDisk, checkFiles, checkMail, checkSecret } from './machine-checks.ts'
import { checkPostgres } from './postgresql-checks.ts'
import { checkVersions, checkWorker } from './process-checks.ts'
import { checkReplicas } from './replica-check.ts'
import { checkSanctions } from './sanctions-check.ts'
import { checkSender } from './sender-check.ts'
import { checkLimits, checkMetrics, checkOrigin, checkProxy } from './settings-checks.ts'

/** Every check, in the order they are shown. */
const checks: Record<string, DoctorCheck> = {
  origin: checkOrigin,
  proxy: checkProxy,
  mail: checkMail,
  sender: (patient) => checkSender(patient),
  sanctions: checkSanctions,
  secret: checkSecret,
  'database role': checkDatabaseRole,
  PostgreSQL: checkPostgres,
  replicas: checkReplicas,
  clicks: checkClickPlaces,
  clock: checkClock,
  worker: checkWorker,
  versions: checkVersions,
  'demo data': checkDemo,
  'legal pages': checkLegal,
  reviews: checkReviews,
  disk: checkDisk,
  files: checkFiles,
  limits: checkLimits,
  metrics: checkMetrics,
  backup: checkBackup,
  'log archive': checkLogArchive,
}

/** Looks at what an operator can get wrong, and changes nothing. One check that fails hides no other. */
export async function examine(config: Config): Promise<Diagnosis[]> {
  const readiness = await askSite(config)
  const site: Diagnosis = readiness
    ? { name: 'site', verdict: readiness.status === 'ready' ? 'ok' : 'problem', says: readiness.status }
    : { name: 'site', verdict: 'not checked', says: `nothing answers at port ${config.port} of this machine` }
  const others = (readiness?.warnings ?? [])
    .filter(({ check }) => !(check in checks))
    .map(({ check, detail }): Diagnosis => ({ name: check, verdict: 'problem', says: detail }))
  return [
    site,
    ...others,
    ...(await withDatabase(config, async (db) => await lookAll({ config, db, readiness }))),
  ]
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
  look: (db: Db | null) => Promise<Diagnosis[]>,
): Promise<Diagnosis[]> {
  let server: Awaited<ReturnType<typeof joinDatabaseServer>> | undefined
  let db: Db | undefined
  try {
    server = await joinDatabaseServer(config)
    await requireMigrated(server.url)
    db = openDatabase({ url: server.url, poolSize: 1, name: 'crels doctor' })
    return [{ name: 'database', verdict: 'ok', says: 'answers, and is up to date' }, ...(await look(db))]
  } catch (error) {
    return [{ name: 'database', verdict: 'problem', says: failureLine(error) }, ...(await look(null))]
  } finally {
    await db?.destroy()
    await server?.stop()
  }
}

/** What the process that runs with these settings says of itself; null where none answers. */
async function askSite({ host, port }: Config): Promise<Patient['readiness']> {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  try {
    const address = `http://${at.includes(':') ? `[${at}]` : at}:${port}/readyz`
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    const { status, warnings } = (await answer.json()) as { status?: unknown; warnings?: unknown }
    if (typeof status !== 'string') return null
    return { status, warnings: Array.isArray(warnings) ? warnings : [] }
  } catch {
    return null
  }
}
