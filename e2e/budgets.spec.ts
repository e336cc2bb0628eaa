import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { launchBrowser } from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { builtWebDir as webDir } from '../server/build/web-build.ts'

/** KB gzipped, as architecture.md section 7 sets them. */
const budgets = { entry: 145, route: 30, css: 18 }

let site: TestSite
let browser: Browser

beforeAll(async () => {
  site = await startTestSite()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

function kilobytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(webDir, file))).length
  return Math.round(bytes / 102.4) / 10
}

/** The files of the build that `index.html` itself names. */
function entryFiles(extension: string): string[] {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
    .map(([, file]) => file!)
    .filter((file) => file.endsWith(extension))
}

test('the first load and every screen of the slice stay within their budgets', async () => {
  const member = await createMember(site)
  const brand = await createBrand(site)
  const campaign = await createCampaign(site, { brandId: brand.id })
  // The schema library comes with a member's first screen, whichever it is: it counts with the first load.
  const schemas = readdirSync(join(webDir, 'assets')).filter((file) => /^schemas-.*\.js$/.test(file))
  expect(schemas).toHaveLength(1)
  const entry = new Set([...entryFiles('.js'), `/assets/${schemas[0]}`])
  const sizes: Record<string, number> = { entry: kilobytes(entry) }
  const over: string[] = sizes['entry']! > budgets.entry ? [`entry: ${sizes['entry']} KB`] : []

  const screens: [path: string, signedIn: boolean][] = [
    [paths.login, false],
    [paths.signup, false],
    [paths.faq, false],
    [paths.home, true],
    [paths.campaigns, true],
    [paths.campaignCategories, true],
    [paths.campaign(campaign.id), true],
    [paths.myCampaigns, true],
    [paths.crels('wallet'), true],
    [paths.profile, true],
  ]
  for (const [path, signedIn] of screens) {
    const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' })
    const [name, value] = member.cookie.split('=') as [string, string]
    if (signedIn) await context.addCookies([{ name, value, url: site.origin, sameSite: 'Strict' }])
    const page = await context.newPage()
    const loaded = new Set<string>()
    page.on('response', (response) => loaded.add(new URL(response.url()).pathname))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const assets = [...loaded].filter((file) => file.startsWith('/assets/'))
    const route = kilobytes(assets.filter((file) => file.endsWith('.js') && !entry.has(file)))
    const css = kilobytes(assets.filter((file) => file.endsWith('.css')))
    sizes[path] = route
    if (route > budgets.route) over.push(`${path}: ${route} KB of script`)
    if (css > budgets.css) over.push(`${path}: ${css} KB of styles`)
    await context.close()
  }
  expect(over, JSON.stringify(sizes)).toEqual([])
})
