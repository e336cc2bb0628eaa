import { keptChoice } from '#console/platform/kept-choice.ts'

export type Density = 'comfortable' | 'compact'

/** How close the rows of all lists stand in this browser. */
export const { use: useDensity, change: changeDensity } = keptChoice<Density>('console-density', [
  'comfortable',
  'compact',
])

export const isCompact = (density: Density): boolean => density === 'compact'
