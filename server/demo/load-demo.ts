import type { App } from '../app.ts'
import { withClicksBeside } from '../modules/clicks/public.ts'
import { skipMoments } from '../modules/rewards/public.ts'
import { databaseNow } from '../platform/clock.ts'
import { openDatabase, type Tx } from '../platform/database.ts'
import { inTransaction } from '../platform/transaction.ts'
import { demoCreator } from './content/creators.ts'
import { recordShareVisitors } from './demo-queries.ts'
import { hasDemo } from './demo-runs.ts'
import { demoHistory } from './content/history.ts'
import { writeItemPictures } from './demo-pictures.ts'
import { writePictures } from './draw-pictures.ts'
import { fillPlatforms } from './demo-platforms.ts'
import { loadBrands, loadCampaigns, settleCampaigns } from './load-campaigns.ts'
import { loadClicks, replayHistory } from './load-history.ts'
import { loadCompetitors, settleLastSeason } from './load-leaderboard.ts'
import { loadMembers } from './load-members.ts'
import { payoutMoments } from './load-payout.ts'
import { creatorRewards } from './load-rewards.ts'
import { loadShop } from './load-shop.ts'
import { loadSupport } from './load-support.ts'

/** What of the product the loader works with. */
export type DemoApp = Pick<
  App,
  | 'config'
  | 'db'
  | 'clicks'
  | 'ensureAccount'
  | 'demoPassword'
  | 'files'
  | 'jobs'
  | 'logins'
  | 'secret'
  | 'supportDeps'
>

/** How the demo creator signs in. */
export interface DemoSignIn {
  email: string
  password: string
}

/**
 * Loads brands, campaigns, creators and their history, each fact through the use case that makes it and dated when
 * it happened. One transaction: a load that is killed leaves nothing. `onStep` hears which of the steps
 * (`demoStepsCount`) begins. Throws when demo data is there already.
 */
export async function loadDemo(
  app: DemoApp,
  onStep: (step: number) => Promise<void> = async () => {},
): Promise<DemoSignIn> {
  if (await hasDemo(app.db))
    throw new Error('The demo data is loaded already; `crels demo remove` removes it')
  const signIn = { email: demoCreator.email, password: app.demoPassword() }
  // Files that nothing keeps are removed after an hour: a load that is killed leaves none.
  const [uid, itemPictures, pictures] = await Promise.all([
    app.ensureAccount({ ...signIn, name: demoCreator.displayName }),
    writeItemPictures(app),
    writePictures(app),
  ])
  await onStep(1)
  const me = await inOneTransaction(app, async (tx) => {
    const anchor = await databaseNow(tx)
    const history = demoHistory(anchor)
    // Seventy days of partitions, on another connection; whatever is wrong with them is said when the clicks are loaded.
    app.clicks.prepareDays(history.clicks.map(({ at }) => at)).catch(() => {})
    await loadBrands(tx, pictures)
    await fillPlatforms(tx)
    const campaigns = await loadCampaigns(tx, app.config, { anchor, pictures })
    await onStep(2)
    const members = await loadMembers(tx, { uid, history })
    const rewards = creatorRewards(tx, app, { history, anchor, campaigns, members })
    const clicks = async (links: ReadonlyMap<string, string>) => {
      rewards.recordVisits(app.clicks)
      const ids = await loadClicks(app.clicks, history.clicks, links)
      await recordShareVisitors(tx)
      return ids
    }
    await onStep(3)
    const payout = payoutMoments(tx, app, { anchor, me: members.get(demoCreator.key)! })
    const late = [...rewards.late, ...payout]
    await replayHistory(tx, { history, anchor, campaigns, members, early: rewards.early, late, clicks })
    await onStep(4)
    // Before the shop, whose order was sent today: the inbox lists by when a row was written.
    await loadSupport(tx, app, { ...members.get(demoCreator.key)!, email: demoCreator.email }, anchor)
    await loadShop(tx, members.get(demoCreator.key)!, { ...app, anchor, pictures: itemPictures })
    await settleCampaigns(tx, campaigns)
    await onStep(5)
    await loadCompetitors(tx, anchor)
    return members.get(demoCreator.key)!
  })
  await onStep(6)
  await app.jobs.run('refresh-popularity')
  await app.jobs.run('count-trust')
  await app.jobs.run('refresh-search-terms')
  await settleLastSeason(app)
  await inTransaction(app.db, async (tx) => await skipMoments(tx, me))
  return signIn
}

/** On a connection of its own, which keeps every plan: most statements of a load are asked again and again. */
async function inOneTransaction<T>({ config, logins }: DemoApp, work: (tx: Tx) => Promise<T>): Promise<T> {
  const login = logins.of('app')
  const db = openDatabase({
    ...login,
    poolSize: 1,
    waitSec: config.databaseWaitSec,
    name: 'crels demo',
    keepsPlans: login.keepsPlans && 'all',
  })
  return await withClicksBeside(
    config.clickPlaces,
    db,
    async () => await db.transaction().execute(work),
  ).finally(() => db.destroy())
}
