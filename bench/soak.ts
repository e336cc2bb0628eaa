import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getAnalyticsSummary } from '#contracts/analytics.endpoints.ts'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { reconcile } from '#server/modules/ledger/public.ts'
import { brokenPromises } from '#testing/kill-run/database-promises.ts'
import { startProgram } from '#testing/processes.ts'
import { makeConvertible, reportRequests } from './make-convertible.ts'
import { makeLinks } from './make-links.ts'
import type { Bench, Figure, Measure } from './measure.ts'
import { cpuMs } from './process-figures.ts'
import { signInMembers } from './sign-in-members.ts'
import { withSite, type BenchSite } from './site.ts'
import { flatness, metricsToken, sampleOf, type Sample } from './soak-samples.ts'

/** What soak-client.ts sends. */
export interface SoakPlan {
  origin: string
  seconds: number
  visitsPerSecond: number
  codes: string[]
  /** Asked for once a second. */
  pages: { path: string; headers: Record<string, string> }[]
  /** Sales, one in half a second, every tenth of them sent twice at once. */
  reports: { path: string; headers: Record<string, string>; body: string }[]
}

/** How it was answered: requests by kind and status. */
export interface SoakReport {
  statuses: Record<string, number>
  visitsP99Ms: number
  pagesP99Ms: number
  reportsP99Ms: number
}

const visitsPerSecond = 200
const reportsPerSecond = 2
const sampleEveryMs = 10_000
const promisesEveryMs = 60_000
const anHour = 3_600
/** Access tokens live an hour, so members sign in once more for the second part. */
const parts = 2

/** What must stay flat over an hour of an even load, and every promise once a minute; `SOAK_SECONDS` says another time. */
export const soak: Measure = {
  name: 'soak',
  title: `An hour of ${visitsPerSecond} visits (one in ten of a code that nobody has), five pages and ${reportsPerSecond} sales a second`,
  baseline: null,
  onlyByName: true,
  run: async (bench) =>
    await withSite(async (site) => await measure(site, bench), {
      // Visits come from everywhere, as behind a proxy.
      settings: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken },
    }),
}

async function measure(site: BenchSite, { quick, say }: Bench): Promise<Figure[]> {
  const seconds = (quick ? 30 : Number(process.env.SOAK_SECONDS ?? anHour)) / parts
  const codes = await makeLinks(site.db, 1_000)
  const sold = await makeConvertible(site, seconds * parts * reportsPerSecond)
  const reports = reportRequests(sold, sold.clicks)
  const before = cpuMs(site.pid)
  const startedAt = performance.now()
  const samples: Sample[] = []
  const answers: SoakReport[] = []
  for (let part = 0; part < parts; part += 1) {
    const plan: SoakPlan = {
      origin: site.origin,
      seconds,
      visitsPerSecond,
      codes,
      pages: await pagesOf(site),
      reports: reports.splice(0, seconds * reportsPerSecond),
    }
    answers.push(await runPart(plan, async () => samples.push(await look(site))))
  }
  const cpuPercent = ((cpuMs(site.pid) - before) / (performance.now() - startedAt)) * 100
  say(`CPU of the process: ${cpuPercent.toFixed(1)} % of a core`)
  await requirePromises(site)
  const p99 = (name: string, key: 'visitsP99Ms' | 'pagesP99Ms' | 'reportsP99Ms'): Figure => {
    return { name: `p99 of ${name}`, unit: 'ms', samples: answers.map((one) => one[key]) }
  }
  return [
    ...flatness(samples),
    p99('visits', 'visitsP99Ms'),
    p99('pages', 'pagesP99Ms'),
    p99('sales', 'reportsP99Ms'),
  ]

  async function look(of: BenchSite): Promise<Sample> {
    const sample = await sampleOf(of)
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    const figures = Object.entries(sample).map(([name, value]) => `${name} ${Number(value).toFixed(1)}`)
    say(`${minutes} min: ${figures.join(', ')}`)
    return sample
  }

  /** Sends a part of the load, takes samples beside it, and looks at every promise once a minute. */
  async function runPart(plan: SoakPlan, takeSample: () => Promise<unknown>): Promise<SoakReport> {
    const client = startProgram([process.execPath, soakClient], {}, JSON.stringify(plan))
    const ended = { yet: false }
    void client.ended.then(() => (ended.yet = true))
    let provenAt = performance.now()
    while (!ended.yet) {
      await Promise.race([client.ended, sleep(quick ? 1_000 : sampleEveryMs)])
      await takeSample()
      if (performance.now() - provenAt < (quick ? 5_000 : promisesEveryMs)) continue
      provenAt = performance.now()
      await requirePromises(site)
      say(`every promise kept, looked at for ${((performance.now() - provenAt) / 1_000).toFixed(1)} s`)
    }
    const { status, stdout, stderr } = await client.ended
    if (status !== 0) throw new Error(`The load client ended: ${stderr}`)
    const report = JSON.parse(stdout) as SoakReport
    say(JSON.stringify(report))
    expectAnswers(report)
    return report
  }
}

const soakClient = fileURLToPath(new URL('soak-client.ts', import.meta.url))

async function pagesOf(site: BenchSite): Promise<SoakPlan['pages']> {
  const [headers] = await signInMembers(site, 1)
  const anybody = {}
  return [
    { path: paths.home, headers: anybody },
    { path: paths.faq, headers: anybody },
    { path: '/builds/latest.json', headers: anybody },
    { path: listCampaigns.path, headers: headers! },
    { path: getAnalyticsSummary.path, headers: headers! },
  ]
}

/** The ledger's promises, and what the tables promise each other. Throws with those that are broken. */
async function requirePromises({ db }: BenchSite): Promise<void> {
  const { clean, findings } = await reconcile(db)
  const broken = await brokenPromises(db)
  if (!clean || broken.length > 0) throw new Error(`Broken: ${JSON.stringify({ findings, broken })}`)
}

const expected = new Set(['visits 302', 'visits 404', 'pages 200', 'reports 201', 'reports 200'])

function expectAnswers({ statuses }: SoakReport): void {
  const wrong = Object.keys(statuses).filter((status) => !expected.has(status))
  if (wrong.length > 0) throw new Error(`Answers were ${JSON.stringify(statuses)}`)
}
