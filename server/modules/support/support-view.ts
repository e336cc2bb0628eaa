import type { SupportRequest } from '#contracts/support.schemas.ts'
import { supportReferenceText } from '#rules/support-request.ts'
import type { SupportRow } from './support-queries.ts'

/** A request as its member sees it: nothing of which operator answered. */
export function supportRequestView({
  id,
  reference,
  topic,
  subject,
  state,
  ...row
}: SupportRow): SupportRequest {
  return {
    id,
    reference: supportReferenceText(reference),
    topic,
    subject,
    state,
    references: row.about,
    createdAt: row.createdAt.toISOString(),
    messages: row.messages.map((message) => ({
      id: message.id,
      from: message.author === 'asker' ? 'member' : 'support',
      text: message.text,
      sentAt: message.createdAt,
      pictures: message.pictures.length,
    })),
  }
}
