import type { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'
import { SettingProblem } from '../read-setting.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Db } from '../platform/database.ts'
import { recordAct } from './acting-operator.ts'
import { CommandFailure } from './failure-line.ts'
import { print, withDb } from './with-app.ts'
import { utcDate } from '#rules/utc-date.ts'

interface ClockOptions {
  shift?: string
  reset?: boolean
  copyOf?: string
}

/** `crels clock [--shift "31 days" [--copy-of https://crels.example] | --reset]`, development only. */
export function clockCommand(program: Command): void {
  program
    .command('clock')
    .description('Show or move the one clock that code and SQL share (development only).')
    .option('--shift <interval>', 'move by an interval, e.g. "31 days" or "-2 hours"')
    .option('--reset', 'back to the wall clock')
    .option('--copy-of <origin>', 'says that this database is a copy of the one that served this origin')
    .action(async ({ shift, reset, copyOf }: ClockOptions, command: Command) => {
      if (shift && reset) throw new Error('Say --shift or --reset, not both')
      // Back to the wall clock is the way from development to production.
      if (!reset) requireDevelopment(readConfig())
      const now = await withDb(async (db, config) => {
        const { databaseNow, resetClock, shiftClock } = await import('../platform/clock.ts')
        if (!reset) await requireDevelopmentDatabase(db, copyOf)
        if (reset || shift)
          await recordAct(command, db, config, { target: 'clock', after: reset ? { reset } : { shift } })
        if (reset) return await resetClock(db)
        return shift ? await shiftClock(db, shift).catch(noInterval(shift)) : await databaseNow(db)
      })
      print(command, { now: now.toISOString() }, `It is ${now.toISOString()}`)
    })
}

/** The database reads intervals (22007: it cannot, 22008 and 22015: too far); its words name types and no way out. */
function noInterval(shift: string): (error: unknown) => never {
  return (error) => {
    if (!/^220(07|08|15)$/.test(String((error as { code?: unknown }).code))) throw error
    throw new CommandFailure(`"${shift}" is not a valid interval such as "31 days" or "-2 hours"`)
  }
}

function requireDevelopment(config: Config): void {
  if (hasDevelopmentTools(config)) return
  throw new SettingProblem(
    config.env === 'production'
      ? 'NODE_ENV: there is no moving the clock in production'
      : 'HOST, PUBLIC_ORIGIN: there is no moving the clock where people reach Crels, unless DEVELOPMENT_TOOLS is true',
  )
}

/** The database knows whether it serves people; the shell of a command may know nothing of it. */
async function requireDevelopmentDatabase(db: Db, copyOf: string | undefined): Promise<void> {
  const { forgetProductionUse, productionUse } = await import('../platform/production-use.ts')
  const use = await productionUse(db)
  if (!use) return
  const { publicOrigin, firstAt } = use
  if (copyOf !== undefined && (await forgetProductionUse(db, copyOf))) return
  throw new SettingProblem(
    `This database has served ${publicOrigin} since ${utcDate(firstAt)}: its clock stays. A copy of it for development is made one by --copy-of ${publicOrigin}`,
  )
}
