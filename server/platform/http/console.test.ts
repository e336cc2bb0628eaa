import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { consoleHref, consoleRoutes, matchConsole, type ConsoleScreen } from '#contracts/console-routes.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
})
afterAll(() => app.close())

const get = async (url: string) =>
  await app.server.inject({ url, headers: { 'accept-encoding': 'identity' } })

const files = () => [...page().matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, file]) => file!)
const page = () => readFileSync(join(inject('webDir'), 'console/index.html'), 'utf8')

test('every screen of the console answers 200 with its page, which nobody keeps, and no other address does', async () => {
  for (const screen of Object.keys(consoleRoutes) as ConsoleScreen[]) {
    const path = consoleHref(screen, { id: 'x', uid: 'x', slug: 'x', document: 'x' })
    expect(matchConsole(path), path).toBe(screen)
    const { statusCode, headers } = await get(path)
    expect(statusCode, path).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-robots-tag']).toContain('noindex')
  }
  for (const path of ['/console/', '/console/?a=b']) expect((await get(path)).statusCode).toBe(200)
  expect((await get('/console/no-such-screen')).statusCode).toBe(404)
  expect((await get('/console/assets/no-such-file.js')).headers['content-type']).toContain('text/plain')
  expect((await get('/consolex')).body).not.toContain('csp-nonce')
})

test('its policy allows no inline script, no foreign origin and no style without the nonce of the answer', async () => {
  const [first, second] = [await get('/console'), await get('/console')]
  const policy = String(first.headers['content-security-policy'])
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  const [, nonce] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)!
  expect(first.body).toContain(`nonce="${nonce}"`)
  expect(second.body).not.toContain(nonce)
  expect(first.body).not.toMatch(/<script(?![^>]* src=)|<style|\{\{/)
})

test('its files are served compressed and kept for good, and those of the site are not among them', async () => {
  expect(files().length).toBeGreaterThan(3)
  for (const file of files()) {
    const { statusCode, headers } = await app.server.inject({
      url: file,
      headers: { 'accept-encoding': 'br' },
    })
    expect(statusCode, file).toBe(200)
    if (!file.includes('/assets/')) continue
    expect(headers['cache-control'], file).toContain('immutable')
    if (/\.(js|css)$/.test(file) && Number(headers['content-length']) > 1024)
      expect(headers['content-encoding'], file).toBe('br')
  }
  const { body } = await get('/login')
  expect(body).not.toContain('/console/')
})

test('every control that a script of the console draws has its styles', () => {
  const assets = join(inject('webDir'), 'console/assets')
  const classesIn = (texts: string[]) => new Set(texts.join('').match(/\bm_[0-9a-f]{6,8}\b/g))
  const built = (ending: string) =>
    readdirSync(assets)
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(assets, file), 'utf8'))
  const [drawn, styled] = [classesIn(built('.js')), classesIn(built('.css'))]
  const all = readFileSync(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')), 'utf8')
  const wanted = [...classesIn([all])].filter((name) => drawn.has(name))
  expect(wanted.length).toBeGreaterThan(100)
  // A new control: its line in console/ui/control-styles.css.
  expect(wanted.filter((name) => !styled.has(name))).toEqual([])
})
