import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { Tx } from '#server/platform/database.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { destinationText } from './destination-mail.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import type { RedemptionRow } from './redemption-queries.ts'

interface Figures {
  crels: string
  dollars: string
  destination: string
}

const texts: Record<RedemptionState, { subject: (of: Figures) => string; hello: (of: Figures) => string }> = {
  requested: { subject: m.mail_redemption_requested_subject, hello: m.mail_redemption_requested_hello },
  approved: { subject: m.mail_redemption_approved_subject, hello: m.mail_redemption_approved_hello },
  sending: { subject: m.mail_redemption_sending_subject, hello: m.mail_redemption_sending_hello },
  paid: { subject: m.mail_redemption_paid_subject, hello: m.mail_redemption_paid_hello },
  rejected: { subject: m.mail_redemption_rejected_subject, hello: m.mail_redemption_rejected_hello },
  failed: { subject: m.mail_redemption_failed_subject, hello: m.mail_redemption_failed_hello },
  cancelled: { subject: m.mail_redemption_cancelled_subject, hello: m.mail_redemption_cancelled_hello },
}

/** Mails a member the new state of a redemption, and who asked where a person did. */
export async function mailRedemption(
  tx: Tx,
  { mailer, publicOrigin }: Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>,
  { to, row, asker }: { to: string; row: RedemptionRow; asker?: Asker },
): Promise<void> {
  const figures: Figures = {
    crels: new Intl.NumberFormat('en').format(row.crels),
    dollars: new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(row.usdCents / 100),
    destination: destinationText({ kind: row.destinationKind, hint: row.destinationHint ?? '' }),
  }
  const { subject, hello } = texts[row.state]
  const why = row.reason ? [m.mail_redemption_reason({ reason: row.reason })] : []
  const named =
    row.state === 'paid' && row.reference ? [m.mail_redemption_reference({ reference: row.reference })] : []
  const content = {
    to,
    subject: subject(figures),
    lines: [hello(figures), ...why, ...named],
    action: { label: m.mail_redemption_action(), url: `${publicOrigin}${paths.crels('redemptions')}` },
    notes: row.state === 'requested' ? [m.mail_redemption_not_you()] : [],
  }
  await mailer.send(tx, asker ? composeChangeMail(content, asker) : composeMail(content))
}
