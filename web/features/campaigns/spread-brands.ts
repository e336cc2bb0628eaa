/** Rows of a list are at most this long. */
const rowMax = 4

interface OfBrand {
  brand: { id: string }
}

/** Pages of a list with each campaign once: one whose place changed meanwhile is on two of them. */
export function eachOnce<C extends { id: string }>(pages: readonly (readonly C[])[]): C[][] {
  const seen = new Set<string>()
  return pages.map((page) => page.filter(({ id }) => !seen.has(id) && seen.add(id)))
}

/**
 * The same campaigns in an order in which no brand comes twice in a row of cards, however many stand beside each other:
 * each place takes the next campaign whose brand is not among the three before it, fewer where there are fewer brands.
 * What finds no place waits for the next page, so that what is shown stays where it is; after the last page it comes as
 * it is. What `isLast` is behind all else, and is not brought forward to part others.
 */
export function spreadBrands<C extends OfBrand>(
  pages: readonly (readonly C[])[],
  hasMore: boolean,
  isLast: (campaign: C) => boolean = () => false,
): C[] {
  const spread: C[] = []
  const waiting: C[] = []
  for (const page of pages) {
    waiting.push(...page)
    const brands = new Set([...spread, ...waiting].map(({ brand }) => brand.id)).size
    const apart = Math.min(rowMax, brands) - 1
    const next = () => takeNext(waiting, spread.slice(Math.max(spread.length - apart, 0)), isLast)
    for (let one = next(); one; one = next()) spread.push(one)
    // A list of one or two brands has little to wait for.
    if (brands < 3) spread.push(...waiting.splice(0))
  }
  return hasMore ? spread : [...spread, ...waiting]
}

/** Takes the first that may stand beside those `before` it; before what is last, the first where none may. */
function takeNext<C extends OfBrand>(
  waiting: C[],
  before: readonly C[],
  isLast: (campaign: C) => boolean,
): C | undefined {
  const beside = new Set(before.map(({ brand }) => brand.id))
  const end = waiting.findIndex((campaign) => isLast(campaign) !== isLast(waiting[0]!))
  const among = end < 0 ? waiting : waiting.slice(0, end)
  const at = among.findIndex(({ brand }) => !beside.has(brand.id))
  // Nothing is waited for that comes before what is last.
  if (at < 0 && end < 0) return undefined
  return waiting.splice(Math.max(at, 0), 1)[0]
}

/** The first few of a list, of different brands as far as there are any. */
export function fewOfBrands<C extends OfBrand>(campaigns: readonly C[], count: number): C[] {
  return spreadBrands([campaigns], false).slice(0, count)
}
