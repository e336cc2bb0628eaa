import { type Reward } from '#rules/earning.ts'
import { crels } from '../processes.ts'
import type { Chance } from './chance.ts'
import { Client, type Load } from './client.ts'
import { becomeMember, join } from './people.ts'
import type { Site } from './site.ts'
import type { HotLink } from './visitors.ts'

/** What the load works with: made before the first kill, through the command line and over HTTP. */
export interface Stage {
  brandId: string
  key: string
  links: HotLink[]
  /** The campaigns people join and leave. */
  joinable: string[]
}

const slug = 'kill-run'
const members = 8

const rewards: Record<string, Reward> = {
  'A share of the sale': { clickMillicrels: null, leadCrels: 12, sale: { bps: 800 } },
  'A fixed amount, until it is spent': { clickMillicrels: null, leadCrels: 9, sale: { crels: 84 } },
}

/** Makes a brand with a key, two campaigns that earn (one with a small budget), two that give points, and members. */
export async function setStage(site: Site, load: Load, chance: Chance): Promise<Stage> {
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
      paid.map(async ([title, { leadCrels, sale }], index) =>
        createCampaign(site, {
          title,
          reward: { leadCrels, sale },
          budgetCrels: index === 0 ? 50_000_000 : 6_000,
        }),
      ),
    ),
  ])
  const client = new Client(load)
  const links: HotLink[] = []
  for (let made = 0; made < members; made++) {
    const person = await becomeMember(client, `member-${made}`)
    for (const [index, campaignId] of earning.entries()) {
      const code = await join(client, person, campaignId, `stage-${campaignId}-${made}`)
      links.push({ code, reward: paid[index]![1] })
    }
  }
  client.close()
  return { brandId, key, links: chance.shuffled(links), joinable }
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
  const { status, stdout, stderr } = await crels([...args, '--json'], site.settings, input)
  if (status !== 0) throw new Error(`crels ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as T
}
