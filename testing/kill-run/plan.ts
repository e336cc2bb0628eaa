import { whyNoSmallDisk } from '../small-disk.ts'
import { chanceFrom, type Chance } from './chance.ts'

/** What is killed with SIGKILL, and when. */
export const targets = {
  server: 'the server process',
  postmaster: 'the postmaster; the server ends by itself',
  'database process': 'one process of the database; the server has to live through it',
  both: 'server and postmaster at one moment',
  loading: 'the server while clicks are being loaded',
  unlocking: 'the server while the job unlocks earnings, after the clock was moved',
  stopping: 'the server while it stops after SIGTERM',
} as const

/** What else goes wrong where processes are several, beside a database of their own with a replica. */
export const targetsOfSeveral = {
  worker: 'the worker, which is away for a while',
  'wrong clock': 'the worker; another whose clock is days off works in its place for a while',
  'wrong secret': 'nothing; a process with another SECRET comes and has to end by itself',
  'replica dead': 'the replica, which is away for a while',
  'replica hanging': 'nothing; the replica hangs for a while',
  'replica lagging': 'nothing; the replica replays nothing for a while',
  'old backup': 'nothing; a backup made under load is restored elsewhere, and no payout leaves there',
  'full disk': 'nothing; the disk of clicks and files is full for a while',
  'full database disk': 'what the database ends of itself; its disk is full for a while',
} as const

/** Those that need a disk of their own, which not every account may mount. */
const ofDisks: readonly Target[] = ['full disk', 'full database disk']

/** What a replica does for a while; the short run has one of them. */
const ofReplica: readonly Target[] = ['replica dead', 'replica hanging', 'replica lagging']

export type Target = keyof typeof targets | keyof typeof targetsOfSeveral

/** A kill, and what follows it. */
export interface Kill {
  target: Target
  /** Milliseconds of load before it. */
  afterMs: number
  /** Further kills of the server, each so many milliseconds after it was started again. */
  whileStarting: number[]
}

/** How many come at once. */
export interface Crowd {
  visitors: number
  brandServers: number
}

/** A whole run: the same seed and number give the same plan. */
export interface Plan {
  seed: number
  crowd: Crowd
  /** Kills of the very first start, on an empty directory: milliseconds after it. */
  firstStarts: number[]
  kills: Kill[]
}

const allTargets = Object.keys(targets) as Target[]
const ofSeveral = (Object.keys(targetsOfSeveral) as Target[]).filter(
  (target) => !ofDisks.includes(target) || whyNoSmallDisk() === undefined,
)
const staysAlive = new Set<Target>([
  'database process',
  'wrong secret',
  ...ofReplica,
  'old backup',
  ...ofDisks,
])

/** Every target of a run of so many processes, on this machine. */
export const targetsFor = (processes: number): Target[] =>
  processes === 1 ? allTargets : [...allTargets, ...ofSeveral]

/** After these something is dead and has to be started. */
const isDeadAfter = (target: Target) => !staysAlive.has(target)

/**
 * Plans a long run of `kills` in all; every target comes up again before any comes up twice more, and once where there
 * are kills enough.
 */
export function planKills(seed: number, kills: number, processes = 1): Plan {
  const chance = chanceFrom(seed)
  // Several processes start on a database that is there and migrated.
  const first = processes === 1 ? Math.floor(kills / 12) : 0
  const firstStarts = Array.from({ length: first }, () => chance.between(100, 6_000))
  const plan: Plan = { seed, crowd: { visitors: 8, brandServers: 4 }, firstStarts, kills: [] }
  let left = kills - firstStarts.length
  const all = targetsFor(processes)
  let bag = chance.shuffled(all)
  while (left > 0) {
    if (bag.length === 0) bag = chance.shuffled(all)
    const target = bag.pop()!
    // Kills of starts leave enough for the first round of all targets.
    const kill = planKill(chance, target, left - 1 - (plan.kills.length < all.length ? bag.length : 0))
    plan.kills.push(kill)
    left -= 1 + kill.whileStarting.length
  }
  return plan
}

/**
 * Plans the short run of the suite: one kill each of those that between them need every way back, under a load that
 * leaves the machine to the other tests.
 */
export function planShort(seed: number, processes = 1): Plan {
  const chance = chanceFrom(seed)
  const short: Target[] = ['loading', 'unlocking', 'postmaster', 'database process']
  if (processes > 1)
    short.push(chance.pick(ofReplica), chance.pick(ofSeveral.filter((target) => !ofReplica.includes(target))))
  const kills = chance.shuffled(short).map((target) => planKill(chance, target, 0))
  return { seed, crowd: { visitors: 2, brandServers: 2 }, firstStarts: [], kills }
}

/** What dies needs a start, and every third start is killed too, once or twice. */
function planKill(chance: Chance, target: Target, furtherMax: number): Kill {
  const further = isDeadAfter(target) && chance.happens(0.33) ? chance.whole(1, 2) : 0
  return {
    target,
    afterMs: chance.between(100, 2_500),
    whileStarting: Array.from({ length: Math.max(0, Math.min(further, furtherMax)) }, () =>
      chance.between(20, 2_500),
    ),
  }
}

/** How many kills a plan has, by target. */
export function countKills({ firstStarts, kills }: Plan): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(
    allTargets.map((target) => [target, kills.filter((kill) => kill.target === target).length]),
  )
  for (const target of ofSeveral) {
    const count = kills.filter((kill) => kill.target === target).length
    if (count > 0) counts[target] = count
  }
  const starting = kills.reduce((sum, kill) => sum + kill.whileStarting.length, 0)
  return { ...counts, 'while starting': starting, 'first start': firstStarts.length }
}
