import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { startProgram } from '#testing/processes.ts'
import { completeProfile } from '#testing/members.ts'
import { addUsableDestination, giveCrels, partyOf } from '#testing/redeemers.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withApp, withSite, type BenchSite } from './site.ts'
import { ratios } from './statistics.ts'

const clients = [16, 64] as const

/** Quotes that are redeemed at once: two calls, two transactions, a hold and a mail each. */
export const redemptions: Measure = {
  name: 'redemptions',
  title: 'Quotes with their redemption through HTTP, 16 and 64 clients (a quote, then its request)',
  baseline: 'the same SQL by the driver alone, as many connections',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

/** A member who redeems. */
export interface Redeeming {
  uid: string
  party: string
  headers: Record<string, string>
  destinationId: string
}

/** Pairs of a quote and its redemption: each member one after the other, all members at once. */
export interface RedemptionPlan {
  origin: string
  /** By the driver alone. */
  databaseUrl?: string
  members: Redeeming[]
  /** For each member. */
  pairs: number
}

/** How fast that went; times are of a pair. */
export interface RedemptionReport {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const { origin, databaseUrl } = site
  const members = await makeRedeeming(site, Math.max(...clients))
  const figures: Figure[] = []
  for (const count of clients) {
    const plan = { origin, members: members.slice(0, count), pairs: Math.ceil((quick ? 160 : 960) / count) }
    const sides = {
      driver: async () => await run({ ...plan, databaseUrl }),
      http: async () => await run(plan),
    }
    say(`${count} clients: a warm-up`)
    await alternate(1, sides)
    say(`${count} clients: rounds of ${plan.pairs * count} pairs each`)
    const taken = await alternate(quick ? 1 : 5, sides)
    const rate = (side: keyof typeof sides) => taken[side].map(({ perSecond }) => perSecond)
    const of = (name: string) => `${count} clients: ${name}`
    figures.push(
      { name: of('rate'), unit: '/s', samples: rate('http') },
      {
        name: of('of the same SQL by the driver alone'),
        unit: '×',
        samples: ratios(rate('http'), rate('driver')),
      },
      { name: of('p50'), unit: 'ms', samples: taken.http.map(({ p50Ms }) => p50Ms) },
      { name: of('p99'), unit: 'ms', samples: taken.http.map(({ p99Ms }) => p99Ms) },
      { name: of('the driver alone'), unit: '/s', samples: rate('driver') },
    )
  }
  return figures
}

const client = fileURLToPath(new URL('redemption-client.ts', import.meta.url))

async function run(plan: RedemptionPlan): Promise<RedemptionReport> {
  const { status, stdout, stderr } = await startProgram([process.execPath, client], {}, JSON.stringify(plan))
    .ended
  if (status !== 0) throw new Error(`The client of redemptions ended: ${stderr}`)
  return JSON.parse(stdout)
}

/** Members with a complete profile, more crels than they can redeem here, and a destination that can be used. */
async function makeRedeeming(site: BenchSite, count: number): Promise<Redeeming[]> {
  const signedIn = await signInMembers(site, count)
  return await withApp(site, async (app) => {
    const made: Redeeming[] = []
    for (const [index, headers] of signedIn.entries()) {
      const bearer = { authorization: headers.authorization! }
      const { rows } = await sql<{ id: string }>`
        select id from identity.auth_user where email = ${`member-${index}@example.com`}`.execute(site.db)
      const uid = rows[0]!.id
      const url = `/api/v1/users/${uid}`
      const saved = await app.server.inject({
        method: 'PATCH',
        url,
        headers: bearer,
        payload: completeProfile,
      })
      if (saved.statusCode !== 200) throw new Error(saved.body)
      const party = await partyOf(app, { uid })
      await giveCrels(app, party, 100_000_000)
      const to = { kind: 'paypal', email: `member-${index}@example.com` }
      const destinationId = await addUsableDestination(app, { headers: bearer }, to)
      made.push({ uid, party, headers, destinationId })
    }
    return made
  })
}
