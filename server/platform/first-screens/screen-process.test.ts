import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { screenRendererPath } from '#server/build/prerendered-pages.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import type { ScreenJob } from './render-process.ts'
import { ScreenProcess } from './screen-process.ts'

/** In place of the built app: what it does is in the path that is asked for. */
const renderer = `export async function renderScreen({ path, at, timeZone }) {
  if (path === '/throws') throw new Error('cannot')
  if (path === '/ends') process.exit(3)
  if (path === '/hangs') await new Promise((resolve) => setTimeout(resolve, 3_600_000))
  const hour = new Date(at).getHours()
  return { html: path + ' ' + hour + ' ' + Object.keys(process.env).join(), screen: { at, timeZone, shown: [] } }
}`

const log = pino({ level: 'silent' })
const webDir = temporaryFolder('screens')
const file = join(webDir, screenRendererPath)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, renderer)
// A test's machine is busy: a process may take seconds to start.
const screens = new ScreenProcess(webDir, log, { stuckMs: 60_000 })
afterAll(() => {
  screens.close()
  rmSync(webDir, { recursive: true })
})

const longMs = 60_000
async function render(path: string, { timeZone = 'UTC', mostMs = longMs, by = screens } = {}) {
  const job = { path, at: 0, timeZone, language: 'en', bootData: {} } as unknown as ScreenJob
  return (await by.render(job, mostMs))?.html ?? null
}

test('each screen is rendered in the zone of its member, by a process that knows nothing of ours', async () => {
  const zones = ['UTC', 'Asia/Tokyo', 'America/New_York']
  const rendered = await Promise.all(zones.map(async (timeZone) => await render('/x', { timeZone })))
  expect(rendered).toEqual(['/x 0 TZ', '/x 9 TZ', '/x 19 TZ'])
})

test('a screen that fails or ends the process is null, and the next is rendered', async () => {
  expect(await Promise.all([render('/throws'), render('/x')])).toEqual([null, '/x 0 TZ'])
  expect(await render('/ends')).toBeNull()
  expect(await render('/x')).toBe('/x 0 TZ')
})

test('a page waits no longer than it would for a screen that hangs, whose process is killed', async () => {
  const by = new ScreenProcess(webDir, log, { stuckMs: 1_000 })
  expect(await render('/hangs', { by, mostMs: 50 })).toBeNull()
  expect(await render('/after', { by })).toBeNull()
  await expect.poll(async () => await render('/x', { by }), { timeout: longMs }).toBe('/x 0 TZ')
  by.close()
})

test('with too many before it a page goes without', async () => {
  const asked = Array.from({ length: 20 }, async () => await render('/x'))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(8)
})
