import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { crelsBackText } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { dollars, grouped } from '#server/platform/shown-amounts.ts'
import { destinationText } from './destination-mail.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import type { RedemptionRow } from './redemption-queries.ts'

interface Figures {
  crels: string
  dollars: string
  destination: string
}

/** What a member does themselves; what others make of it is a notification. */
type OwnState = 'requested' | 'cancelled'

const texts: Record<OwnState, { subject: (of: Figures) => string; hello: (of: Figures) => string }> = {
  requested: { subject: m.mail_redemption_requested_subject, hello: m.mail_redemption_requested_hello },
  cancelled: { subject: m.mail_redemption_cancelled_subject, hello: m.mail_redemption_cancelled_hello },
}

/** Confirms to a member that a redemption was requested or cancelled, and who asked. */
export async function mailRedemption(
  tx: Tx,
  { mailer, publicOrigin }: Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>,
  {
    to,
    row,
    asker,
    debtFilled = 0,
  }: {
    to: string
    row: RedemptionRow
    asker: Asker
    /** Of the crels of one that was cancelled, those that paid what was owed. */
    debtFilled?: number
  },
): Promise<void> {
  const figures: Figures = {
    crels: grouped(row.crels),
    dollars: dollars(row.usdCents),
    destination: destinationText({ kind: row.destinationKind, hint: row.destinationHint ?? '' }),
  }
  const { subject, hello } = texts[row.state as OwnState]
  const content = {
    to,
    subject: subject(figures),
    lines: [
      row.state === 'cancelled'
        ? `${hello(figures)} ${crelsBackText({ crels: row.crels, debtFilled })}`
        : hello(figures),
    ],
    action: { label: m.mail_redemption_action(), url: `${publicOrigin}${paths.crels('redemptions')}` },
    notes: row.state === 'requested' ? [m.mail_redemption_not_you()] : [],
  }
  await mailer.send(tx, composeChangeMail(content, asker))
}
