import { sql } from 'kysely'
import { getPublicCampaign, listCampaigns, listCategories } from '#contracts/campaigns.endpoints.ts'
import { getUsdToCrels } from '#contracts/exchange.endpoints.ts'
import { load } from './load.ts'
import { makeCampaigns } from './make-campaigns.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = 4

/** Every order, and filters alone and together: what members ask for on the campaign screens. */
const queries = [
  'sort=popular',
  'sort=new',
  'sort=ending',
  'sort=popular&category=games',
  'sort=new&category=books&reward=lead',
  'sort=ending&category=home&country=DE&reward=sale',
  'sort=popular&q=coffee+roast',
  'q=offee&country=FR',
  'q=walking',
  'q=cofee+rosats',
  // Words of all campaigns, in the title of none; and words that never stand together.
  'q=many+campaigns',
  'q=coffee+boots&sort=new',
  'sort=for_me',
  'sort=for_me&category=games&channel=youtube',
]

/** A page of 20 out of 10 000 running campaigns. */
export const campaigns: Measure = {
  name: 'campaigns',
  title: 'Campaign list with 10 000 campaigns, filtered, searched and sorted in fourteen ways, 4 clients',
  baseline: 'one row read through the same kernel (the exchange rate)',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  say('10 000 campaigns')
  await makeCampaigns(site)
  const { rows } = await sql<{ id: string }>`select id from campaign order by id limit 1000`.execute(site.db)
  const ids = rows.map(({ id }) => id)
  const headers = await signInMembers(site, clients)
  const asked = clients * queries.length * (quick ? 3 : 15)
  const { origin } = site
  const ask = async (pathOf: (index: number) => string) =>
    await load({
      origin,
      connections: clients,
      status: 200,
      requests: Array.from({ length: asked }, (_, index) => ({
        path: pathOf(index),
        headers: headers[index % clients]!,
      })),
    })
  const sides = {
    row: async () => await ask(() => getUsdToCrels.path),
    page: async () => await ask((index) => getPublicCampaign.path.replace('{id}', ids[index % ids.length]!)),
    categories: async () => await ask(() => listCategories.path),
    list: async () =>
      await ask(
        (index) => `${listCampaigns.path}?limit=20&${queries[Math.floor(index / clients) % queries.length]}`,
      ),
  }
  say('a warm-up')
  await alternate(quick ? 1 : 2, sides)
  // Made by their first calls, above: what suits them is sought from here on.
  await sql`
    update member set country_of_residence = 'DE', industries = '{technology,books}',
      channels = '[{"platform": "youtube", "address": "https://www.youtube.com/@bench"}]'`.execute(site.db)
  say(`rounds of ${asked} pages each`)
  const taken = await alternate(quick ? 1 : 5, sides)

  const goal = { text: '< 20 ms', below: 20 }
  const p95 = (side: keyof typeof sides) => taken[side].map(({ p95Ms }) => p95Ms)
  const p50 = (side: keyof typeof sides) => taken[side].map(({ p50Ms }) => p50Ms)
  return [
    { name: 'p95', unit: 'ms', samples: p95('list'), goal },
    { name: 'p50', unit: 'ms', samples: p50('list') },
    { name: 'times the p50 of one row', unit: '×', samples: ratios(p50('list'), p50('row')) },
    { name: 'rate', unit: '/s', samples: taken.list.map(({ perSecond }) => perSecond) },
    { name: 'p50 of one row', unit: 'ms', samples: p50('row') },
    { name: 'public page of one: p95', unit: 'ms', samples: p95('page') },
    { name: 'categories with their numbers: p95', unit: 'ms', samples: p95('categories') },
  ]
}
