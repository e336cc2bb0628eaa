import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { runCommand } from '#testing/commands.ts'
import { temporaryDataDir } from '#testing/processes.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { withSite, type BenchSite } from './site.ts'

/** What a lost disk takes with it where the log is archived, and how long it takes to come back. */
export const recovery: Measure = {
  name: 'recovery',
  title: 'A disk is lost: restored from a backup and the archived log',
  baseline: null,
  onlyByName: true,
  run: async (bench) => {
    const places = { BACKUP_DIR: temporaryDataDir(), WAL_ARCHIVE_DIR: temporaryDataDir() }
    const settings = { ...places, BACKUP_KEY: 'the key of backups, which is kept elsewhere' }
    return await withSite(async (site) => await measure(site, bench), { settings })
  },
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const rounds = quick ? 1 : 8
  await sql`create table bench_written as select clock_timestamp() as at`.execute(site.db)
  say('a backup')
  const began = performance.now()
  const { folder } = JSON.parse(await command(['--json', 'backup'], site.settings)) as { folder: string }
  const backup = [(performance.now() - began) / 1000]
  const writing = new AbortController()
  const written = writeUntil(site.db, writing.signal)
  const lost: number[] = []
  const restore: number[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // At any moment of the minute in which a file of the log is handed over.
      await sleep(quick ? 70_000 : 61_000 + Math.random() * 60_000)
      say(`round ${round}: the disk is lost`)
      const kept = path.join(temporaryDataDir(), 'wal')
      mkdirSync(kept)
      cpSync(site.settings.WAL_ARCHIVE_DIR!, kept, { recursive: true })
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(site.db)
      const { newest, seconds } = await restored(folder, kept, site.settings)
      restore.push(seconds)
      lost.push((rows[0]!.at.getTime() - newest.getTime()) / 1000)
    }
  } finally {
    writing.abort()
    await written
  }
  return [
    { name: 'written and not in the archive', unit: 's', samples: lost, goal: { text: '< 60 s', below: 60 } },
    { name: 'an empty installation, restored and open', unit: 's', samples: restore },
    { name: 'its backup', unit: 's', samples: backup },
  ]
}

/** A row each 50 ms. */
async function writeUntil(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sql`insert into bench_written values (clock_timestamp())`.execute(db)
    await sleep(50)
  }
}

/** Restores to a place of its own: when its newest row was written, and how long it took until it answered that. */
async function restored(folder: string, wal: string, settings: Record<string, string>) {
  const before = performance.now()
  const place = path.join(temporaryDataDir(), 'restored')
  await command(['restore', folder, '--to', place, '--wal', wal], { ...settings, DATA_DIR: place })
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: () => {} })
  const db = openDatabase({ url: postgres.url, poolSize: 1, name: 'restored' })
  try {
    const { rows } = await sql<{ at: Date }>`select max(at) as at from bench_written`.execute(db)
    return { newest: rows[0]!.at, seconds: (performance.now() - before) / 1000 }
  } finally {
    await db.destroy()
    await postgres.stop()
  }
}

async function command(args: string[], settings: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await runCommand(args, settings)
  if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}
