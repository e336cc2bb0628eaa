import { m } from '#console-messages'
import { formatNumber } from '#console/ui/format.ts'

/** So many members, in words. */
export function membersText(count: number): string {
  return m.announcements_members({ count, shown: formatNumber(count) })
}

/** Whom an announcement is for. */
export function audienceText(campaign: { title: string } | null): string {
  return campaign ? m.announcements_to_campaign({ campaign: campaign.title }) : m.announcements_to_all()
}
