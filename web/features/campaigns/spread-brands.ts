/** Rows of a list are at most this long. */
const rowMax = 3

interface OfBrand {
  brand: { id: string }
}

/**
 * The same campaigns in an order in which no brand comes twice in a row of cards, however many stand beside each other:
 * each place takes the next campaign whose brand is not among the two before it. What finds no place waits for the next
 * page, so that what is shown stays where it is; after the last page it comes as it is.
 */
export function spreadBrands<C extends OfBrand>(pages: readonly (readonly C[])[], hasMore: boolean): C[] {
  const spread: C[] = []
  const waiting: C[] = []
  for (const page of pages) {
    waiting.push(...page)
    for (let next = takeNext(waiting, spread); next; next = takeNext(waiting, spread)) spread.push(next)
    // A list of one or two brands has little to wait for.
    if (new Set(spread.map(({ brand }) => brand.id)).size < rowMax) spread.push(...waiting.splice(0))
  }
  return hasMore ? spread : [...spread, ...waiting]
}

/** Takes the first that may stand beside the last of `spread`. */
function takeNext<C extends OfBrand>(waiting: C[], spread: readonly C[]): C | undefined {
  const beside = new Set(spread.slice(1 - rowMax).map(({ brand }) => brand.id))
  const at = waiting.findIndex(({ brand }) => !beside.has(brand.id))
  return at < 0 ? undefined : waiting.splice(at, 1)[0]
}

/** The first few of a list, of different brands as far as there are any. */
export function fewOfBrands<C extends OfBrand>(campaigns: readonly C[], count: number): C[] {
  return spreadBrands([campaigns], false).slice(0, count)
}
