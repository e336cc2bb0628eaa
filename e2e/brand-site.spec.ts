import { execFile, spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandSnippet } from '#server/modules/conversions/snippet-route.ts'
import { createSigningKey } from '#server/modules/campaigns/public.ts'
import { openSecret } from '#server/platform/secret.ts'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

/** A brand's site on an origin of its own; every page has the snippet and an order form. */
let shop: Server
let origin: string
beforeAll(async () => {
  shop = createServer((request, response) => {
    const wait = request.url?.startsWith('/asks') ? ' data-consent="wait"' : ''
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Shop</title><script src="${site.origin}/crels.js"${wait}></script>
      <form><input type="hidden" name="crels_click"></form>`)
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})

const [first, second] = [`clk_${'1'.repeat(32)}`, `clk_${'2'.repeat(32)}`]

test('the snippet weighs 2 KB at most', () => {
  expect(Buffer.byteLength(brandSnippet)).toBeLessThanOrEqual(2048)
})

test('the snippet keeps the last click on the brand’s site, fills order forms, and waits for consent', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const kept = async (path: string) => {
    await page.goto(origin + path)
    const inForm = await page.locator('input[name=crels_click]').inputValue()
    const said = await page.evaluate('window.crels.click()')
    expect(inForm).toBe(said ?? '')
    return said
  }
  expect(await kept('/')).toBeNull()
  expect(await kept(`/asks?crels_click=${first}`)).toBe(first)
  expect(await context.cookies()).toEqual([])
  expect(await kept('/asks')).toBeNull()
  expect(await kept(`/asks?crels_click=${first}`)).toBe(first)
  await page.evaluate('window.crels.allow()')
  expect(await kept('/asks')).toBeNull()
  expect(await kept('/later')).toBe(first)
  expect(await kept('/?crels_click=%22%3E%3Cscript%3E')).toBe(first)
  expect(await kept(`/?crels_click=${second}`)).toBe(second)
  const cookies = await context.cookies()
  expect(cookies).toMatchObject([{ name: 'crels_click', value: second, sameSite: 'Lax', path: '/' }])
  // Without the cookie, as where a browser shortens their life.
  await context.clearCookies()
  expect(await kept('/order')).toBe(second)
  expect(errors).toEqual([])
  await context.close()
})

const run = promisify(execFile)

/** What an example of the documents prints when a shop runs it. */
async function report(
  command: [string, ...string[]],
  env: Record<string, string>,
  order: string,
): Promise<unknown> {
  const [program, ...args] = [...command, 'clk_nobody', order, '4990']
  const { PATH = '' } = process.env
  const { stdout } = await run(program, args, { env: { PATH, CRELS_URL: site.origin, ...env } })
  return JSON.parse(stdout)
}

const recorded = (eventId: string) => ({ eventId, status: 'rejected', reason: 'click_unknown' })

test('the example for curl reports with a key', async () => {
  const CRELS_KEY = await createBrandKey(site, (await createBrand(site)).id)
  const sent = await report(['sh', 'docs/examples/report-conversion.sh'], { CRELS_KEY }, 'by-curl')
  expect(sent).toMatchObject(recorded('by-curl'))
})

async function signing(): Promise<Record<string, string>> {
  const brand = await createBrand(site)
  const { id, key } = await site.db.transaction().execute(async (tx) => {
    return await createSigningKey(tx, { brand: brand.slug, label: 'shop' }, openSecret(site.config))
  })
  return { CRELS_KEY_ID: id, CRELS_KEY: key }
}

test('the example for Node signs its report', async () => {
  const sent = await report(['node', 'docs/examples/report-conversion.mjs'], await signing(), 'by-node')
  expect(sent).toMatchObject(recorded('by-node'))
})

const hasPhp = spawnSync('php', ['--version']).status === 0
test.skipIf(!hasPhp)('the example for PHP signs its report (left out where there is no php)', async () => {
  const sent = await report(['php', 'docs/examples/report-conversion.php'], await signing(), 'by-php')
  expect(sent).toMatchObject(recorded('by-php'))
})
