import { randomUUID } from 'node:crypto'
import { dailyCheckIn } from '#contracts/rewards.endpoints.ts'
import { housePoints, move, newParty } from '#server/modules/ledger/public.ts'
import { expiringPoints } from '#testing/points.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { nextDay, withSite, type BenchSite } from './site.ts'
import { sqlLoad } from './sql-load.ts'
import { ratios } from './statistics.ts'

/** Members' daily check-ins through HTTP; a day of domain time passes between two rounds. */
export const checkIns: Measure = {
  name: 'check-ins',
  title: 'Daily check-ins through HTTP, 16 and 64 clients, every member once a day',
  baseline: 'what each writes, in one statement by the driver alone, as many connections',
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

/** The award and its post, the date and the streak: all that a check-in writes. pgbench is not in the embedded package. */
const written = `
  with award as (select posted_id from ledger_grant_award($1, 'daily-check-in', $2, null, $3)),
  taken as (
    insert into check_in (party, date, at, zone, days, points, bonus_points, txn_id)
    select $1, '2026-11-21', crels_now(), 'UTC', 1, 10, 0, posted_id from award
  )
  insert into streak (party, days, longest, last_date, last_at) values ($1, 1, 1, '2026-11-21', crels_now())`

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const members = await signInMembers(site, quick ? 320 : 960)
  const { origin, databaseUrl } = site
  const checkInAll = async (connections: number) => {
    await nextDay(site)
    const requests = members.map((headers) => ({
      method: 'POST' as const,
      path: dailyCheckIn.path,
      headers,
      body: '{}',
    }))
    return await load({ origin, connections, requests, status: 200 })
  }
  const write = async (connections: number) => {
    const values = members.map(() => {
      const party = newParty()
      return [party, randomUUID(), JSON.stringify(move(housePoints, expiringPoints(party), 10))]
    })
    const { perSecond } = await sqlLoad({ databaseUrl, connections, text: written, values })
    return { perSecond, p50Ms: 0, p99Ms: 0 }
  }
  const sides = {
    driver16: async () => await write(16),
    http16: async () => await checkInAll(16),
    driver64: async () => await write(64),
    http64: async () => await checkInAll(64),
  }
  say('a warm-up')
  await alternate(1, sides)
  say(`rounds of ${members.length} check-ins each`)
  const taken = await alternate(quick ? 1 : 5, sides)
  const rate = (side: keyof typeof sides) => taken[side].map(({ perSecond }) => perSecond)
  return [
    {
      name: 'rate, 16 clients',
      unit: '/s',
      samples: rate('http16'),
      goal: { text: '≥ 500/s', atLeast: 500 },
    },
    {
      name: 'of what it writes',
      unit: '×',
      samples: ratios(rate('http16'), rate('driver16')),
      goal: { text: '≥ 0.5 ×', atLeast: 0.5 },
    },
    { name: 'p99, 16 clients', unit: 'ms', samples: taken.http16.map(({ p99Ms }) => p99Ms) },
    { name: 'rate, 64 clients', unit: '/s', samples: rate('http64') },
    { name: 'of what it writes, 64', unit: '×', samples: ratios(rate('http64'), rate('driver64')) },
    { name: 'p99, 64 clients', unit: 'ms', samples: taken.http64.map(({ p99Ms }) => p99Ms) },
    { name: 'the driver alone, 16', unit: '/s', samples: rate('driver16') },
    { name: 'the driver alone, 64', unit: '/s', samples: rate('driver64') },
  ]
}
