import { expect, test } from 'vitest'
import { DirectClicks } from './direct-clicks.ts'

/** No machine is as slow as this, in milliseconds. */
const patientMs = 60_000
const line = (n: number) => `click ${n}\n`

/** A database that takes what it is given when the test says so. */
function slowLoader() {
  const loads: { key: string; lines: string; done: (error?: Error) => void }[] = []
  const loadLines = async (key: string, lines: string) =>
    await new Promise<void>((resolve, reject) => {
      loads.push({ key, lines, done: (error) => (error ? reject(error) : resolve()) })
    })
  return { loads, loadLines }
}

test('what comes while one is under way is the next, under another key', async () => {
  const loader = slowLoader()
  const direct = new DirectClicks(loader, 'me', patientMs)
  const first = direct.store(line(1))
  await expect.poll(() => loader.loads.length).toBe(1)
  const more = [direct.store(line(2)), direct.store(line(3))]
  loader.loads[0]!.done()
  await first
  await expect.poll(() => loader.loads.length).toBe(2)
  loader.loads[1]!.done()
  await Promise.all(more)
  expect(loader.loads.map(({ key, lines }) => [key, lines])).toEqual([
    ['me-direct-1', line(1)],
    ['me-direct-2', line(2) + line(3)],
  ])
})

test('a refusal fails those of its transaction alone', async () => {
  const loader = slowLoader()
  const direct = new DirectClicks(loader, 'me', patientMs)
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
  const direct = new DirectClicks(loader, 'me', patientMs)
  const slow = direct.store(line(0).repeat(4_990))
  await expect(direct.store(line(1).repeat(11))).rejects.toThrow('too many')
  loader.loads[0]!.done()
  await slow
  const stored = direct.store(line(2))
  await expect.poll(() => loader.loads.length).toBe(2)
  loader.loads[1]!.done()
  await stored
})

test('is bounded in time', async () => {
  const loader = slowLoader()
  await expect(new DirectClicks(loader, 'me', 1).store(line(0))).rejects.toThrow('too slowly')
})
