import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { streamTopics } from '#contracts/stream.constants.ts'
import { getStream } from '#contracts/stream.endpoints.ts'
import { grantAward } from '#server/modules/ledger/public.ts'
import { startProgram, type Program } from '#testing/processes.ts'
import { inAYear } from '#testing/points.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { cpuMs, familyOf, residentKb } from './process-figures.ts'
import { openSessions, type SignedInMember } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { percentile } from './statistics.ts'
import { vacuum } from './vacuum.ts'

/** Streams that one process holds open. */
export interface StreamPlan {
  url: string
  /** The headers of each. */
  readers: Record<string, string>[]
}

interface Reader extends SignedInMember {
  party: string
}

/** What every screen listens to: ranks only where they are shown. */
const listenedTo = streamTopics.filter((topic) => topic !== 'leaderboard')

const client = fileURLToPath(new URL('stream-client.ts', import.meta.url))

/** Open streams, one a member: what each costs, and how long a change takes to its reader. */
export const stream: Measure = {
  name: 'stream',
  title: 'Live stream, 500 and 5 000 open connections, one a member',
  baseline: null,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), { settings: { MAX_CONNECTIONS: '6000' } }),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const [few, many] = quick ? [50, 200] : [500, 5_000]
  const readers = await makeReaders(site, many, say)
  // A process that has answered: what it compiles and keeps for the first calls is no connection's.
  const first = await open(site, readers.slice(0, few))
  first.client.killGroup('SIGKILL')
  await first.client.ended
  const seconds = quick ? 3 : 20
  const none = await idle(site, seconds)
  const levels = []
  const holders: Program[] = []
  for (const [from, to] of [
    [0, few],
    [few, many],
  ] as const) {
    say(`${to} streams`)
    const opened = await open(site, readers.slice(from, to))
    holders.push(opened.client)
    const left = await idle(site, seconds)
    say('changes')
    const delays = []
    const changing = use(site)
    for (let round = 0; round < (quick ? 1 : 3); round += 1)
      delays.push(await takeDelays(site, readers.slice(from, to), opened.client, quick ? 10 : 100))
    const { secondsToOpen } = opened
    const busy = changing()
    levels.push({ streams: to, left, busy, delays, perSecond: (to - from) / secondsToOpen })
  }
  for (const holder of holders) holder.killGroup('SIGKILL')
  const p = (share: number, delays: number[][]) => delays.map((round) => percentile(round, share))
  return [
    ...levels.flatMap(({ streams, left, busy, delays, perSecond }): Figure[] => [
      {
        name: `${streams}: memory of the server for one`,
        unit: 'KB',
        samples: left.residentKb.map((kb) => (kb - Math.min(...none.residentKb)) / streams),
        // Of few, the memory that comes and goes is more than theirs.
        goal: streams === many ? { text: '< 50 KB', below: 50 } : undefined,
      },
      { name: `${streams}: from a change's commit to its reader, p50`, unit: 'ms', samples: p(0.5, delays) },
      {
        name: `${streams}: the same, p95`,
        unit: 'ms',
        samples: p(0.95, delays),
        goal: { text: '< 2 s', below: 2_000 },
      },
      { name: `${streams}: CPU of the server, nothing changes`, unit: '%', samples: [left.cpu] },
      { name: `${streams}: CPU of PostgreSQL, nothing changes`, unit: '%', samples: [left.postgresCpu] },
      { name: `${streams}: CPU of the server, one earns each 0.1 s`, unit: '%', samples: [busy.cpu] },
      { name: `${streams}: opened`, unit: '/s', samples: [perSecond] },
    ]),
    { name: 'none: CPU of the server', unit: '%', samples: [none.cpu] },
    { name: 'none: CPU of PostgreSQL', unit: '%', samples: [none.postgresCpu] },
    { name: 'none: memory of the server', unit: 'MB', samples: none.residentKb.map((kb) => kb / 1000) },
  ]
}

