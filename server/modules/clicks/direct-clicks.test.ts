import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/run-folder.ts'
import { ClickPump } from './click-pump.ts'
import type { Segment } from './click-spool.ts'
import { silent } from './click-stores.fixture.ts'
import { DirectClicks } from './direct-clicks.ts'
import type { KeyedLines } from './load-clicks.ts'

/** No machine is as slow as this, in milliseconds. */
const patientMs = 60_000
const line = (n: number, times = 1) => ({ key: `key-${n}`, lines: `click ${n}\n`.repeat(times) })

/** A database that takes what it is given when the test says so. */
function slowLoader() {
  const loads: { segments: KeyedLines[]; done: (error?: Error) => void }[] = []
  const loadLines = async (segments: KeyedLines[]) =>
    await new Promise<void>((resolve, reject) => {
      loads.push({ segments, done: (error) => (error ? reject(error) : resolve()) })
    })
  return { loads, loadLines }
}

test('what comes while one is under way is the next, each under its own key', async () => {
  const loader = slowLoader()
  const direct = new DirectClicks(loader, patientMs)
  const first = direct.store(line(1))
  await expect.poll(() => loader.loads.length).toBe(1)
  const more = [direct.store(line(2)), direct.store(line(3))]
  loader.loads[0]!.done()
  await first
  await expect.poll(() => loader.loads.length).toBe(2)
  loader.loads[1]!.done()
  await Promise.all(more)
  expect(loader.loads.map(({ segments }) => segments)).toEqual([[line(1)], [line(2), line(3)]])
})

test('a refusal fails those of its transaction alone', async () => {
  const loader = slowLoader()
  const direct = new DirectClicks(loader, patientMs)
  const first = direct.store(line(1))
  await expect.poll(() => loader.loads.length).toBe(1)
  const second = direct.store(line(2))
  loader.loads[0]!.done(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => loader.loads.length).toBe(2)
  loader.loads[1]!.done()
  await second
})

test('is bounded in number', async () => {
  const loader = slowLoader()
  const direct = new DirectClicks(loader, patientMs)
  const slow = direct.store(line(0, 4_990))
  await expect(direct.store(line(1, 11))).rejects.toThrow('too many')
  loader.loads[0]!.done()
  await slow
  const stored = direct.store(line(2))
  await expect.poll(() => loader.loads.length).toBe(2)
  loader.loads[1]!.done()
  await stored
})

test('is bounded in time', async () => {
  const loader = slowLoader()
  await expect(new DirectClicks(loader, 1).store(line(0))).rejects.toThrow('too slowly')
})

test('what the database took too slowly is in the folder under the same key, so that it is stored once', async () => {
  const loader = slowLoader()
  const folder = join(temporaryFolder('direct'), 'clicks')
  writeFileSync(folder, 'in the way')
  const loaded: string[] = []
  const load = async (segments: Segment[]) => {
    loaded.push(...segments.map(({ key }) => key))
    return segments.length
  }
  const pump = new ClickPump(folder, Object.assign(loader, { load, loaded: 0 }) as never, silent, 600)
  await expect(pump.append('one\n')).rejects.toThrow('too slowly')
  const kept = pump.append('two\n')
  rmSync(folder)
  await kept
  await pump.flush()
  loader.loads[0]!.done()
  await expect.poll(() => loader.loads.length).toBe(2)
  expect(loader.loads[1]!.segments).toEqual([{ key: loaded[0], lines: 'two\n' }])
  loader.loads[1]!.done()
  await pump.close()
})
