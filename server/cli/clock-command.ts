import type { Command } from 'commander'
import { readConfig, SettingProblem } from '../config.ts'
import { print, withDb } from './with-app.ts'

/** `crels clock [--shift "31 days" | --reset]`, development only. */
export function clockCommand(program: Command): void {
  program
    .command('clock')
    .description('Show or move the one clock that code and SQL share (development only).')
    .option('--shift <interval>', 'move by an interval, e.g. "31 days" or "-2 hours"')
    .option('--reset', 'back to the wall clock')
    .action(async ({ shift, reset }: { shift?: string; reset?: boolean }, command: Command) => {
      if (readConfig().env === 'production')
        throw new SettingProblem('NODE_ENV: there is no moving the clock in production')
      if (shift && reset) throw new Error('Say --shift or --reset, not both')
      const now = await withDb(async (db) => {
        const { databaseNow, resetClock, shiftClock } = await import('../platform/clock.ts')
        if (reset) return await resetClock(db)
        return shift ? await shiftClock(db, shift) : await databaseNow(db)
      })
      print(command, { now: now.toISOString() }, `It is ${now.toISOString()}`)
    })
}
