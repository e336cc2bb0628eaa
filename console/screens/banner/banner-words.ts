import { m } from '#console-messages'
import { formatNumber } from '#console/ui/format.ts'

export function membersText(count: number): string {
  return m.banner_members({ count, shown: formatNumber(count) })
}
