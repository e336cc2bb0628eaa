/** What a figure must reach, on the median of its samples. */
export interface Goal {
  /** As docs/performance.md shows it: `≥ 0.5`. */
  text: string
  atLeast?: number
  below?: number
}

/** One figure of a measure, taken several times. */
export interface Figure {
  /** What was counted, for a row of the table: `p99`. */
  name: string
  /** `×` is a ratio to the baseline of the same round; a plain count of nothing named has none. */
  unit: '×' | '/s' | 'ms' | 's' | 'MB' | 'KB' | 'KB gz' | 'points' | 'clicks' | 'µs' | '%' | ''
  /** One a round, in the order taken. */
  samples: number[]
  goal?: Goal
}

/** What a measure is given. */
export interface Bench {
  /** A short look: figures to see that it works, not to be believed. */
  quick: boolean
  /** Prints one line on what is being done. */
  say(line: string): void
}

/** One thing that is measured; each is a file of this folder, listed in measures.ts. */
export interface Measure {
  /** For the command line: `redirect`. */
  name: string
  /** What it is about, for people. */
  title: string
  /** What it is compared with, in the same run and in alternating rounds; null where a goal is a plain number. */
  baseline: string | null
  /** Too long for a whole run. */
  onlyByName?: true
  /** Takes the figures. Throws when what was measured did not do its work. */
  run(bench: Bench): Promise<Figure[]>
}

/** A goal that this command does not measure, and why. */
export interface NotMeasured {
  name: string
  title: string
  goal: string
  why: string
}

/** Runs each side once a round, in turns, so that what else the machine does falls on all of them. */
export async function alternate<Side extends string, Sample>(
  rounds: number,
  sides: Record<Side, () => Promise<Sample>>,
): Promise<Record<Side, Sample[]>> {
  const samples = {} as Record<Side, Sample[]>
  const names = Object.keys(sides) as Side[]
  for (const name of names) samples[name] = []
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) samples[name].push(await sides[name]())
  return samples
}
