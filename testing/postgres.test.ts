import { existsSync, mkdtempSync, mkdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startTestPostgres } from './postgres.ts'
import { databaseFolder } from './run-folder.ts'

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('gives a server that never waits for the disk, and clears away what a killed run left behind', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000)
  const abandoned = mkdtempSync(path.join(databaseFolder(), 'crels-test-'))
  mkdirSync(path.join(abandoned, 'postgres'))
  utimesSync(abandoned, hourAgo, hourAgo)

  const postgres = await startTestPostgres()
  expect(existsSync(abandoned)).toBe(false)
  const [row] = await query(
    postgres.url('crels'),
    `select current_setting('data_directory') as dir, current_setting('fsync') as fsync`,
  )
  expect(row.fsync).toBe('off')
  utimesSync(path.dirname(row.dir), hourAgo, hourAgo)

  await query(postgres.url('postgres'), 'create database copy template crels strategy file_copy')
  const other = await startTestPostgres()
  expect(await query(postgres.url('copy'), 'select current_database() as name')).toEqual([{ name: 'copy' }])
  await other.stop()
  await postgres.stop()
  expect(existsSync(path.dirname(row.dir))).toBe(false)
})
