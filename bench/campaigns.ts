import { sql } from 'kysely'
import { listCampaigns } from '#contracts/campaigns.ts'
import { getUsdToCrels } from '#contracts/exchange.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withApp, withSite, type BenchSite } from './site.ts'
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
  'sort=popular&q=offee&country=FR',
]

/** A page of 20 out of 10 000 running campaigns. */
export const campaigns: Measure = {
  name: 'campaigns',
  title: 'Campaign list with 10 000 campaigns, filtered and sorted in eight ways, 4 clients',
  baseline: 'one row read through the same kernel (the exchange rate)',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  await makeCampaigns(site)
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
    list: async () =>
      await ask(
        (index) => `${listCampaigns.path}?limit=20&${queries[Math.floor(index / clients) % queries.length]}`,
      ),
  }
  say('a warm-up')
  await alternate(quick ? 1 : 2, sides)
  say(`rounds of ${asked} pages each`)
  const taken = await alternate(quick ? 1 : 5, sides)

  const goal = { text: '< 20 ms', below: 20 }
  const p50 = (side: keyof typeof sides) => taken[side].map(({ p50Ms }) => p50Ms)
  return [
    { name: 'p95', unit: 'ms', samples: taken.list.map(({ p95Ms }) => p95Ms), goal },
    { name: 'p50', unit: 'ms', samples: p50('list') },
    { name: 'times the p50 of one row', unit: '×', samples: ratios(p50('list'), p50('row')) },
    { name: 'rate', unit: '/s', samples: taken.list.map(({ perSecond }) => perSecond) },
    { name: 'p50 of one row', unit: 'ms', samples: p50('row') },
  ]
}

/** 10 000 campaigns like one that is made by the use case, of several categories, rewards, countries and words. */
async function makeCampaigns(site: BenchSite): Promise<void> {
  const { db } = site
  await withApp(site, async (app) => await createCampaign(app))
  // Campaign and terms point at each other: both are there when this commits.
  await db.transaction().execute(async (tx) => {
    await sql`
    insert into campaign (id, brand_id, category_slug, title, summary, destination_url, allowed_hosts, terms_version,
                          reward_lead_crels, reward_sale_crels, countries, state, starts_at, ends_at, popularity)
    select new_id('cmp'), (select id from brand limit 1), (array['books', 'audio', 'games', 'home'])[1 + n % 4],
           (array['Coffee roasts', 'Walking boots', 'Night radio', 'Paper birds', 'Salt soap'])[1 + n % 5] || ' ' || n,
           'One of many campaigns, with a summary as long as these are on the cards of the list.',
           'https://brand.example/', array['brand.example'], 1,
           case when n % 3 > 0 then 10 end, case when n % 3 < 2 then 50 end,
           case when n % 5 = 0 then array['DE', 'FR'] else '{}' end,
           'active', now() - n * interval '4 minutes', now() + n * interval '1 hour' + interval '1 day', n
    from generate_series(1, 10000) n`.execute(tx)
    await sql`insert into campaign_terms (campaign_id, version, markdown)
            select id, 1, 'x' from campaign where id not in (select campaign_id from campaign_terms)`.execute(
      tx,
    )
  })
  await sql`analyze`.execute(db)
}
