import { formatNumber } from '#console/ui/format.ts'

/** A setting's value in a file: a number as it is, a list as it is written. */
export function settingCsv(value: unknown): string | number {
  return typeof value === 'number' ? value : JSON.stringify(value)
}

/** A setting's value as people read it: a number with its groups, a list as it is written. */
export function shownValue(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)
}
