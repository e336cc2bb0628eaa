/**
 * When points earned at a moment are gone: that many months later at the same time of day, on the month's last day
 * where it has no such day; both in milliseconds since 1970, computed in UTC.
 */
export function lotExpiresAt(earnedAt: number, months: number): number {
  const earned = new Date(earnedAt)
  const [year, month] = [earned.getUTCFullYear(), earned.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(earned.getUTCDate(), lastDay)
  return Date.UTC(year, month, day) + (earnedAt - Date.UTC(year, earned.getUTCMonth(), earned.getUTCDate()))
}
