import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { type Result } from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { paths } from '#contracts/paths.ts'
import { demoCreator } from '#server/demo/content/creators.ts'
import { freePort } from '#testing/free-port.ts'
import { endPrograms, startSite, temporaryDataDir } from '#testing/processes.ts'
import { withChromium } from './chromium.ts'
import { demoVisitor, type DemoVisitor } from './demo-site.ts'
import type { Bench, Figure, Goal, Measure } from './measure.ts'
import { openWithoutReferrerPolicy } from './without-referrer-policy.ts'

/** A screen as it is measured; `cookie` signs in. */
interface Screen {
  name: string
  path: string
  cookie?: string
  /** May be found by search engines. */
  isPublic?: boolean
  /** One whose median of three counts; the others are looked at once. */
  hasGoal?: boolean
}

/** Of the screens that people open every day or see first: faster than others, and soon to be seen. */
const ofFirstScreens: { performance: Goal; paint: Goal } = {
  performance: { text: '≥ 95', atLeast: 95 },
  paint: { text: '< 2 000 ms', below: 2_000 },
}

const goals: Record<string, Goal> = {
  performance: { text: '≥ 90', atLeast: 90 },
  accessibility: { text: '100', atLeast: 100 },
  'best-practices': { text: '≥ 95', atLeast: 95 },
  seo: { text: '100', atLeast: 100 },
}

/** Lighthouse's index of the machine that the goals were set on: a phone is taken to be four times slower than that. */
const referenceIndex = 2_900

/**
 * Lighthouse on a simulated mid-range phone with slow 4G, with the demo data. A machine slower than the reference is
 * slowed by less, as Lighthouse's notes on throttling advise: the phone stays the same one (decision 097).
 */
export const lighthouseMobile: Measure = {
  name: 'lighthouse',
  title: 'Lighthouse mobile, simulated throttling',
  baseline: null,
  run: async (bench) => {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const site = await startSite({ DATA_DIR: temporaryDataDir(), RATE_LIMIT: 'false', PUBLIC_ORIGIN: origin })
    const door = await openWithoutReferrerPolicy(port, site.origin)
    try {
      const screens = screensOf(await demoVisitor(site, origin))
      return await measure(origin, screens, bench)
    } finally {
      await door.close()
      await endPrograms()
    }
  },
}

async function measure(origin: string, screens: Screen[], { quick, say }: Bench) {
  // One browser for all of them was gone after some runs.
  const auditedAlone = async (screen: Screen, slowdown: number) =>
    // In another zone than its member's the browser draws the page's first screen once more.
    await withChromium(
      demoCreator.timeZone,
      async (port) => await audited(origin, screen, { port, slowdown }),
    )
  const figures: Figure[] = []
  const speed: number[] = []
  // One run of a member's screen first: it finds the server cold, and says how fast the machine is.
  const first = screens.find(({ cookie }) => cookie !== undefined)!
  const { environment } = await patiently(first, say, async () => await auditedAlone(first, 4))
  const slowdown = Math.min(4, Math.max(1, (4 * environment.benchmarkIndex) / referenceIndex))
  say(`benchmark index ${environment.benchmarkIndex}: a phone is ${slowdown.toFixed(2)} times slower`)
  for (const screen of screens) {
    const runs: Result[] = []
    for (let run = 1; run <= (quick || !screen.hasGoal ? 1 : 3); run += 1) {
      const result = await patiently(screen, say, async () => await auditedAlone(screen, slowdown))
      say(`${screen.name}, run ${run}: ${summary(result)}`)
      runs.push(result)
      speed.push(result.environment.benchmarkIndex)
    }
    for (const [category, goal] of Object.entries(goals)) {
      if (category === 'seo' && !screen.isPublic) continue
      const samples = runs.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
      const own = screen.hasGoal && category === 'performance' ? ofFirstScreens.performance : goal
      figures.push({ name: `${screen.name}: ${category}`, unit: 'points', samples, goal: own })
    }
    for (const [audit, name] of Object.entries(timings)) {
      const samples = runs.map(({ audits }) => Math.round(audits[audit]?.numericValue ?? 0))
      const isPaint = screen.hasGoal && audit === 'largest-contentful-paint'
      figures.push({
        name: `${screen.name}: ${name}`,
        unit: 'ms',
        samples,
        ...(isPaint && { goal: ofFirstScreens.paint }),
      })
    }
  }
  return [
    ...figures,
    { name: 'benchmark index of the machine', unit: 'points' as const, samples: speed },
    { name: 'a phone is slower by', unit: '×' as const, samples: [slowdown] },
  ]
}

/** Longer than any run that came to an end, on a machine with ten times its work. */
const runMs = 150_000

/** One run, and another one where that came to nothing: a browser that is lost takes no other screen with it. */
async function patiently(
  { name }: Screen,
  say: (line: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    say(`${name}, once more: ${error instanceof Error ? error.message : String(error)}`)
    return await run()
  }
}

const timings = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocking time',
}

/** One run. Throws when the page was not loaded, or another was: signed out, for one. */
async function audited(
  origin: string,
  { name, path, cookie }: Screen,
  { port, slowdown }: { port: number; slowdown: number },
): Promise<Result> {
  const result = await Promise.race([
    lighthouse(origin + path, {
      port,
      logLevel: 'silent',
      onlyCategories: Object.keys(goals),
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
      ...(cookie === undefined ? {} : { extraHeaders: { Cookie: cookie } }),
    }),
    // One whose browser is lost may never end.
    sleep(runMs, undefined, { ref: false }),
  ])
  if (!result) throw new Error(`${name}: Lighthouse told nothing within ${runMs / 1000} s`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.code}, ${lhr.runtimeError.message}`)
  const shown = lhr.finalDisplayedUrl ?? ''
  if (shown !== origin + path) throw new Error(`${name}: ${shown} was shown instead of ${path}`)
  return lhr
}

/** A run in a line, with what fell short in each category but speed. */
function summary({ categories, audits }: Result): string {
  const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`)
  const short = Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]!.score < 1)
  const shift = audits['cumulative-layout-shift']?.displayValue ?? '?'
  const times = Object.entries(timings).map(
    ([audit, name]) => `${name} ${audits[audit]?.displayValue ?? '?'}`,
  )
  return [...scores, ...times, `shift ${shift}`, ...short.map(({ id }) => `(${id})`)].join(', ')
}

function screensOf({ cookie, campaignId }: DemoVisitor): Screen[] {
  const campaign = paths.campaign(campaignId)
  return [
    { name: 'login', path: paths.login, hasGoal: true },
    { name: 'sign-up', path: paths.signup, isPublic: true },
    { name: 'docs', path: paths.docs, isPublic: true, hasGoal: true },
    { name: 'a campaign', path: campaign, isPublic: true },
    { name: 'home, signed in', path: paths.home, cookie, hasGoal: true },
    { name: 'campaigns, signed in', path: paths.campaigns, cookie, hasGoal: true },
    { name: 'a campaign, signed in', path: campaign, cookie, hasGoal: true },
    { name: 'wallet, signed in', path: paths.crels('wallet'), cookie, hasGoal: true },
    { name: 'points, signed in', path: paths.points, cookie, hasGoal: true },
  ]
}
