import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { SharedClock } from '#server/platform/clock.ts'
import { clickTime } from '#server/modules/clicks/public.ts'
import { app, openApp, read, report, sale, stage } from './conversions.fixture.ts'

openApp()

const script = fileURLToPath(new URL('../clicks/wrong-clock.fixture.ts', import.meta.url))
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})

/** Another machine on the database, whose clock is ahead by so many minutes; what it logs as errors is kept. */
async function startBeside(minutesAhead: number): Promise<{ origin: string; log: () => string }> {
  const settings = {
    databaseUrl: app.databaseUrl,
    dataDir: temporaryFolder('data'),
    aheadMs: minutesAhead * 60_000,
  }
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += String(chunk)))
  const [line] = await once(child.stdout, 'data')
  return { origin: String(line).trim(), log: () => log }
}

test.each([
  [10, 'clock is 600 s ahead of the database'],
  [-10, 'clock is 600 s behind the database'],
])('a machine whose clock is %d minutes off loses no sale, and is not ready', async (minutes, status) => {
  const at = await stage()
  const beside = await startBeside(minutes)
  const ready = await fetch(`${beside.origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status })])
  expect(beside.log()).toContain('set it by NTP')

  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0' }
  const visited = await fetch(`${beside.origin}/s/${at.code}`, { headers, redirect: 'manual' })
  const clickId = new URL(visited.headers.get('location')!).searchParams.get('crels_click')!
  expect(Math.abs(clickTime(clickId) - app.clock.now().getTime())).toBeLessThan(5_000)
  const { body } = await report(at.key, sale(clickId, { occurredAt: undefined }))
  // So soon after its click it goes under review, by the database's time.
  expect(body.reason).not.toBe('before_click')
  expect(['accepted', 'under_review']).toContain(body.status)
  expect((await read(at.member, '/earnings')).items).toHaveLength(1)
})

test('a right clock is ready', async () => {
  await app.clock.follow(app.db)
  expect(app.clock.skewMs).toBe(0)
  const { status, warnings = [] } = (await app.server.inject('/readyz')).json<{
    status: string
    warnings?: { check: string }[]
  }>()
  // No worker runs here, which is said once a slow machine has taken a minute.
  expect([status, warnings.filter(({ check }) => check !== 'worker')]).toEqual(['ready', []])
})

test.each([10, -10])('a clock that is set by %d minutes while it runs moves no click', async (minutes) => {
  const clock = new SharedClock()
  await clock.follow(app.db)
  const begunAt = clock.now().getTime()
  const right = Date.now
  Date.now = () => right() + minutes * 60_000
  try {
    expect(Math.abs(clock.now().getTime() - begunAt)).toBeLessThan(60_000)
    // Readiness and the log have it at once, not with the next reading.
    expect(Math.round(clock.skewMs / 60_000)).toBe(-minutes)
    expect(clock.isStepped).toBe(true)
    await clock.follow(app.db)
    expect(clock.isStepped).toBe(false)
    expect(Math.abs(clock.now().getTime() - begunAt)).toBeLessThan(60_000)
  } finally {
    Date.now = right
  }
  expect(clock.isStepped).toBe(true)
  await clock.follow(app.db)
  expect([clock.skewMs, clock.isStepped]).toEqual([0, false])
})
