import { formatNumber } from '#console/ui/format.ts'

/** A setting's value as people read it: a number with its groups, a list as it is written. */
export function shownValue(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)
}
