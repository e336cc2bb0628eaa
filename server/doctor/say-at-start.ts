import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Db } from '../platform/database.ts'
import { checkRestored } from './backup-checks.ts'
import { checks, type CheckName } from './checks.ts'
import type { DoctorCheck } from './doctor-check.ts'

/** Checks of `crels doctor` that a start says, too. */
const atOnce: CheckName[] = [
  'origin',
  'proxy',
  'mail',
  'secret',
  'sender',
  'sanctions',
  'PostgreSQL',
  'clock',
  'versions',
  'demo data',
  'reviews',
  'disk',
  'files',
  'limits',
  'certificates',
  'metrics',
  'backup',
  'same_disk',
  'archive',
]

/** Of what starts beside this process, and is there a little later. */
const later: CheckName[] = ['worker', 'replicas', 'clicks', 'redis']

export const saidAtStart = [...atOnce, ...later]

/** Those that it leaves out, and why. */
export const leftOut: Partial<Record<CheckName, string>> = {
  'database role': 'a start says it by itself as it opens its pools (platform/database-logins.ts)',
  pooler: 'a start says it as well, and fails without one that answers (platform/database-logins.ts)',
  'legal pages': 'a start in production says it by itself (modules/legal/module.ts)',
}

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
  // That of a restored database the doctor has from the processes, at /readyz.
  await Promise.all([...atOnce.map(checkOf), checkRestored].map(say))
  await sleep(waitMs, undefined, { ref: false })
  await Promise.all(later.map(checkOf).map(say))
}

const checkOf = (name: CheckName): DoctorCheck =>
  name === 'versions' ? problemsOf(checks.versions) : checks[name]

/** A check whose warnings no start says: two versions run beside each other in every upgrade. */
function problemsOf(check: DoctorCheck): DoctorCheck {
  return async (patient) => {
    const found = await check(patient)
    return found?.verdict === 'problem' ? found : null
  }
}
