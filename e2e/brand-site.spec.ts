import { execFile, spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandSnippet } from '#server/modules/conversions/snippet-route.ts'
import { createSigningKey } from '#server/modules/brands/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { createBrand, createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
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
      <a href="/asks/basket">Basket</a>
      <form action="/asks/ordered"><input type="hidden" name="crels_click"><button>Order</button></form>`)
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
  expect(await kept('/asks')).toBe(first)
  expect(await kept('/later')).toBe(first)
  expect(await kept('/?crels_click=%22%3E%3Cscript%3E')).toBe(first)
  expect(await kept(`/?crels_click=${second}`)).toBe(second)
  const cookies = await context.cookies()
  expect(cookies.filter(({ name }) => name === 'crels_click')).toMatchObject([
    { value: second, sameSite: 'Lax', path: '/' },
  ])
  // Without the cookie, as where a browser shortens their life.
  await context.clearCookies()
  expect(await kept('/order')).toBe(second)
  expect(errors).toEqual([])
  await context.close()
})

/** A visitor of the brand's site who follows a creator's link onto a page that waits for consent. */
async function arrive(code: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  const response = await context.request.get(`${site.origin}/s/${code}`, { maxRedirects: 0, headers: human })
  const clickId = new URL(response.headers()['location']!).searchParams.get('crels_click')!
  await page.goto(`${origin}/asks?crels_click=${clickId}`)
  return { context, page, clickId }
}

/** A visit by curl or a script would count as one of a program. */
const human = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

test('consent on the landing page counts on the next: the sale is paid for the click', async () => {
  const member = await createMember(site)
  const { id: campaignId, brandId } = await createCampaign(site)
  const { link } = await join(member, campaignId)
  const { context, page, clickId } = await arrive(link.code)
  await page.evaluate('window.crels.allow()')
  await page.getByRole('link', { name: 'Basket' }).click()
  await page.waitForURL('**/asks/basket')
  await page.getByRole('button', { name: 'Order' }).click()
  await page.waitForURL('**/asks/ordered?*')
  // What the shop's server gets with the order.
  const ordered = new URL(page.url()).searchParams.get('crels_click')
  expect(ordered).toBe(clickId)
  await shiftClock(site.db, '1 minute')
  await site.clock.follow(site.db)
  const sold = await fetch(`${site.origin}/api/v1/conversions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await createBrandKey(site, brandId)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ eventId: 'order-by-consent', clickId: ordered, type: 'sale' }),
  })
  expect(await sold.json()).toMatchObject({ status: 'accepted', earning: { crels: 84 } })
  await context.close()
})

test('consent one page later keeps the earlier click, and a withdrawn consent deletes it', async () => {
  const member = await createMember(site)
  const { link } = await join(member, (await createCampaign(site)).id)
  const { context, page, clickId } = await arrive(link.code)
  await page.getByRole('link', { name: 'Basket' }).click()
  await page.waitForURL('**/asks/basket')
  expect(await context.cookies()).toEqual([])
  await page.evaluate('window.crels.allow()')
  expect(await page.evaluate('window.crels.click()')).toBe(clickId)
  await page.goto(`${origin}/asks/later`)
  expect(await page.locator('input[name=crels_click]').inputValue()).toBe(clickId)

  await page.evaluate('window.crels.deny()')
  expect(await page.locator('input[name=crels_click]').inputValue()).toBe('')
  expect(await context.cookies()).toEqual([])
  await page.goto(`${origin}/asks/later`)
  expect(await page.evaluate('window.crels.click()')).toBeNull()
  await page.goto(`${origin}/asks?crels_click=${second}`)
  expect(await context.cookies()).toEqual([])
  await context.close()
})

async function join(member: TestMember, campaignId: string): Promise<{ link: { code: string } }> {
  const url = `${site.origin}/api/v1/campaigns/${campaignId}/enrolment`
  return (await (await fetch(url, { method: 'POST', headers: member.headers })).json()) as never
}

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
    return await createSigningKey(tx, testActor, { brand: brand.slug, label: 'shop' }, site.secret)
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
