import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { createTestDatabase } from '#testing/database.ts'
import { someId } from '#testing/links.ts'
import { newClickId } from './click-id.ts'
import { clickLine } from './click-line.ts'
import { ClickPump } from './click-pump.ts'
import type { ClickSink } from './click-sink.ts'
import { ClickLoader } from './load-clicks.ts'
import { PostgresSink } from './postgres-sink.ts'

const log = pino({ level: 'silent' })

test('who waits for a click to be stored does not wait for those that come meanwhile, however slow the database is', async () => {
  const database = await createTestDatabase()
  const pool = openPool({ url: database.url, asApp: true, poolSize: 1 })
  const dir = mkdtempSync(join(tmpdir(), 'crels-pump-'))
  const postgres = new PostgresSink(pool)
  // Longer than a segment is written to: there is always another when one is stored.
  const slow: ClickSink = {
    store: async (segments) => {
      await delay(200)
      return await postgres.store(segments)
    },
  }
  const pump = new ClickPump(dir, new ClickLoader(slow, log), log)
  const over = new AbortController()
  let kept = 0
  const visits = (async () => {
    while (!over.signal.aborted) {
      await pump.append(someLine())
      kept += 1
      await delay(5)
    }
  })()
  try {
    await expect.poll(() => pump.progress().loaded).toBeGreaterThan(0)
    const before = kept
    const flushed = pump.flush().then(() => pump.progress().loaded)
    expect(await Promise.race([flushed, delay(5_000, 'not within 5 s')])).toBeGreaterThanOrEqual(before)
  } finally {
    over.abort()
    await visits
    await pump.close()
    await pool.end()
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  }
})

test('a click that went to the database without the folder waits for nothing', async () => {
  const database = await createTestDatabase()
  const pool = openPool({ url: database.url, asApp: true, poolSize: 1 })
  const dir = mkdtempSync(join(tmpdir(), 'crels-pump-'))
  writeFileSync(join(dir, 'clicks'), 'in the way')
  const loader = new ClickLoader(new PostgresSink(pool), log)
  const pump = new ClickPump(join(dir, 'clicks'), loader, log, 30_000)
  try {
    await pump.append(someLine())
    expect(pump.progress()).toEqual({ taken: 1, loaded: 1, waitingSeconds: 0 })
    rmSync(join(dir, 'clicks'))
    // Longer than a folder that refused one rests.
    await delay(1_100)
    await pump.append(someLine())
    expect(pump.progress().waitingSeconds).toBeGreaterThan(0)
    await pump.flush()
    expect(pump.progress()).toEqual({ taken: 2, loaded: 2, waitingSeconds: 0 })
  } finally {
    await pump.close()
    await pool.end()
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  }
})

function someLine(): string {
  return clickLine({
    clickId: newClickId(Date.now()),
    linkId: someId('lnk'),
    visitor: '00112233445566778899aabbccddeeff',
    reason: null,
    country: 'NO',
    device: 'desktop',
    referrerHost: 'example.com',
    subId: 'a',
  })
}
