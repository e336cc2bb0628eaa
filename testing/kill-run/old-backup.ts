import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { reconcile } from '#server/modules/ledger/public.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { migrate } from '#server/platform/migrate.ts'
import { runCommand } from '../commands.ts'
import { recount } from '../recount/recount.ts'
import { databaseFolder, temporaryFolder } from '../run-folder.ts'
import { brokenPromises } from './database-promises.ts'
import type { Site } from './site.ts'

const key = { BACKUP_KEY: 'the key of backups of the kill run, kept elsewhere' }
let restores = 0

/**
 * Has a site under load backed up, and restored to another place: what was there before the backup began is there, the
 * books balance, and no payout leaves. Throws what is otherwise. The site goes on.
 */
export async function restoreOldBackup(site: Pick<Site, 'settings' | 'openBooks'>): Promise<void> {
  const before = await factsOf(site)
  const backups = temporaryFolder('backups')
  const made = await crels(['--json', 'backup', '--with-secret'], {
    ...site.settings,
    ...key,
    BACKUP_DIR: backups,
  })
  const { folder } = JSON.parse(made) as { folder: string }
  const place = join(databaseFolder(), `crels-restored-${process.pid}-${++restores}`)
  const there = { ...key, DATA_DIR: place, LOG_LEVEL: 'error' }
  if (site.settings.DATABASE_URL) {
    await crels(['restore', 'unpack', folder, '--to', place], there)
  } else {
    const printed = await crels(['restore', folder, '--to', place, '--verify'], there)
    if (!printed.includes('The books balance')) throw new Error(`A restore says: ${printed}`)
  }
  await chmod(place, 0o700)
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: () => {} })
  // What was unpacked is marked as restored at the first `migrate`.
  await migrate(postgres.url)
  const books = openDatabase({ url: postgres.url, poolSize: 1, name: 'restored' })
  try {
    const wrong = [
      ...(await missing(books, before)),
      ...(await brokenPromises(books)),
      ...(await recount(books)).broken,
      ...(await whatMayLeave(books)),
    ]
    const { clean, findings } = await reconcile(books)
    if (!clean) wrong.push(`The ledger: ${JSON.stringify(findings.filter(({ count }) => count > 0))}`)
    if (wrong.length > 0) throw new Error(`Of a restored backup: ${wrong.slice(0, 20).join('; ')}`)
  } finally {
    await books.destroy()
    await postgres.stop()
  }
}

async function crels(args: string[], settings: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await runCommand(args, settings)
  if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

/** What members and brands were told of. */
const tables = ['click', 'conversion', 'refund', 'txn', 'redemption', 'shop_order', 'enrolment'] as const

async function factsOf(site: Pick<Site, 'openBooks'>): Promise<Map<string, string[]>> {
  const books = await site.openBooks()
  const facts = new Map<string, string[]>()
  for (const table of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}`.execute(books)
    facts.set(
      table,
      rows.map(({ id }) => id),
    )
  }
  await books.destroy()
  return facts
}

async function missing(books: Db, facts: Map<string, string[]>): Promise<string[]> {
  const lines: string[] = []
  for (const [table, ids] of facts) {
    const { rows } = await sql<{ id: string }>`
      select a.id from unnest(${ids}::text[]) as a (id)
      where not exists (select from ${sql.table(table)} t where t.id = a.id)`.execute(books)
    if (rows.length > 0) lines.push(`${rows.length} of ${ids.length} of ${table} are missing`)
  }
  return lines
}

/** Payouts that could be sent again: every one that was open waits for a person, and cannot be approved before. */
async function whatMayLeave(books: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; isRequested: boolean; waits: boolean }>`
    select r.id, r.state = 'requested' as "isRequested", p.redemption_id is not null as waits from redemption r
    left join restored_payout p on p.redemption_id = r.id where r.state in ('requested', 'approved', 'sending')`.execute(
    books,
  )
  const free = rows
    .filter(({ waits }) => !waits)
    .map(({ id }) => `Redemption ${id} does not wait for a person`)
  const some = rows.find(({ isRequested }) => isRequested)
  if (!some) return free
  const refusal = await sql`update redemption set state = 'approved' where id = ${some.id}`
    .execute(books)
    .then(
      () => 'nothing',
      (error: Error) => error.message,
    )
  return refusal.startsWith('Payouts wait, since this database was restored')
    ? free
    : [...free, `Approving ${some.id} in a restored database was refused by: ${refusal}`]
}
