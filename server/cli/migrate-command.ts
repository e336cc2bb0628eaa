import type { Command } from 'commander'
import { upgradeLines } from './upgrade-command.ts'
import { print, withDatabase } from './with-app.ts'

/** `crels migrate` */
export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Bring the database up to this version.')
    .option('--while-running', 'refuse, with status 3, where processes that run have to be stopped first')
    .action(async ({ whileRunning = false }: { whileRunning?: boolean }, command: Command) => {
      await withDatabase(async (url) => {
        if (whileRunning) {
          const { checkUpgrade } = await import('../platform/check-upgrade.ts')
          const found = await checkUpgrade(url)
          if (found.verdict === 'stop-first') {
            print(command, found, upgradeLines(found))
            process.exitCode = 3
            return
          }
        }
        const { migrate } = await import('../platform/migrate.ts')
        const applied = await migrate(url)
        print(
          command,
          { applied },
          applied.length > 0 ? applied.map((name) => `Applied ${name}`) : 'The database is up to date.',
        )
      })
    })
}
