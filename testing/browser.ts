import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Result, RunOptions } from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { closeContexts, openContext } from './kept-contexts.ts'
import { openFirstPage } from './kept-pages.ts'

/** The two widths every screen is made for. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const

/** As people's browsers name themselves: headless ones say so, and are rightly counted as bots. */
const userAgents = {
  phone:
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
} as const

export interface PageOptions {
  viewport?: keyof typeof viewports
  colorScheme?: 'light' | 'dark'
  /** Another browser than the Chromium that it is. */
  userAgent?: string
  /** Where the browser is, an IANA name; Lisbon unless given. */
  timeZone?: string
  /**
   * The app's service worker comes between page and server, as it does for people. Elsewhere it stays out: a new person
   * would fetch every file of the app, which costs the machine more than opening the page.
   */
  withServiceWorker?: boolean
  /** Nothing of the app is in the browser yet. Elsewhere it may have the files of the app from a person before. */
  isCold?: boolean
  /** Resource failures whose status a step expects, e.g. 404 on the page of an unknown address. */
  expectedStatuses?: number[]
}

/** A page as one person has it: cookies and storage of its own, and every error of its console kept. */
export interface Visit {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught exceptions and refused resources so far. */
  consoleErrors: string[]
}

/**
 * Starts Chromium: an installed one where there is one, else the one from npm. That one brings a few Latin fonts and looks
 * for no other; `withSystemFonts` gives it those of the machine, for pictures with names in other scripts.
 */
export async function launchBrowser({ withSystemFonts = false } = {}): Promise<Browser> {
  const executablePath = await chromiumPath()
  // Set by the package as it is loaded.
  const { FONTCONFIG_PATH: _packaged, ...env } = process.env
  return await chromium.launch({
    executablePath,
    env: withSystemFonts ? env : process.env,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

let shared: Promise<Browser> | undefined

/**
 * The Chromium of this process of tests: the first file that asks starts it, and those after it go on with it, since
 * starting one takes longer than opening a page. It ends with the process; each person has a context of their own.
 */
export async function openBrowser(): Promise<Browser> {
  // One that could not be started is started anew by the next file.
  const browser = await (shared ??= launchBrowser()).catch(() => undefined)
  if (browser?.isConnected()) return browser
  return await (shared = launchBrowser())
}

/** For `afterAll`: closes what a file's people left open. */
export async function closeVisits(browser: Browser): Promise<void> {
  await closeContexts(browser)
}

/** Opens a page for a new person: with no cookie, and with nothing stored. */
export async function visit(browser: Browser, origin: string, options: PageOptions = {}): Promise<Visit> {
  const context = await openContext(
    browser,
    {
      baseURL: origin,
      viewport: viewports[options.viewport ?? 'phone'],
      userAgent: options.userAgent ?? userAgents[options.viewport ?? 'phone'],
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: options.withServiceWorker ? 'allow' : 'block',
      locale: 'en-GB',
      timezoneId: options.timeZone ?? 'Europe/Lisbon',
    },
    { isKept: !options.isCold && !options.withServiceWorker },
  )
  return watched(await openFirstPage(context), options)
}

/** Opens one more page of the same person, with console errors of its own. */
export async function openTab(
  { context }: Pick<Visit, 'context'>,
  options: Pick<PageOptions, 'expectedStatuses'> = {},
): Promise<Visit> {
  return watched(await context.newPage(), options)
}

function watched(page: Page, { expectedStatuses }: Pick<PageOptions, 'expectedStatuses'>): Visit {
  const consoleErrors: string[] = []
  page.on('pageerror', (error) => consoleErrors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const status = /status of (\d{3})/.exec(message.text())?.[1]
    if (status && expectedStatuses?.includes(Number(status))) return
    consoleErrors.push(`${message.text()} (${message.location().url})`)
  })
  waitForForms(page)
  return { page, context: page.context(), consoleErrors }
}

const waiting = new WeakSet<Page>()

/** A page that was opened is one that a person can reach: a form that is only looked at yet is waited for. */
function waitForForms(page: Page): void {
  if (waiting.has(page)) return
  waiting.add(page)
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!options?.waitUntil) await page.locator('#root[inert]').waitFor({ state: 'detached' })
    return answer
  }
}

/** Makes it a member's browser, as if they had signed in here. */
export async function signInTo(
  { context }: Pick<Visit, 'context'>,
  origin: string,
  { cookie }: { cookie: string },
): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
}

/**
 * Accessibility violations of the page as it is now (WCAG 2.2 AA), one line each. Of a page that was looked at before the
 * style sheets, the same at every look, are not read again.
 */
export async function accessibilityViolations(
  page: Page,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axeSource())
  // Naming a tag also runs rules that are off by default, target-size among them.
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const options: RunOptions = {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
    preload: !isAgain,
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Result[]
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html.slice(0, 120)).join(' | ')})`,
  )
}

let axe: Promise<string> | undefined

async function axeSource(): Promise<string> {
  axe ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  return await axe
}

/** Where Chromium is: an installed one, else the one from npm, unpacked. */
export async function chromiumPath(): Promise<string> {
  const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const found = [process.env.CHROMIUM_PATH, ...installed].find((path) => path && existsSync(path))
  if (found) return found
  // Makes the package unpack the system libraries that it brings, which it does only for its home platform.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  return await packaged.executablePath()
}
