import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { m } from '#messages'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { accessibilityViolations, viewports, type Visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'

type Scheme = 'light' | 'dark'

/** What is to be seen at an address. */
export interface Expected {
  path: string
  status?: number
  title: string
  layout: string
  /** Where the browser ends, when it does not stay. */
  endsAt?: string
}

/** Goes to an address: status, title and layout of what the server answers are right before a script has run. */
export async function go({ page, consoleErrors }: Visit, expected: Expected): Promise<void> {
  consoleErrors.length = 0
  const response = (await page.goto(expected.path))!
  expectDocument(response.status(), await response.text(), expected)
  await arrived(page, expected)
  await complete(page)
}

/**
 * Goes there inside the app, as a link does, which costs a tenth of a load; what the server would have answered is asked
 * for beside it. `page` has the app open.
 */
export async function goWithin({ page, consoleErrors }: Visit, expected: Expected): Promise<void> {
  consoleErrors.length = 0
  const response = await page.request.get(expected.path)
  expectDocument(response.status(), await response.text(), expected)
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, expected.path)
  await arrived(page, expected)
}

function expectDocument(status: number, html: string, expected: Expected): void {
  expect(status).toBe(expected.status ?? 200)
  expect(/<title>.*?<\/title>/s.exec(html)?.[0]).toBe(`<title>${escapeHtml(expected.title)}</title>`)
  expect(/<body.*?>/.exec(html)?.[0]).toBe(`<body data-layout="${expected.layout}">`)
}

async function arrived(page: Page, { path, endsAt = path }: Expected): Promise<void> {
  await page.waitForURL((url) => decodeURIComponent(url.pathname + url.search) === decodeURIComponent(endsAt))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

/** Waits until a page has all that it asks for. */
export async function complete(page: Page): Promise<void> {
  await networkQuiet(page)
  await page.getByText(m.common_loading(), { exact: true }).first().waitFor({ state: 'detached' })
}

/** The tab says which page this is, and the browser has nothing to complain of. */
export async function expectTitle({ page, consoleErrors }: Visit, title: string): Promise<void> {
  await expect.poll(() => page.title()).toBe(m.pages_with_product({ page: title }))
  expect(consoleErrors).toEqual([])
}

/** The resulting page: title, layout, one heading, one main, and for the keyboard a way to it. */
export async function expectPage({ page }: Visit, { path, title, layout }: Expected): Promise<void> {
  expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(path)
  await expect.poll(() => page.title()).toBe(title)
  expect(await page.locator('body').getAttribute('data-layout')).toBe(layout)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.getByRole('main').count()).toBe(1)
  if (layout !== 'none') await expectSkipLink(page)
}

/** Each width in each scheme; those of one row differ in both. */
const looks = [
  [
    ['phone', 'light'],
    ['desktop', 'dark'],
  ],
  [
    ['phone', 'dark'],
    ['desktop', 'light'],
  ],
] as const

/**
 * Nothing to complain of, at both widths and in both schemes, and no sideways scrolling down to 320 px, also from right to
 * left. Pages take turns: the even ones have the first row of looks, the odd ones the second, and axe goes over one of the
 * two, so that of four pages each has it over another look, and what they share has it over all. It takes longer than all
 * else that is done with a page. `ROUTE_LOOKS=all` gives all four looks to every page, with axe.
 */
export async function expectSound({ page, consoleErrors }: Visit, turn: number): Promise<void> {
  const found: Record<string, string[]> = {}
  const papers = new Set<string>()
  const isLong = process.env.ROUTE_LOOKS === 'all'
  const chosen = isLong ? looks.flat() : looks[turn % 2]!
  for (const [index, [width, scheme]] of chosen.entries()) {
    papers.add(await settle(page, viewports[width], scheme))
    if (isLong || index === (turn >> 1) % 2) found[`${width} ${scheme}`] = await accessibilityViolations(page)
    if (width === 'phone') found['too wide at 390 px'] = await staysTooWide(page)
    found[`from right to left, ${width}`] = await fromRightToLeft(page, async () => await outOfPlace(page))
  }
  await page.setViewportSize({ width: 320, height: 640 })
  found['too wide at 320 px'] = await staysTooWide(page)
  found['from right to left, 320 px'] = await fromRightToLeft(page, async () => await outOfPlace(page))
  found.consoleErrors = consoleErrors
  expect(Object.fromEntries(Object.entries(found).filter(([, problems]) => problems.length > 0))).toEqual({})
  expect(papers.size).toBe(2)
}

/** Waits until the page has the size and the scheme, and nothing moves; answers the colour of its paper. */
export async function settle(
  page: Page,
  size: { width: number; height: number },
  colorScheme: Scheme,
): Promise<string> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(size)
  const has = await page.waitForFunction(
    ({ wanted, scheme }) => {
      const { colorScheme: painted } = getComputedStyle(document.documentElement)
      const moves = document.getAnimations().some(({ playState }) => playState === 'running')
      return innerWidth === wanted && painted === scheme && !moves
    },
    { wanted: size.width, scheme: colorScheme },
  )
  await has.dispose()
  return await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

/** The first stop of the keyboard is the link past the navigation; it is seen when it has the focus. */
async function expectSkipLink(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: m.layout_skip(), exact: true })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  await expect.poll(async () => (await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0)
  await skip.blur()
}

/**
 * The pseudo-locale: our English from right to left. Only the direction is other, so no page is loaded for it and no
 * build made (decision 081).
 */
export async function fromRightToLeft<Found>(page: Page, look: () => Promise<Found>): Promise<Found> {
  const turn = async (to: string) =>
    await page.evaluate((dir) => void (document.documentElement.dir = dir), to)
  await turn('rtl')
  try {
    return await look()
  } finally {
    await turn('ltr')
  }
}

/** What is too wide, and what of the page's head or bar lies on something else of it. */
async function outOfPlace(page: Page): Promise<string[]> {
  const overlapping = await page.evaluate(() => {
    const parts = [...document.querySelectorAll('header, nav')].flatMap((frame) => {
      const inside = [...frame.querySelectorAll('a, button, select')].filter(
        (part) =>
          part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 1,
      )
      return inside.flatMap((part, index) => inside.slice(index + 1).map((other) => [part, other] as const))
    })
    const lapped = parts.filter(([part, other]) => {
      const [one, two] = [part.getBoundingClientRect(), other.getBoundingClientRect()]
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left)
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
      return across > 1 && down > 1 && !part.contains(other)
    })
    return lapped.map(
      ([part, other]) => `${part.outerHTML.slice(0, 120)} lies on ${other.outerHTML.slice(0, 120)}`,
    )
  })
  return [...(await staysTooWide(page)), ...overlapping]
}

/** What stays too wide: a chart is drawn again a moment after its screen has another width. */
async function staysTooWide(page: Page): Promise<string[]> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const wide = await tooWide(page)
    if (wide.length === 0 || Date.now() > deadline) return wide
    await delay(50)
  }
}

/** What reaches past the right edge of the screen, but for what can be scrolled or is cut off inside the page. */
export async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const clips = (element: Element | null): boolean => {
      if (!element || element === document.body) return false
      return getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement)
    }
    const wide = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, left, width } = element.getBoundingClientRect()
      // Texts for screen readers alone are 1 px wide, beside the page.
      return width > 1 && (right > innerWidth + 0.5 || left < -0.5) && !clips(element.parentElement)
    })
    const outermost = wide.filter((element) => !wide.includes(element.parentElement!))
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    return [...scrolls, ...outermost.map((element) => element.outerHTML.slice(0, 160))]
  })
}
