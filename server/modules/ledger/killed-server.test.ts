import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { temporaryDir } from '#server/platform/embedded-postgres/owner.fixture.ts'
import { readPostmasterFile } from '#server/platform/embedded-postgres/postmaster-file.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { migrate } from '#server/platform/migrate.ts'
import { houseIssued, memberAvailable, move, newSubject } from './accounts.ts'
import { postLines } from './ledger.fixture.ts'
import { reconcile } from './reconcile.ts'

const log = () => {}

test('after kill -9 of the server under load, every acknowledged post is there and the ledger is clean', async () => {
  const dataDir = temporaryDir()
  const killed = await startEmbeddedPostgres({ dataDir, log })
  await migrate(killed.url)
  const acknowledged: string[] = []
  const db = openDatabase({ url: killed.url, asApp: true, poolSize: 8 })
  const clients = Array.from({ length: 8 }, async () => {
    const account = memberAvailable(newSubject())
    for (;;) acknowledged.push((await postLines(db, move(houseIssued, account, 1))).txnId)
  })
  const ended = Promise.allSettled(clients)
  while (acknowledged.length < 200) await sleep(10)
  process.kill(readPostmasterFile(path.join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  await killed.stop()
  for (const client of await ended) expect(client.status).toBe('rejected')
  await db.destroy()

  const next = await startEmbeddedPostgres({ dataDir, log })
  const after = openDatabase({ url: next.url, asApp: true, poolSize: 2 })
  try {
    const { rows } = await sql<{ id: string }>`select id from txn`.execute(after)
    const present = new Set(rows.map((row) => row.id))
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([])
    expect(await reconcile(after)).toMatchObject({ clean: true, transactions: present.size })
  } finally {
    await after.destroy()
    await next.stop()
  }
})
