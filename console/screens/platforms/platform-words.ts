import { m } from '#console-messages'
import { formatNumber } from '#console/ui/format.ts'

export function membersText(count: number): string {
  return m.platforms_members({ count, shown: formatNumber(count) })
}

export function pointsText(count: number): string {
  return m.platforms_points({ count, shown: formatNumber(count) })
}

/** What it costs if all of them follow. */
export function mostText(members: number, points: number): string {
  return pointsText(members * points)
}

/** Why something is no name of another platform; null where it is one. */
export function nameRefusal(name: string, listed: readonly { platform: string }[]): string | null {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) return m.platforms_name_wrong()
  return listed.some(({ platform }) => platform === name) ? m.platforms_name_taken({ name }) : null
}

/** Why something is no address of a profile; null where it is one, or none. */
export function urlRefusal(url: string | null): string | null {
  if (url === null) return null
  const isWeb = /^https:\/\/[^\s/]+\.[^\s/]+/.test(url) && URL.canParse(url)
  return isWeb ? null : m.platforms_url_wrong()
}
