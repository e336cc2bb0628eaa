import { setTimeout as delay } from 'node:timers/promises'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Leaderboard } from '#contracts/leaderboard.schemas.ts'
import { getLeaderboard } from '#contracts/leaderboard.endpoints.ts'
import { housePoints, move } from '#server/modules/ledger/public.ts'
import { readBoard } from '#server/modules/leaderboard/public.ts'
import { expiringPoints } from '#testing/points.ts'
import { fillLeaderboard } from './fill-leaderboard.ts'
import { load } from './load.ts'
import { alternate, type Bench, type Figure, type Measure } from './measure.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { percentile, ratios } from './statistics.ts'

const clients = 4
/** Earned each second, spread over all members: some nine million a day. */
const earnedPerSecond = 100

/** A page of the ranking with one's own place, while others earn. */
export const leaderboard: Measure = {
  name: 'leaderboard',
  title: `Leaderboard: a page, own rank and neighbours, with a quarter of the members tied, while ${earnedPerSecond} a second earn`,
  baseline: 'own rank alone by count(*)',
  onlyByName: true,
  run: async (bench) => await withSite(async (site) => await measure(site, bench)),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const headers = await signInMembers(site, clients)
  const figures: Figure[] = []
  for (const count of quick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000]) {
    say(`${count} members`)
    await fillLeaderboard(site.db, count)
    figures.push(...(await measureAt(site, { headers, count, quick })))
  }
  return figures
}

async function measureAt(
  site: BenchSite,
  { headers, count, quick }: { headers: Record<string, string>[]; count: number; quick: boolean },
): Promise<Figure[]> {
  const { db } = site
  const untilRanked = await firstPoints(site, headers, count)
  const asked = quick ? 100 : 400
  const parties = await partiesOf(site, count)
  const key = { metric: 'points', span: 'all', startsAt: null } as const
  const timed = async (ask: (party: string) => Promise<unknown>, times = asked) => {
    const ms: number[] = []
    const from = performance.now()
    for (let nth = 0; nth < times; nth += 1) {
      const before = performance.now()
      await ask(parties[nth % parties.length]!)
      ms.push(performance.now() - before)
    }
    return { p95Ms: percentile(ms, 0.95), perSecond: times / ((performance.now() - from) / 1_000) }
  }
  const pages = {
    origin: site.origin,
    status: 200,
    requests: Array.from({ length: asked }, (_, nth) => ({
      path: `${getLeaderboard.path}?limit=20&period=${['season', 'week', 'all'][nth % 3]}`,
      headers: headers[nth % clients]!,
    })),
  }
  const sides = {
    // Up to seconds each at a million: a few say as much.
    count: async () => await timed(async (party) => await countRank(site, party), asked / 40),
    statement: async () =>
      await timed(async (party) => {
        const { me } = await readBoard(db, key, { limit: 20, party })
        if (!me?.rank) throw new Error(`${party} has no rank`)
      }),
    http: async () => await load({ ...pages, connections: 1 }),
    crowd: async () => await load({ ...pages, connections: clients }),
  }
  const earning = startEarning(site, count)
  const taken = await alternate(quick ? 1 : 5, sides).finally(async () => await earning.stop())
  const p95 = (side: keyof typeof sides) => taken[side].map(({ p95Ms }) => p95Ms)
  const of = `${count.toLocaleString('en')} members`
  const goal = { text: '< 10 ms', below: 10 }
  return [
    { name: `p95, ${of}`, unit: 'ms', samples: p95('http'), goal },
    {
      name: `pages for ${clients} clients, ${of}`,
      unit: '/s',
      samples: taken.crowd.map(({ perSecond }) => perSecond),
    },
    { name: `the statement alone, p95, ${of}`, unit: 'ms', samples: p95('statement') },
    { name: `count(*), p95, ${of}`, unit: 'ms', samples: p95('count') },
    { name: `of count(*), ${of}`, unit: '×', samples: ratios(p95('statement'), p95('count')) },
    { name: `from earning to ranked, ${of}`, unit: 'ms', samples: untilRanked },
    { name: `earned meanwhile, ${of}`, unit: '/s', samples: [earning.perSecond()] },
  ]
}

/** Own rank by counting who is before: what the buckets are compared with. */
async function countRank({ db }: BenchSite, party: string): Promise<void> {
  await sql`
    select 1 + count(*) from leaderboard_board b
    join leaderboard_standing own on own.board = b.id and own.party = ${party}
    join leaderboard_standing s on s.board = b.id and s.value > 0 and not s.is_excluded
      and (-s.value, s.reached_seq) < (-own.value, own.reached_seq)
    where b.metric = 'points' and b.span = 'all'`.execute(db)
}

async function partiesOf({ db }: BenchSite, count: number): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select 'pty_' || md5('bench ' || (1 + (n * 7919) % ${count}::int)) as party from generate_series(1, 200) n`.execute(
    db,
  )
  return rows.map(({ party }) => party)
}

/** Lets members earn at an even pace until it is stopped. */
function startEarning({ db }: BenchSite, count: number) {
  const over = new AbortController()
  const from = performance.now()
  let earned = 0
  const running = (async () => {
    while (!over.signal.aborted) {
      const due = Math.floor(((performance.now() - from) / 1_000) * earnedPerSecond)
      for (; earned < due; earned += 1) {
        const party = `pty_${createHash('md5')
          .update(`bench ${randomInt(1, count + 1)}`)
          .digest('hex')}`
        const lines = JSON.stringify(move(housePoints, expiringPoints(party), randomInt(1, 100)))
        await sql`select ledger_grant_award(${party}, 'bench', ${randomUUID()}, null, ${lines}::jsonb)`.execute(
          db,
        )
      }
      await delay(10)
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await running
    },
    perSecond: () => (earned / (performance.now() - from)) * 1_000,
  }
}

/** Gives each client points, and answers how long each took to be on the board, in milliseconds. */
async function firstPoints(
  { db, origin }: BenchSite,
  headers: Record<string, string>[],
  count: number,
): Promise<number[]> {
  const valueOf = async (asked: Record<string, string>) => {
    const response = await fetch(`${origin}${getLeaderboard.path}?limit=1&period=all`, { headers: asked })
    return ((await response.json()) as Leaderboard).me!.value
  }
  const waits: number[] = []
  for (const asked of [...headers, ...headers, ...headers]) {
    // A member's row is made by their first call.
    const before = await valueOf(asked)
    const claims = Buffer.from(asked['authorization']!.split('.')[1]!, 'base64url').toString()
    const { sub } = JSON.parse(claims) as { sub: string }
    const { rows } = await sql<{ party: string }>`select party from member where sub = ${sub}`.execute(db)
    const { party } = rows[0]!
    const lines = JSON.stringify(move(housePoints, expiringPoints(party), randomInt(100, 5_000)))
    await sql`select ledger_grant_award(${party}, 'bench', ${randomUUID()}, null, ${lines}::jsonb)`.execute(
      db,
    )
    const from = performance.now()
    while ((await valueOf(asked)) === before) {
      if (performance.now() - from > 10_000) throw new Error(`Not ranked after 10 s, of ${count}`)
      await delay(5)
    }
    waits.push(performance.now() - from)
  }
  return waits
}
