import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Db } from '../platform/database.ts'
import { checkClock } from './database-checks.ts'
import { checkDisk, checkFiles, checkMail } from './machine-checks.ts'
import { checkPostgres } from './postgresql-checks.ts'
import { checkVersions } from './process-checks.ts'
import { checkSender } from './sender-check.ts'
import { checkLimits, checkMetrics, checkOrigin, checkProxy } from './settings-checks.ts'

/** What `crels doctor` looks at and no start stops for: of a secret or a migration that is wrong the start itself says so. */
const checks = [
  checkOrigin,
  checkProxy,
  checkMail,
  checkSender,
  checkPostgres,
  checkClock,
  checkVersions,
  checkDisk,
  checkFiles,
  checkLimits,
  checkMetrics,
]

/** Says in the log what is to be mended, once, a line each, where people are served. Nothing waits for it. */
export async function sayAtStart({ config, db }: { config: Config; db: Db }, log: Logger): Promise<void> {
  if (hasDevelopmentTools(config) || config.env === 'test') return
  await Promise.all(
    checks.map(async (check) => {
      try {
        const { name, verdict, says } = await check({ config, db, readiness: null })
        if (verdict === 'problem') log.warn({ check: name }, `crels doctor: ${says}`)
      } catch {
        // A database that went away meanwhile, or a stop: neither is what is looked for here.
      }
    }),
  )
}
