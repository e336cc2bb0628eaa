import { sql } from 'kysely'
import { getStatement } from '#contracts/wallet.endpoints.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { fillBooks } from './fill-books.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = 4

/** Books as they are after years: 10 million entries, 100 000 of them one member's. Minutes to make, gigabytes. */
export const books: Measure = {
  name: 'books',
  title: 'Statement of a member with 100 000 entries, and reconciliation, in a ledger of 10 million',
  baseline: 'the statement of a member with 20 entries; counting and summing all entries once',
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const transactions = quick ? 250_000 : 5_000_000
  const [many, few] = (await signInMembers(site, 2)) as [Record<string, string>, Record<string, string>]
  // The first call with a bearer makes the member's row.
  for (const headers of [many, few]) await pageAfter(site, headers)
  say(`making ${2 * transactions} entries`)
  await fillBooks(site.db, transactions)

  const middle = await cursorAfter(site, many, 20)
  const ask = async (headers: Record<string, string>, search: string) =>
    await load({
      origin: site.origin,
      connections: clients,
      status: 200,
      requests: Array.from({ length: quick ? 40 : 400 }, () => ({
        path: `${getStatement.path}?limit=20${search}`,
        headers,
      })),
    })
  const sides = {
    few: async () => await ask(few, ''),
    first: async () => await ask(many, ''),
    deep: async () => await ask(many, `&cursor=${encodeURIComponent(middle)}`),
  }
  await alternate(1, sides)
  say('statements')
  const pages = await alternate(quick ? 1 : 5, sides)
  say('reconciliation')
  const proofs = await alternate(quick ? 1 : 2, {
    counting: async () =>
      await seconds(async () => void (await sql`select count(*), sum(amount) from entry`.execute(site.db))),
    proof: async () =>
      await seconds(async () => {
        const { clean, entries } = await reconcile(site.db)
        if (!clean || entries < 2 * transactions) throw new Error(`${entries} entries, clean: ${clean}`)
      }),
  })

  const p95 = (side: keyof typeof sides) => pages[side].map(({ p95Ms }) => p95Ms)
  return [
    { name: 'first page, p95', unit: 'ms', samples: p95('first') },
    { name: 'page after 2 000 entries, p95', unit: 'ms', samples: p95('deep') },
    { name: 'first page, times that of 20 entries', unit: '×', samples: ratios(p95('first'), p95('few')) },
    { name: 'reconciliation', unit: 's', samples: proofs.proof },
    { name: 'reconciliation, times one count', unit: '×', samples: ratios(proofs.proof, proofs.counting) },
  ]
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const before = performance.now()
  await work()
  return (performance.now() - before) / 1000
}

async function pageAfter(site: BenchSite, headers: Record<string, string>, cursor?: string) {
  const search = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
  const response = await fetch(`${site.origin}${getStatement.path}?limit=100${search}`, { headers })
  return ((await response.json()) as { nextCursor: string }).nextCursor
}

async function cursorAfter(site: BenchSite, headers: Record<string, string>, pages: number): Promise<string> {
  let cursor: string | undefined
  for (let page = 0; page < pages; page += 1) cursor = await pageAfter(site, headers, cursor)
  return cursor!
}
