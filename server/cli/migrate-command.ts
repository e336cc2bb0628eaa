import type { Command } from 'commander'
import type { Restoration } from '../platform/backup/restoration.ts'
import { waitingLines } from './restored-lines.ts'
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
        const restored = await restorationOf(url)
        print(command, { applied, restoredAsOf: restored?.backupAt ?? null }, [
          ...(applied.length > 0
            ? applied.map((name) => `Applied ${name}`)
            : ['The database is up to date.']),
          ...(restored
            ? [`Restored as of ${restored.backupAt.toISOString()}`, ...waitingLines(restored)]
            : []),
        ])
      })
    })
}

/** What waits for a person since the database was restored, as unpacked files are from here on. */
async function restorationOf(url: string): Promise<Restoration | null> {
  const { openDatabase } = await import('../platform/database.ts')
  const { waitingRestoration } = await import('../platform/backup/restoration.ts')
  const db = openDatabase({ url, poolSize: 1, name: 'crels command' })
  try {
    return await waitingRestoration(db)
  } finally {
    await db.destroy()
  }
}
