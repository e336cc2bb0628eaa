import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { giveCheckout, makeCheckout, putBuiltWeb } from '#testing/checkout.ts'
import {
  databaseOf,
  endPrograms,
  removedLater,
  startProgram,
  startSite,
  type StartedSite,
  type Whereabouts,
} from '#testing/processes.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

// Each is a first start of a whole checkout; beside browser tests on two cores that takes its time.
const isRoot = process.getuid?.() === 0
/** Under this a process sees itself as root, under any account that runs the tests. */
const asRoot = isRoot ? [] : ['unshare', '--user', '--map-root-user', '--']
const npmStart = ['npm', 'start', '--silent']

/** One checkout, which moves from place to place. */
const places = temporaryFolder('checkouts')
let checkout = path.join(places, 'checkout')

beforeAll(() => {
  chmodSync(places, 0o755)
  makeCheckout(checkout)
})
afterEach(endPrograms)
afterAll(() => rmSync(places, { recursive: true, force: true }))

/** The checkout at another place, without data; what a build makes stays, which takes as long as the rest. */
function moveTo(...steps: string[]): void {
  const place = path.join(places, ...steps)
  mkdirSync(path.dirname(place), { recursive: true })
  renameSync(checkout, place)
  checkout = place
  rmSync(path.join(checkout, '.data'), { recursive: true, force: true })
  removedLater(path.join(checkout, '.data'))
  putBuiltWeb(inject('webDir'), checkout)
}

/** The first start in the checkout with nothing set but a port, and its end. */
async function startsAndStops(
  settings: Record<string, string>,
  command = npmStart,
  whereabouts: Whereabouts = {},
): Promise<StartedSite> {
  const usual = { BUILD_WEB: 'true', DEMO_DATA: 'false', ...settings }
  const site = await startSite(usual, command, { cwd: checkout, ...whereabouts })
  expect(await (await fetch(`${site.origin}/readyz`)).json()).toEqual({ status: 'ready' })
  expect(await (await fetch(`${site.origin}/login`)).text()).toContain('<div id="root"')
  expect(existsSync(path.join(checkout, 'generated/messages/messages.js'))).toBe(true)
  const dataDir = path.join(checkout, '.data')
  expect(databaseOf(dataDir)).toEqual(expect.any(Number))
  site.kill('SIGTERM')
  expect((await site.ended).status).toBe(0)
  expect(databaseOf(dataDir)).toBeUndefined()
  return site
}

test('as root, under a home that is closed to others', async () => {
  const home = path.join(places, 'home')
  mkdirSync(home)
  moveTo('home', 'crels')
  chmodSync(home, 0o700)
  await startsAndStops({ HOME: home }, [...asRoot, ...npmStart])
  expect(statSync(home).mode & 0o777).toBe(0o700)
})

test('in a path with spaces, an apostrophe and letters beyond ASCII, longer than a socket may have, the build of the web app with it', async () => {
  moveTo("Zoë's crels – 数据", 'a long checkout '.repeat(6).trim())
  expect(Buffer.byteLength(checkout)).toBeGreaterThan(107)
  rmSync(path.join(checkout, 'dist'), { recursive: true })
  const site = await startsAndStops({})
  expect(site.stdout()).toContain('Built the web app')
  // A build in every language beside other tests: 30 s alone.
}, 300_000)

test('a path that PostgreSQL cannot use gives one line of explanation', async () => {
  moveTo('the "$HOME" of a few', 'crels')
  const start = startProgram(npmStart, { PORT: '1' }, undefined, { cwd: checkout })
  const { status, stderr } = await start.ended
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^PostgreSQL cannot run in a folder with ", \$, ` or \\ in its path .*: move Crels to/m,
  )
})

test('as an ordinary user without rights to every directory', async () => {
  moveTo('of-a-user', 'crels')
  const user = isRoot ? ordinaryUser() : undefined
  const home = path.join(places, 'home-of-a-user')
  mkdirSync(home)
  if (user) for (const folder of [checkout, home]) giveCheckout(folder, user)
  const settings = { DEMO_DATA: 'false', HOME: home, TMPDIR: home }
  const command = reachesNpm(user) ? npmStart : ['node_modules/.bin/node', 'server/start.ts']
  await startsAndStops(settings, command, user)
  const { uid } = statSync(path.join(checkout, '.data/postgres'))
  expect(uid).toBe(user?.uid ?? process.getuid?.())

  const elsewhere = { ...settings, DATA_DIR: '/crels-data' }
  const { status, stderr } = await startProgram(command, elsewhere, undefined, { cwd: checkout, ...user })
    .ended
  expect(status).toBe(1)
  expect(stderr).toContain('DATA_DIR (/crels-data) cannot be written: make it writable for this account')
})

function ordinaryUser(): { uid: number; gid: number } {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Where npm itself is in a closed home, another account starts with the Node that is installed. */
function reachesNpm(user: Whereabouts | undefined): boolean {
  return spawnSync('npm', ['--version'], { ...user, cwd: checkout }).status === 0
}
