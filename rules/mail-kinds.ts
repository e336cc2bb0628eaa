/** Mails a member may switch off. Those about the account itself (codes, links, devices, changes) are not among them. */
export const mailKinds = [
  'points_expiring',
  'earning_unlocked',
  'answers',
  'campaign_changes',
  'campaign_news',
] as const
export type MailKind = (typeof mailKinds)[number]

/** What is sent to who never chose. News is advertising: only to who asked for it. */
const defaults: Record<MailKind, boolean> = {
  points_expiring: true,
  earning_unlocked: true,
  answers: true,
  campaign_changes: true,
  campaign_news: false,
}

/** Every kind with a member's choice, or what is sent to who made none. */
export function mailChoices(chosen: Partial<Record<MailKind, boolean>>): Record<MailKind, boolean> {
  return { ...defaults, ...chosen }
}
