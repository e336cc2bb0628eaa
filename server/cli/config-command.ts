import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { shownSetting } from '../read-setting.ts'
import { settings, type SettingName } from '../settings.ts'
import { print } from './with-app.ts'

/** `crels config` */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('Show every setting: its value here, its default and what it is for.')
    .action((_, command: Command) => {
      readConfig()
      const rows = Object.entries(settings).map(([name, setting]) => {
        const given = process.env[name] || null
        return {
          name,
          value: given && shownSetting(name as SettingName, given),
          default: setting.default,
          doc: setting.doc,
        }
      })
      print(
        command,
        rows,
        rows.flatMap((row) => [
          `${row.name}=${row.value ?? row.default}${row.value === null ? '  (default)' : ''}`,
          `    ${row.doc}`,
        ]),
      )
    })
}
