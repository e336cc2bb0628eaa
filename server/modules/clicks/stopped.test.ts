import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { someLink } from '#testing/links.ts'

const script = fileURLToPath(new URL('redirect-process.fixture.ts', import.meta.url))

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'crels-stopped-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startProcess(): Promise<{ child: ChildProcess; origin: string }> {
  const settings = JSON.stringify({ databaseUrl: database.url, dataDir })
  const child = spawn(process.execPath, [script, settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { child, origin: String(line).trim() }
}

/** Visits over one connection until it breaks; every click id that was read off a whole answer is remembered. */
async function visitUntilStopped(origin: string, code: string, answered: Set<string>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (;;) answered.add(await clickOf(origin, code, agent))
  } catch {
    agent.destroy()
  }
}

async function clickOf(origin: string, code: string, agent: Agent): Promise<string> {
  return await new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' }
    request(`${origin}/s/${code}`, { agent, headers }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        const id = /crels_click=(clk_[0-9a-f]{32})/.exec(response.headers.location ?? '')?.[1]
        if (id) resolve(id)
        else reject(new Error(`answered ${response.statusCode}`))
      })
    })
      .on('error', reject)
      .end()
  })
}

test('a process that is asked to stop leaves nothing in its spool', async () => {
  const link = await someLink(database.db)
  const { child, origin } = await startProcess()
  const answered = new Set<string>()
  const visits = Array.from({ length: 4 }, () => visitUntilStopped(origin, link.code, answered))
  await expect.poll(() => answered.size, { interval: 5 }).toBeGreaterThan(20)
  child.kill('SIGTERM')
  await Promise.all([once(child, 'exit'), ...visits])
  const { rows } = await sql<{ id: string }>`select id from click where link_id = ${link.id}`.execute(
    database.db,
  )
  const loaded = new Set(rows.map((row) => row.id))
  expect([...answered].filter((id) => !loaded.has(id))).toEqual([])
})
