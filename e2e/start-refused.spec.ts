import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import {
  closedLater,
  databaseOf,
  endPrograms,
  nodeStart,
  startProgram,
  temporaryDataDir,
} from '#testing/processes.ts'

// Each starts whole programs; beside browser tests on two cores that takes its time.
vi.setConfig({ maxConcurrency: 3 })

afterAll(endPrograms)

/** A start that does not come about: status 1, one line on standard error, no database left. */
async function refusal(settings: Record<string, string>, inside: string[] = []): Promise<string> {
  const usual = { DATA_DIR: temporaryDataDir(), PORT: String(await freePort()), DEMO_DATA: 'false' }
  const all = { ...usual, ...settings }
  const { status, stderr } = await startProgram([...inside, ...nodeStart], all).ended
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^[^\n]+\n$/) as string })
  expect(databaseOf(all.DATA_DIR)).toBeUndefined()
  return stderr.trim()
}

test.concurrent('a taken port', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  expect(await refusal({ PORT: String(port) })).toBe(
    `PORT: 127.0.0.1:${port} is taken by another program; set PORT to a free one`,
  )
  squatter.close()
})

test.concurrent.each([
  ['wrong alone', { PORT: 'eighty' }, /^PORT: "eighty" is not acceptable /],
  [
    'wrong together',
    { PASSWORD_MIN_LENGTH: '12', PASSWORD_MAX_LENGTH: '8' },
    /^PASSWORD_MAX_LENGTH is smaller than PASSWORD_MIN_LENGTH$/,
  ],
])('a setting that is %s', async (_, settings, line) => {
  expect(await refusal(settings)).toMatch(line)
})

test.concurrent('an address that is not of this machine', async () => {
  const { settings } = await migratedElsewhere()
  expect(await refusal({ HOST: '192.0.2.1', ...settings })).toBe(
    'HOST: 192.0.2.1 is not an address of this machine',
  )
})

test.concurrent('a data directory that is a file, or below one', async () => {
  const file = path.join(temporaryDataDir(), 'a-file')
  writeFileSync(file, '')
  for (const dir of [file, path.join(file, 'below')])
    expect(await refusal({ DATA_DIR: dir })).toMatch(/^DATA_DIR \(.+ is not a directory: move the file away/)
})

test.concurrent('a data directory with files of another program, which stay as they were', async () => {
  const dir = temporaryDataDir()
  writeFileSync(path.join(dir, 'diary.txt'), 'dear diary')
  expect(await refusal({ DATA_DIR: dir })).toMatch(
    /not of Crels \(diary\.txt\): set DATA_DIR to a new or empty/,
  )
  expect(readdirSync(dir)).toEqual(['diary.txt'])
})

test.concurrent('the same where the database is elsewhere', async () => {
  const dir = temporaryDataDir()
  writeFileSync(path.join(dir, 'diary.txt'), 'dear diary')
  const settings = { DATA_DIR: dir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/crels' }
  expect(await refusal(settings)).toMatch(/not of Crels \(diary\.txt\)/)
  expect(readdirSync(dir)).toEqual(['diary.txt'])
})

test.concurrent('a data directory in /proc, where nothing can be made', async () => {
  expect(await refusal({ DATA_DIR: '/proc/crels/data' })).toMatch(
    /^DATA_DIR \(\/proc\/crels\/data\) cannot be /,
  )
})

test.concurrent('a data directory on a disk that may only be read', async () => {
  const dir = temporaryDataDir()
  expect(await refusal({ DATA_DIR: dir }, onDisk('ro'))).toBe(
    `DATA_DIR (${dir}) cannot be written: make it writable for this account, or set DATA_DIR to another directory.`,
  )
})

// 48 MB do not take the migrations, and 80 take them and not the demo data.
test.concurrent.each(['48m', '80m'])('a disk of %s that fills up during the first start', async (size) => {
  const settings = { DEMO_DATA: 'true', LOG_LEVEL: 'silent' }
  expect(await refusal(settings, onDisk(`size=${size}`))).toMatch(
    /^The disk of DATA_DIR \(.+ is full: free some space and start again; /,
  )
})

test.concurrent('a database of a newer PostgreSQL', async () => {
  const dir = temporaryDataDir()
  const cluster = path.join(dir, 'postgres')
  mkdirSync(cluster)
  writeFileSync(path.join(cluster, 'PG_VERSION'), '19\n')
  expect(await refusal({ DATA_DIR: dir })).toMatch(
    /^DATA_DIR has a database of PostgreSQL 19 \(.+, and this is PostgreSQL 18: dump it there and restore it here/,
  )
  expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
})

test.concurrent('a database that a newer Crels has migrated', async () => {
  const { settings, url } = await migratedElsewhere()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into schema_migration (name, checksum) values ('9999_future.sql', '')`)
  await client.end()
  expect(await refusal(settings)).toBe(
    'The database has 9999_future.sql, which this version of Crels does not know; use a newer version',
  )
})

/** For what does not ask for a database of the start's own: one that is migrated, which takes no time. */
async function migratedElsewhere() {
  const { url, drop } = await createTestDatabase()
  closedLater(drop)
  return { url, settings: { DATABASE_URL: url, SECRET: testConfig(url).secret! } }
}

/** Runs what follows with a file system of its own on DATA_DIR, which ends with the namespace. */
function onDisk(options: string): string[] {
  const mount = `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && exec "$@"`
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh']
}
