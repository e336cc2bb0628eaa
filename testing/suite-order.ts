import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those of `e2e/` that every turn has: where money changes hands, or somebody might see what is not theirs. */
const everyTurn = new Set([
  'console-redemptions',
  'endpoint-access',
  'endpoint-answers',
  'endpoint-foreign',
  'endpoint-input',
  'first-payout',
  'payout-run',
  'private-files',
  'redemption',
  'session',
  'sign-up',
])

/** Tests of a browser, of whole programs, and of servers that are started, filled and lost. */
const whole = [
  /\/e2e\//,
  /\/platform\/(?:backup|embedded-postgres)\//,
  /\/(?:failover|replica-failover|replicas|restore|restore-own-server|backup-server-dies)\.test\.ts$/,
  /\/(?:alert-rules|click-log|clicks-past-one-database|deploy-ha|patroni)\.test\.ts$/,
]

const isWhole = (file: string) => whole.some((pattern) => pattern.test(file))

/** In which order the suite runs, and what of it a turn of CI runs (decision 129). */
export class SuiteOrder extends BaseSequencer {
  /** `--shard=2/3` is the second of three turns. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const ofTurn = filesOfTurn(
      files.map(({ moduleId }) => moduleId),
      { index, count },
    )
    return files.filter(({ moduleId }) => ofTurn.has(moduleId))
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return spread(
      sorted.filter(({ moduleId }) => isWhole(moduleId)),
      sorted.filter(({ moduleId }) => !isWhole(moduleId)),
    )
  }
}

/**
 * Of the tests of whole programs one in `count`, by their names, with those that every turn has; of all others each.
 * `index` counts from 1; files are absolute paths.
 */
export function filesOfTurn(
  files: string[],
  { index, count }: { index: number; count: number },
): ReadonlySet<string> {
  const waitsForTurn = (file: string) => isWhole(file) && !everyTurn.has(specName(file))
  const inTurns = files.filter(waitsForTurn).toSorted()
  const waiting = new Set(inTurns.filter((_file, at) => at % count !== index - 1))
  return new Set(files.filter((file) => !waiting.has(file)))
}

function specName(file: string): string {
  return /([^/]+)\.spec\.ts$/.exec(file)?.[1] ?? ''
}

/**
 * Puts the slow among the quick, evenly and early: they ask for the processor, many of the others wait for something, and
 * a slow one that begins last keeps the other workers waiting.
 */
export function spread<File>(slow: File[], quick: File[]): File[] {
  const lastSlow = 0.8
  const places = [
    ...slow.map((file, at) => ({ file, at: (at / slow.length) * lastSlow })),
    ...quick.map((file, at) => ({ file, at: at / quick.length })),
  ]
  return places.toSorted((one, other) => one.at - other.at).map(({ file }) => file)
}
