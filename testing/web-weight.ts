import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { networkQuiet, watchNetwork } from './network.ts'

/** KB gzipped, as docs/performance.md names them. */
export const webBudgets = { entry: 145, route: 30, css: 18 }

/** What one screen loads beside the entry, in KB gzipped. */
export interface ScreenWeight {
  path: string
  script: number
  styles: number
  /** Whether it loaded the schema library, which is weighed with the entry. */
  schemas: boolean
}

/** A site, and the `name=value` of a member's session cookie. */
export interface WeighedSite {
  origin: string
  cookie: string
}

/** Scripts of the first load, in KB gzipped, by the files of a build. */
export function measureEntry(webDir: string): number {
  return kilobytes(webDir, entryScripts(webDir))
}

/** Opens each screen for a new person and weighs what it loaded, with the files of the same build. */
export async function measureScreens(
  browser: Browser,
  webDir: string,
  { origin, cookie }: WeighedSite,
  screens: [path: string, signedIn: boolean][],
): Promise<ScreenWeight[]> {
  const entry = entryScripts(webDir)
  const [name, value] = cookie.split('=') as [string, string]
  const weights: ScreenWeight[] = []
  for (const [path, signedIn] of screens) {
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
    if (signedIn) await context.addCookies([{ name, value, url: origin, sameSite: 'Strict' }])
    // What comes once a screen is there and the browser has nothing else to do is not weighed: it is never idle.
    await context.addInitScript('requestIdleCallback = () => 0')
    watchNetwork(context)
    const page = await context.newPage()
    const loaded = new Set<string>()
    page.on('response', (response) => loaded.add(new URL(response.url()).pathname))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await networkQuiet(page)
    // Those included whose text came in the page.
    const sheets = await page.evaluate<string[]>(
      "[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href'))",
    )
    for (const sheet of sheets) loaded.add(sheet)
    const assets = [...loaded].filter((file) => file.startsWith('/assets/'))
    const script = kilobytes(
      webDir,
      assets.filter((file) => file.endsWith('.js') && !entry.has(file)),
    )
    const styles = kilobytes(
      webDir,
      assets.filter((file) => file.endsWith('.css')),
    )
    const schemas = assets.some((file) => schemaLibrary.test(file))
    weights.push({ path, script, styles, schemas })
    await context.close()
  }
  return weights
}

/** The schema library, which comes with the first form: signing in has one. */
const schemaLibrary = /\bschemas-[\w-]*\.js$/

/** The scripts that `index.html` names, and the schema library. */
function entryScripts(webDir: string): Set<string> {
  const html = readFileSync(join(webDir, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
  const schemas = readdirSync(join(webDir, 'assets')).filter((file) => schemaLibrary.test(file))
  if (schemas.length !== 1) throw new Error(`One chunk of schemas was expected, not ${schemas.length}`)
  return new Set([...named, `/assets/${schemas[0]}`])
}

function kilobytes(webDir: string, files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(webDir, file))).length
  return Math.round(bytes / 102.4) / 10
}