/** Members with points, so that each has what is asked about. */
async function makeReaders(site: BenchSite, count: number, say: Bench['say']): Promise<Reader[]> {
  say(`${count} members`)
  const members = await openSessions(site, count)
  const { db, origin } = site
  const readers: Reader[] = []
  const work = async () => {
    for (let member = members.pop(); member; member = members.pop()) {
      const answer = await fetch(`${origin}${getStream.path}`, { headers: member.headers })
      if (!answer.ok) throw new Error(`The stream answered ${answer.status}: ${await answer.text()}`)
      const { rows } = await sql<{ party: string }>`
        select party from member where uid = ${member.uid}`.execute(db)
      const reader = { ...member, party: rows[0]!.party }
      await change(site, reader, 'first')
      readers.push(reader)
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  await vacuum(db)
  return readers
}

let changes = 0
async function change({ db }: BenchSite, { party }: Reader, program = 'bench'): Promise<void> {
  const award = { party, program, period: String((changes += 1)), points: 1, expiresAt: inAYear() }
  await db.transaction().execute(async (tx) => await grantAward(tx, award))
}

async function open(
  { origin }: BenchSite,
  readers: Reader[],
): Promise<{ client: Program; secondsToOpen: number }> {
  const plan: StreamPlan = {
    url: `${origin}${getStream.path}?topics=${listenedTo.join()}`,
    readers: readers.map(({ headers }) => headers),
  }
  const before = performance.now()
  const program = startProgram([process.execPath, client], {}, JSON.stringify(plan))
  await program.saying('all are open\n')
  return { client: program, secondsToOpen: (performance.now() - before) / 1000 }
}

/** Memory, a sample a second, and what the processes take, once all has settled. */
async function idle(site: BenchSite, seconds: number) {
  await sleep(seconds * 500)
  const used = use(site)
  const samples: number[] = []
  while (samples.push(residentKb(site.pid)) < seconds) await sleep(1_000)
  return { residentKb: samples, ...used() }
}

/** Begins to count; answers what gives the share of a core that the server and PostgreSQL took since. */
function use({ pid }: BenchSite): () => { cpu: number; postgresCpu: number } {
  // A process that ends meanwhile (an autovacuum) would take its time with it.
  const now = () => ({ each: new Map(familyOf(pid).map((one) => [one, cpuMs(one)])), at: performance.now() })
  const before = now()
  return () => {
    const after = now()
    const percent = (pids: number[]) =>
      (pids.reduce((sum, one) => sum + after.each.get(one)! - (before.each.get(one) ?? 0), 0) /
        (after.at - before.at)) *
      100
    return { cpu: percent([pid]), postgresCpu: percent([...after.each.keys()].filter((one) => one !== pid)) }
  }
}

/** Changes something of as many members, one after the other, and waits for the event of each. */
async function takeDelays(
  site: BenchSite,
  readers: Reader[],
  program: Program,
  count: number,
): Promise<number[]> {
  const committedAt = new Map<number, number>()
  const events = () => {
    const lines = program.stdout().split('\n').slice(seen, -1)
    return lines.map((line) => line.split(' ').map(Number) as [number, number])
  }
  const seen = program.stdout().split('\n').length - 1
  while (committedAt.size < count) {
    const place = Math.floor(Math.random() * readers.length)
    if (committedAt.has(place)) continue
    await sleep(Math.random() * 200)
    await change(site, readers[place]!)
    committedAt.set(place, Date.now())
  }
  const until = performance.now() + 30_000
  while (events().length < count && performance.now() < until) await sleep(200)
  const heard = new Map(events())
  if (events().length !== count || [...committedAt.keys()].some((place) => !heard.has(place)))
    throw new Error(`${count} changes came as ${events().length} events to ${heard.size} readers`)
  return [...committedAt].map(([place, at]) => heard.get(place)! - at)
}
