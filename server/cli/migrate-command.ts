import type { Command } from 'commander'
import { print, withDatabase } from './with-app.ts'

/** `crels migrate` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database up to this version.')
    .action(async (_, command: Command) => {
      const { migrate } = await import('../platform/migrate.ts')
      const applied = await withDatabase(async (url) => await migrate(url))
      print(
        command,
        { applied },
        applied.length > 0 ? applied.map((name) => `Applied ${name}`) : 'The database is up to date.',
      )
    })
}
