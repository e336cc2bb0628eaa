import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getAnalyticsSummary } from '#contracts/analytics.endpoints.ts'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { startProgram } from '#testing/processes.ts'
import { makeLinks } from './make-links.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { cpuMs, memoryMb } from './process-figures.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { median } from './statistics.ts'

/** What soak-client.ts sends. */
export interface SoakPlan {
  origin: string
  seconds: number
  visitsPerSecond: number
  codes: string[]
  /** Asked for once a second. */
  pages: { path: string; headers: Record<string, string> }[]
}

/** How it was answered: requests by kind and status. */
export interface SoakReport {
  statuses: Record<string, number>
  visitsP99Ms: number
  pagesP99Ms: number
}

const visitsPerSecond = 200
const sampleEveryMs = 10_000
/** Access tokens live an hour. */
const secondsMax = 3_500

/** Memory over most of an hour of an even load; `SOAK_SECONDS` says another time. */
export const soak: Measure = {
  name: 'soak',
  title: `Memory under ${visitsPerSecond} visits a second (one in ten of a code that nobody has) and five pages a second`,
  baseline: null,
  onlyByName: true,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      // Visits come from everywhere, as behind a proxy.
      settings: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken },
    }),
}

const metricsToken = 'a token of the bench'

interface Sample {
  heapMb: number
  residentMb: number
  allMb: number
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const seconds = quick ? 30 : Number(process.env.SOAK_SECONDS ?? secondsMax)
  const codes = await makeLinks(site.db, 1_000)
  const [headers] = await signInMembers(site, 1)
  const anybody = {}
  const plan: SoakPlan = {
    origin: site.origin,
    seconds,
    visitsPerSecond,
    codes,
    pages: [
      { path: paths.home, headers: anybody },
      { path: paths.faq, headers: anybody },
      { path: '/builds/latest.json', headers: anybody },
      { path: listCampaigns.path, headers: headers! },
      { path: getAnalyticsSummary.path, headers: headers! },
    ],
  }
  const before = cpuMs(site.pid)
  const client = startProgram([process.execPath, soakClient], {}, JSON.stringify(plan))
  const samples: Sample[] = []
  const ended = { yet: false }
  void client.ended.then(() => (ended.yet = true))
  const startedAt = performance.now()
  while (!ended.yet) {
    await Promise.race([client.ended, sleep(quick ? 1_000 : sampleEveryMs)])
    const sample = await sampleOf(site)
    samples.push(sample)
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    say(
      `${minutes} min: heap ${sample.heapMb.toFixed(0)} MB, process ${sample.residentMb.toFixed(0)} MB, all ${sample.allMb.toFixed(0)} MB`,
    )
  }
  const { status, stdout, stderr } = await client.ended
  if (status !== 0) throw new Error(`The load client ended: ${stderr}`)
  const report = JSON.parse(stdout) as SoakReport
  say(JSON.stringify(report))
  expectAnswers(report)
  const cpuPercent = ((cpuMs(site.pid) - before) / (performance.now() - startedAt)) * 100
  say(`CPU of the process: ${cpuPercent.toFixed(1)} % of a core`)
  return figuresOf(samples, report)
}

const soakClient = fileURLToPath(new URL('soak-client.ts', import.meta.url))

/** Memory of the third and the last quarter of the time: the first half is until every cache is as large as it gets. */
function figuresOf(samples: Sample[], { visitsP99Ms, pagesP99Ms }: SoakReport): Figure[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4))
  const third = samples.slice(-2 * quarter, -quarter)
  const last = samples.slice(-quarter)
  const row = (name: string, key: keyof Sample): Figure[] => [
    { name: `${name}, third quarter of the time`, unit: 'MB', samples: third.map((one) => one[key]) },
    { name: `${name}, last quarter`, unit: 'MB', samples: last.map((one) => one[key]) },
    {
      name: `${name}, last to third quarter`,
      unit: '×',
      samples: [median(last.map((one) => one[key])) / median(third.map((one) => one[key]))],
      goal: { text: '< 1.05', below: 1.05 },
    },
  ]
  return [
    ...row('heap in use', 'heapMb'),
    ...row('the process', 'residentMb'),
    ...row('all processes', 'allMb'),
    { name: 'p99 of visits', unit: 'ms', samples: [visitsP99Ms] },
    { name: 'p99 of pages', unit: 'ms', samples: [pagesP99Ms] },
  ]
}

async function sampleOf({ origin, pid }: BenchSite): Promise<Sample> {
  const response = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await response.text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1e6
  return {
    heapMb: metric('nodejs_heap_size_used_bytes'),
    residentMb: metric('process_resident_memory_bytes'),
    allMb: memoryMb(pid),
  }
}

function expectAnswers({ statuses }: SoakReport): void {
  const wrong = Object.keys(statuses).filter(
    (status) => !['visits 302', 'visits 404', 'pages 200'].includes(status),
  )
  if (wrong.length > 0) throw new Error(`Answers were ${JSON.stringify(statuses)}`)
}
