import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import { askAs, type Person } from './people.ts'

const paths = [
  '/api/v1/campaigns?limit=20',
  '/api/v1/campaigns?sort=for_me',
  '/api/v1/gamification/public/leaderboard',
  '/api/v1/gamification/public/seasons',
  '/api/v1/analytics/summary',
  '/api/v1/analytics/timeseries',
  '/api/v1/notifications',
]

/** Members look at what may be seconds old, and at their inbox: whatever replicas and other versions do, it is answered. */
export async function lookAround(
  load: Load,
  chance: Chance,
  { people }: { people: readonly Person[] },
): Promise<void> {
  const client = new Client(load)
  while (!load.ending.aborted) {
    const question = { path: chance.pick(paths) }
    const heard = await askAs(client, chance.pick(people), question)
    if (heard.status !== 200) throw unexpected(question, heard)
    await sleep(20)
  }
  client.close()
}
