import { chanceFrom } from './chance.ts'
import { OneProcess } from './one-process.ts'
import { targets, targetsOfSeveral, type Kill, type Plan } from './plan.ts'
import { Run } from './run.ts'
import { SeveralProcesses } from './several-processes.ts'
import type { Site } from './site.ts'

export interface KillRunOptions {
  plan: Plan
  /** How many processes serve; beyond one they have a worker beside them, and a PostgreSQL of its own. */
  processes?: number
  /** Settings of the site beside those the run needs. */
  settings?: Record<string, string>
  /** Gets what happens, in one line each. */
  say?(line: string): void
}

/** The result of a run. */
export interface Outcome {
  /** Promises that were broken; empty as it should be. */
  broken: string[]
  figures: Record<string, number>
  /** What the site logged as errors, and how often. */
  logged: Record<string, number>
}

/**
 * Carries out a plan of kills under load and compares the books after each, ending early when a promise is broken. The
 * site stays up at the end; `endPrograms` ends it. Throws when it needs a hand.
 */
export async function killRun({
  plan,
  processes = 1,
  settings = {},
  say = () => {},
}: KillRunOptions): Promise<Outcome> {
  const chance = chanceFrom(plan.seed)
  const site: Site =
    processes === 1 ? await OneProcess.at(settings) : await SeveralProcesses.at(settings, processes)
  for (const afterMs of plan.firstStarts) {
    say(`kill the first start after ${Math.round(afterMs)} ms`)
    await site.startAndKill(afterMs)
  }
  await site.start()
  const run = new Run(site)
  try {
    await run.begin(plan.crowd, chance)
    for (const [index, kill] of plan.kills.entries()) {
      say(`${index + 1}/${plan.kills.length} ${line(kill)}`)
      await run.carryOut(kill, chance)
      if (run.broken.length > 0) break
    }
    await run.end()
    const figures = { ...(await run.figures()), ...(await site.staleReads?.()) }
    return { broken: run.broken, figures, logged: site.loggedErrors() }
  } finally {
    void run.gate.close()
  }
}

function line({ target, afterMs, whileStarting }: Kill): string {
  const further = whileStarting.map((ms) => `, the next start after ${Math.round(ms)} ms`).join('')
  return `after ${Math.round(afterMs)} ms kill ${{ ...targets, ...targetsOfSeveral }[target]}${further}`
}
