import type { Page, Request } from 'playwright-core'

/** What a read of the console is done with: held until it is decided, failed, or let through. */
type Course = 'hold' | 'fail' | 'pass'

/** Steers reads at an address (of those that `isMeant`): `fail` and `pass` are of those that were held, too. */
export async function steerReads(
  page: Page,
  address: string,
  first: Course,
  isMeant: (request: Request) => boolean = () => true,
): Promise<Record<'fail' | 'pass', () => void> & { heldCount: () => number }> {
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  let course = first
  let heldCount = 0
  const take = (next: Course) => () => {
    course = next
    decide()
  }
  await page.route(address, async (route) => {
    if (!isMeant(route.request())) return await route.fallback()
    if (course === 'hold') {
      heldCount += 1
      await decided
    }
    await (course === 'fail' ? route.abort() : route.fallback())
  })
  return { fail: take('fail'), pass: take('pass'), heldCount: () => heldCount }
}
