import type { Page } from 'playwright-core'

/**
 * So many stops of the keyboard at most are looked at on a page: the reference of the API has a thousand of a few kinds.
 */
const stopsMax = 100

/**
 * Stops of the keyboard that no one sees once they have the focus, since a bar lies over all of them or they are off the
 * screen (WCAG 2.4.11), and places where the way to help does not stand behind the questions, as everywhere (WCAG 3.2.6).
 */
export async function outOfReach(page: Page): Promise<string[]> {
  return await page.evaluate((max) => {
    const kinds = 'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]'
    const all = [...document.querySelectorAll<HTMLElement>(kinds)].filter(
      (stop) =>
        stop.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !stop.closest('[inert]') &&
        // Shown by the keyboard's focus alone, and looked at by itself (`expectSkipLink`).
        stop.getAttribute('href') !== '#main' &&
        Math.min(stop.offsetWidth, stop.offsetHeight) > 1,
    )
    const step = Math.ceil(all.length / max)
    const isCovered = (stop: HTMLElement): boolean => {
      stop.focus()
      if (document.activeElement !== stop) return false
      const { left, top, width, height } = stop.getBoundingClientRect()
      const shares = [0.1, 0.5, 0.9]
      const points = shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const))
      return points.every(([x, y]) => {
        const seen = document.elementFromPoint(x, y)
        if (seen === null) return true
        const bar = barOf(seen)
        return bar !== null && !bar.contains(stop)
      })
    }
    const barOf = (element: Element): Element | null => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
      return null
    }
    const covered = all.filter((stop, at) => at % step === 0 && isCovered(stop))
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
    const strayed = [...document.querySelectorAll('nav:has(a[href="/help"], a[href="/faq"])')].filter(
      (nav) => {
        const links = [...nav.querySelectorAll('a')].map((link) => link.getAttribute('href'))
        const [faq, help] = [links.indexOf('/faq'), links.indexOf('/help')]
        return faq !== -1 && help !== -1 && help !== faq + 1
      },
    )
    return [
      ...covered.map((stop) => `the focus is not seen on ${stop.outerHTML.slice(0, 120)}`),
      ...strayed.map((nav) => `help does not follow the questions in ${nav.outerHTML.slice(0, 120)}`),
    ]
  }, stopsMax)
}

/** What is pressed or typed into and has no edge where the reader's own colours replace ours: grounds are gone there. */
export async function withoutEdges(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element)
      const sides = [style.borderBlockStartWidth, style.borderBlockEndWidth].map(Number.parseFloat)
      return (
        sides.some((width) => width > 0) ||
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0)
      )
    }
    // Boxes to tick are drawn by the browser, edges and all.
    const fields = [
      ...document.querySelectorAll(
        'input:not([type=checkbox], [type=radio]), select, textarea, button[data-look], a[data-look]',
      ),
    ]
    const bare = fields.filter((field) => {
      const { width, height } = field.getBoundingClientRect()
      if (Math.min(width, height) <= 1 || !field.checkVisibility({ opacityProperty: true })) return false
      // A field may stand in a box that has the edge, with what belongs to it.
      return (
        !hasEdge(field) && !hasEdge(field.parentElement!) && !hasEdge(field.parentElement!.parentElement!)
      )
    })
    return bare.map((field) => `without an edge in forced colours: ${field.outerHTML.slice(0, 120)}`)
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}
