import type { CheckedIn, PaidReward } from '#contracts/rewards.schemas.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { Client, unexpected, type Load } from './client.ts'
import { askAs, type Person } from './people.ts'

/** The rewards that are claimed; every one of them is possible again when the clock has moved. */
export const claimedPrograms = ['daily-check-in', 'monthly-claim'] as const
type Program = (typeof claimedPrograms)[number]

/** Members check in and claim their month, each under a key; some ask once more, and are refused. */
export async function claimRewards(
  load: Load,
  chance: Chance,
  { people, nextId }: { people: Person[]; nextId(kind: string): string },
): Promise<void> {
  const client = new Client(load)
  while (!load.ending.aborted) {
    const person = chance.pick(people)
    for (const program of claimedPrograms) {
      await claimReward(client, person, program, nextId('claim'))
      if (chance.happens(0.2)) await claimReward(client, person, program, nextId('claim'))
    }
    await sleep(20)
  }
  client.close()
}

/** Claims once; a refusal grants nothing. Of two clients that ask for one member the ledger lets one have it. */
export async function claimReward(
  client: Client,
  person: Person,
  program: Program,
  key: string,
): Promise<void> {
  const { journal } = client.load
  const path = `/api/v1/gamification/${program}`
  const question = { method: 'POST' as const, path, body: {}, headers: { 'idempotency-key': key } }
  const { email } = person
  // Until it is answered it may be granted or not.
  const underWay = `${email} ${program} ${key}`
  journal.underWay.add(underWay)
  const heard = await askAs(client, person, question)
  // What a boost adds is an award of its own.
  const { granted, boostPoints = 0 } = JSON.parse(heard.body) as PaidReward & Partial<CheckedIn>
  if (granted > 0 === (heard.status === 200) && [200, 409, 422].includes(heard.status)) {
    if (granted > 0) journal.grants.push({ email, program, points: granted - boostPoints })
  } else throw unexpected(question, heard)
  journal.underWay.delete(underWay)
}
