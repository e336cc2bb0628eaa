import type { Command } from 'commander'
import { databaseNow, resetClock, shiftClock } from '../platform/clock.ts'
import { SettingProblem } from '../config.ts'
import { print, withApp } from './with-app.ts'

/** `crels clock [--shift "31 days" | --reset]`, development only. */
export function clockCommand(program: Command): void {
  program
    .command('clock')
    .description('Show or move the one clock that code and SQL share (development only).')
    .option('--shift <interval>', 'move by an interval, e.g. "31 days" or "-2 hours"')
    .option('--reset', 'back to the wall clock')
    .action(async ({ shift, reset }: { shift?: string; reset?: boolean }, command: Command) => {
      const now = await withApp(async ({ config, db }) => {
        if (config.env === 'production')
          throw new SettingProblem('NODE_ENV: the clock is not moved in production')
        if (reset) return await resetClock(db)
        return shift ? await shiftClock(db, shift) : await databaseNow(db)
      })
      print(command, { now: now.toISOString() }, `It is ${now.toISOString()}`)
    })
}
