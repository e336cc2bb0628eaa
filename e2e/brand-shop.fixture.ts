import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestSite } from '#testing/site.ts'

/** A brand's shop on an origin of its own: a page with one thing to buy, and a server that reports what was bought. */
export interface BrandShop {
  origin: string
  /** The brand's key, as it was given to the shop. */
  key: string
  /** What the site answered its reports, oldest first. */
  answers: unknown[]
  close(): Promise<void>
}

/**
 * Opens it. Its customers buy in the second in which they come, for `usdCents`; orders are `order-1` and so on. `siteOf`
 * is asked for the site once something is bought: the shop is there before it has a key.
 */
export async function openBrandShop({
  siteOf,
  usdCents,
}: {
  siteOf: () => Pick<TestSite, 'origin' | 'clock'>
  usdCents: number
}): Promise<BrandShop> {
  const answers: unknown[] = []
  const buy = async (clickId: string | null, occurredAt: string | null) => {
    const answer = await fetch(`${siteOf().origin}/api/v1/conversions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        eventId: `order-${answers.length + 1}`,
        clickId,
        type: 'sale',
        amount: { currency: 'USD', minor: usdCents },
        occurredAt,
      }),
    })
    answers.push(await answer.json())
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop')
    const clickId = searchParams.get('crels_click')
    if (pathname === '/ordered')
      void buy(clickId, searchParams.get('at')).then(() => page(response, '<h1>Thank you</h1>'))
    else
      page(
        response,
        `<h1>Beans</h1><form action="/ordered"><button>Buy a year of beans</button>
        <input type="hidden" name="crels_click" value="${clickId ?? ''}">
        <input type="hidden" name="at" value="${siteOf().clock.now().toISOString()}"></form>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shop: BrandShop = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: '',
    answers,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return shop
}

function page(response: ServerResponse, main: string): void {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">${main}`)
}
