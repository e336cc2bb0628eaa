import { m } from '#console-messages'
import type { OperatedConversion } from '#contracts/operator-conversions.schemas.ts'

type Status = OperatedConversion['status']

export const statuses = ['accepted', 'under_review', 'rejected'] as const satisfies Status[]

export const statusNames: Record<Status, () => string> = {
  accepted: m.conversions_accepted,
  under_review: m.conversions_under_review,
  rejected: m.conversions_rejected,
}

export const statusTones = { accepted: 'good', under_review: 'warn', rejected: 'bad' } as const

export const typeNames = { lead: m.conversions_lead, sale: m.conversions_sale } as const

/** A reason as a person reads it: `click unknown`. */
export function reasonText(reason: string): string {
  return reason.replaceAll('_', ' ')
}
