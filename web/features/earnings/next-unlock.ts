import type { EarningPage } from '#contracts/earnings.schemas.ts'
import { formatDate } from '#web/ui/common/format.ts'

/** What unlocks on the day of the next unlock, in words; undefined where nothing does, or more than is listed. */
export function nextUnlock({ items, nextCursor }: EarningPage): { crels: number; date: string } | undefined {
  const date = items[0] && formatDate(items[0].unlocksAt)
  const due = items.filter(({ unlocksAt }) => formatDate(unlocksAt) === date)
  if (!date || (due.length === items.length && nextCursor !== null)) return undefined
  return { crels: due.reduce((sum, { crels, reversedCrels }) => sum + crels - reversedCrels, 0), date }
}
