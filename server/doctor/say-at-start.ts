import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Db } from '../platform/database.ts'
import { checkBackup, checkLogArchive, checkRestored, checkSameDisk } from './backup-checks.ts'
import { checkClickPlaces } from './click-store-check.ts'
import { checkClock } from './database-checks.ts'
import type { DoctorCheck } from './doctor-check.ts'
import { checkDisk, checkFiles, checkMail, checkSecret } from './machine-checks.ts'
import { checkPostgres } from './postgresql-checks.ts'
import { checkVersions, checkWorker } from './process-checks.ts'
import { checkRedis } from './redis-check.ts'
import { checkReplicas } from './replica-check.ts'
import { checkSanctions } from './sanctions-check.ts'
import { checkSender } from './sender-check.ts'
import { checkLimits, checkMetrics, checkOrigin, checkProxy } from './settings-checks.ts'

/**
 * What `crels doctor` looks at and a start does not say or stop for by itself, as it does for a wrong secret, a role, a
 * migration that is missing, or legal pages.
 */
const checks: DoctorCheck[] = [
  checkOrigin,
  checkProxy,
  checkMail,
  checkSecret,
  (patient) => checkSender(patient),
  checkSanctions,
  checkPostgres,
  checkClock,
  problemsOf(checkVersions),
  checkDisk,
  checkFiles,
  checkLimits,
  checkMetrics,
  checkBackup,
  checkSameDisk,
  checkRestored,
  checkLogArchive,
]

/** What starts beside this process, and is there a little later. */
const laterChecks: DoctorCheck[] = [checkWorker, checkReplicas, checkClickPlaces, checkRedis]

const laterMs = 60_000

/**
 * Says in the log what is to be mended, once, a line each, where people are served; a minute later also of what starts
 * beside it. Nothing waits for it, and it keeps no process from ending.
 */
export async function sayAtStart(
  { config, db }: { config: Config; db: Db },
  log: Logger,
  { waitMs = laterMs }: { waitMs?: number } = {},
): Promise<void> {
  if (hasDevelopmentTools(config) || config.env === 'test') return
  const say = async (check: DoctorCheck) => {
    try {
      const found = await check({ config, db, readiness: null })
      if (found?.verdict === 'problem' || found?.verdict === 'warning')
        log.warn({ check: found.name }, `crels doctor: ${found.says}`)
    } catch {
      // A database that went away meanwhile, or a stop: neither is what is looked for here.
    }
  }
  await Promise.all(checks.map(say))
  await sleep(waitMs, undefined, { ref: false })
  await Promise.all(laterChecks.map(say))
}

/** A check whose warnings no start says: two versions run beside each other in every upgrade. */
function problemsOf(check: DoctorCheck): DoctorCheck {
  return async (patient) => {
    const found = await check(patient)
    return found?.verdict === 'problem' ? found : null
  }
}
