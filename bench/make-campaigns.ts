import { sql } from 'kysely'
import { campaignBudget, houseIssued, move, post } from '#server/modules/ledger/public.ts'
import { refreshPopularity, refreshSearchTerms } from '#server/modules/campaigns/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { withApp, type BenchSite } from './site.ts'
import { vacuum } from './vacuum.ts'

/**
 * 10 000 campaigns of 201 brands, of several categories, rewards, countries and channels. Their titles have one of five
 * pairs of words that always stand together, all of their summaries the same sentence, and each six of 15 000 other words,
 * few of them often and most of them seldom, as languages have them.
 */
export async function makeCampaigns(site: BenchSite): Promise<void> {
  const { db } = site
  await withApp(site, async (app) => await createCampaign(app))
  await sql`
    insert into brand (slug, name, website, color_base, color_glow)
    select 'bench-' || n, 'House ' || n, 'https://brand.example', '#0b7255', '#ffd066'
    from generate_series(1, 200) n`.execute(db)
  // Campaign and terms point at each other: both are there when this commits.
  await db.transaction().execute(async (tx) => {
    await sql`
    with syllable as (select array['ba', 'cor', 'din', 'fel', 'go', 'har', 'jun', 'kel', 'lo', 'mar', 'nes', 'or', 'pi',
      'que', 'ros', 'sta', 'tur', 'ul', 'ven', 'wi', 'xo', 'yar', 'zen', 'ath', 'ble'] as s),
    brands as (select array_agg(id order by slug) as ids from brand where slug like 'bench-%')
    insert into campaign (id, brand_id, category_slug, title, summary, destination_url, allowed_hosts, terms_version,
                          reward_lead_crels, reward_sale_crels, countries, required_channels, state, starts_at, ends_at,
                          popularity)
    select new_id('cmp'), ids[1 + n % 200], (array['books', 'audio', 'games', 'home'])[1 + n % 4],
           (array['Coffee roasts', 'Walking boots', 'Night radio', 'Paper birds', 'Salt soap'])[1 + n % 5] || ' ' || n,
           'One of many campaigns, with a summary as long as these are on the cards of the list: ' || words,
           'https://brand.example/', array['brand.example'], 1,
           case when n % 3 > 0 then 10 end, case when n % 3 < 2 then 50 end,
           case when n % 5 = 0 then array['DE', 'FR'] else '{}' end,
           case when n % 7 = 0 then array[(array['youtube', 'podcast', 'tiktok', 'blog'])[1 + n / 7 % 4]] else '{}' end,
           'active', now() - n * interval '4 minutes', now() + n * interval '1 hour' + interval '1 day', 0
    from generate_series(1, 10000) n, syllable, brands, lateral (
      select string_agg(s[1 + w % 25] || s[1 + w / 25 % 25] || s[1 + w / 625], ' ') as words
      from (select floor(15000 * power((hashint8(n * 6 + k)::bigint + 2147483648) / 4294967296.0, 3))::int as w
            from generate_series(1, 6) k) as drawn) as summary`.execute(tx)
    await sql`insert into campaign_terms (campaign_id, version, markdown)
            select id, 1, 'x' from campaign where id not in (select campaign_id from campaign_terms)`.execute(
      tx,
    )
  })
  await fundCampaigns(site)
  await visitCampaigns(site)
  // As the jobs do, which run every ten minutes and then find nothing to change.
  await refreshPopularity(db)
  await inTransaction(db, refreshSearchTerms)
  await vacuum(db)
}

/** A campaign with nothing left would be exhausted within a minute, and in no list. */
async function fundCampaigns({ db }: BenchSite): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select id from campaign where budget_crels = 0 order by id`.execute(db)
  await inTransaction(db, async (tx) => {
    for (let at = 0; at < rows.length; at += 500)
      await post(tx, {
        kind: 'campaign.top-up',
        scope: 'bench',
        idem: String(at),
        lines: rows.slice(at, at + 500).flatMap(({ id }) => move(houseIssued, campaignBudget(id), 1_000)),
      })
    await sql`update campaign set budget_crels = 1000 where budget_crels = 0`.execute(tx)
  })
}

/** Each campaign another number of clicks, so that each is popular in its own measure. */
async function visitCampaigns({ db }: BenchSite): Promise<void> {
  await sql`
    with made as (
      insert into link (id, code, kind, owner_uid, campaign_id, destination_url)
      select new_id('lnk'), 'bench-' || row_number() over (order by starts_at desc), 'own', 'nobody', id, destination_url
      from campaign returning id, code)
    insert into click_quarter (link_id, quarter, clicks)
    select id, date_bin('15 minutes', now() - interval '30 minutes', timestamptz '2000-01-01 00:00:00+00'),
           split_part(code, '-', 2)::int
    from made`.execute(db)
}
