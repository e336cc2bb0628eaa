import { type Reward } from '#rules/earning.ts'
import { setEconomy } from '#server/modules/economy/public.ts'
import { completeProfile } from '../members.ts'
import { startProgram } from '../processes.ts'
import { giveCrels, partyOf } from '../redeemers.ts'
import { givePoints } from '../shop.ts'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import { claimReward } from './earners.ts'
import { askAs, becomeMember, join, type Person } from './people.ts'
import { addDestination, type Redeemer } from './redeemers.ts'
import { goodsPoints, type Goods } from './shoppers.ts'
import type { Site } from './site.ts'
import { moveClock } from './moments.ts'
import type { HotLink } from './visitors.ts'
import { testActor } from '../operators.ts'

/** What the load works with: made before the first kill, through the command line and over HTTP. */
export interface Stage {
  brandId: string
  key: string
  links: HotLink[]
  /** The campaigns people join and leave. */
  joinable: string[]
  /** Members with crels and points, and somewhere to be paid to. */
  redeemers: Redeemer[]
  goods: Goods
}

const slug = 'kill-run'
const operator = 'kill-run@crels.example'
const members = 8
const redeemersOf = 4

const rewards: Record<string, Reward> = {
  'A share of the sale': { clickMillicrels: 300, leadCrels: 12, sale: { bps: 800 } },
  'A fixed amount, until it is spent': { clickMillicrels: 700, leadCrels: 9, sale: { crels: 84 } },
}

/**
 * Makes a brand with a key, two campaigns that earn (one with a small budget), two that give points, and members, some
 * of whom redeem.
 */
export async function setStage(site: Site, load: Load, chance: Chance): Promise<Stage> {
  await command(site, ['operator', 'add', operator, '--name', 'Kill Run', '--role', 'owner'])
  const { id: brandId } = await command<{ id: string }>(site, ['brand', 'create', ...brandOptions])
  const paid = Object.entries(rewards)
  const [{ key }, joinable, earning] = await Promise.all([
    command<{ key: string }>(site, ['brand', 'key', 'create', slug]),
    Promise.all(
      [50, 70].map(async (joiningBonusPoints) =>
        createCampaign(site, {
          title: `${joiningBonusPoints} points`,
          joiningBonusPoints,
          reward: { leadCrels: 5 },
          budgetCrels: 5,
        }),
      ),
    ),
    Promise.all(
      paid.map(async ([title, reward], index) =>
        createCampaign(site, {
          title,
          reward,
          budgetCrels: index === 0 ? 50_000_000 : 6_000,
        }),
      ),
    ),
  ])
  const client = new Client(load)
  const links: HotLink[] = []
  const redeemers: Redeemer[] = []
  for (let made = 0; made < members; made++) {
    const person = await becomeMember(client, `member-${made}`)
    for (const [index, campaignId] of earning.entries()) {
      const code = await join(client, person, campaignId, `stage-${campaignId}-${made}`)
      links.push({ code, reward: paid[index]![1] })
    }
    if (made < redeemersOf) redeemers.push(await becomeRedeemer(client, person))
  }
  client.close()
  const goods = await openEconomy(site, redeemers)
  return { brandId, key, links: chance.shuffled(links), joinable, redeemers, goods }
}

/** Completes a profile, names somewhere to be paid to, and checks in for the month that is claimed next. */
async function becomeRedeemer(client: Client, person: Person): Promise<Redeemer> {
  const path = `/api/v1/users/${person.uid}`
  const profile = { method: 'PATCH' as const, path, body: completeProfile }
  const heard = await askAs(client, person, profile)
  if (heard.status !== 200) throw unexpected(profile, heard)
  await claimReward(client, person, 'daily-check-in', `stage-${person.uid}`)
  return await addDestination(client, person)
}

/**
 * Gives crels and points, stocks the shop, has one check-in suffice for a month's claim, and goes to the next month:
 * destinations are usable.
 */
async function openEconomy(site: Site, redeemers: Redeemer[]): Promise<Goods> {
  const books = await site.openBooks()
  try {
    const settings = [{ path: 'monthlyClaim.tiers', value: [{ checkIns: 1, points: 70 }] }]
    const change = { settings, reason: 'one check-in suffices' }
    await books.transaction().execute(async (tx) => await setEconomy(tx, testActor, change))
    for (const person of redeemers) {
      const party = await partyOf({ db: books }, person)
      await giveCrels({ db: books }, party, 100_000_000)
      await givePoints({ db: books }, party, 1_000_000)
    }
    const goods = await stockShop(site)
    await moveClock(site, 'next month')
    return goods
  } finally {
    await books.destroy()
  }
}

async function stockShop(site: Site): Promise<Goods> {
  const [shirt, card, boost] = [
    await addItem(site, { slug: 'shirt', kind: 'merchandise', stock: 100_000 }),
    await addItem(site, { slug: 'card', kind: 'gift_card' }),
    await addItem(site, { slug: 'boost', kind: 'boost' }),
  ]
  const codes = Array.from({ length: 60 }, (_, index) => `KILL-RUN-${index}`).join('\n')
  await command(site, ['shop', 'codes', 'import', card, '-', '--reason', 'to be bought'], codes)
  return { shirt, card, boost }
}

/** By the site's own program, which may be one of an earlier version. */
async function addItem(
  site: Site,
  { slug: name, ...changes }: { slug: string; kind: string; stock?: number },
): Promise<string> {
  const file = {
    slug: name,
    title: `Kill Run ${name}`,
    summary: 'A thing to have.',
    visibleFrom: '2020-01-01T00:00:00Z',
    points: goodsPoints,
    ...changes,
  }
  const args = ['shop', 'add', '--file', '-', '--reason', 'to be bought']
  const { id } = await command<{ id: string }>(site, args, JSON.stringify(file))
  return id
}

const brandOptions = ['--slug', slug, '--name', 'Kill Run', '--website', 'https://kill-run.example']

async function createCampaign(site: Site, changes: object): Promise<string> {
  const file = {
    brand: slug,
    category: 'audio',
    summary: 'A campaign that lives as long as the run.',
    terms: '## What counts\n\nEverything.',
    destinationUrl: 'https://kill-run.example/landing',
    // The clock moves a day at a time: every move unlocks what was earned, and no click grows too old.
    holdDays: 1,
    cookieDays: 365,
    publish: true,
    ...changes,
  }
  const { id } = await command<{ id: string }>(
    site,
    ['campaign', 'create', '--file', '-'],
    JSON.stringify(file),
  )
  return id
}

async function command<T>(site: Site, args: string[], input?: string): Promise<T> {
  const { status, stdout, stderr } = await startProgram(
    [process.execPath, 'server/cli.ts', ...args, '--json'],
    { ...site.settings, OPERATOR: operator },
    input,
    site.commandsFrom === undefined ? {} : { cwd: site.commandsFrom },
  ).ended
  if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as T
}
