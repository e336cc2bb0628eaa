/** The middle of some samples, the mean of the two middle ones where their number is even. Throws without samples. */
export function median(samples: number[]): number {
  if (samples.length === 0) throw new Error('no samples')
  const sorted = samples.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The smallest sample that `share` (0 to 1) of all samples do not exceed. Throws without samples. */
export function percentile(samples: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(samples).sort()
  if (sorted.length === 0) throw new Error('no samples')
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

/** Each sample divided by the baseline's of the same round. */
export function ratios(samples: number[], baseline: number[]): number[] {
  return samples.map((sample, round) => sample / baseline[round]!)
}
