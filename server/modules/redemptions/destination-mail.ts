import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { Tx } from '#server/platform/database.ts'
import { composeChangeMail, type Asker } from '#server/platform/mail/who-asked.ts'
import { hoursText, timeText } from '#server/platform/shown-times.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

type Deps = Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>
interface Named {
  to: string
  kind: DestinationKind
  hint: string
  asker: Asker
  /** For how long a new password freezes payouts. */
  accountChangeHours: number
}

const kinds: Record<DestinationKind, (inputs: { hint: string }) => string> = {
  paypal: m.mail_destination_paypal,
  bank: m.mail_destination_bank,
  gift_card: m.mail_destination_gift_card,
  manual: () => m.mail_destination_manual(),
}

/** A destination as mails name it: `PayPal a…@example.com`. */
export function destinationText({ kind, hint }: Pick<Named, 'kind' | 'hint'>): string {
  return kinds[kind]({ hint })
}

/** What to do about a change that was not theirs. */
function notYouText({ accountChangeHours }: Pick<Named, 'accountChangeHours'>): string {
  return accountChangeHours > 0
    ? m.mail_destination_added_not_you({ wait: hoursText(accountChangeHours) })
    : m.mail_destination_added_not_you_at_all()
}

/** Mails a member that a destination was added, and what to do if it was not they. */
export async function mailDestinationAdded(
  tx: Tx,
  { mailer, publicOrigin }: Deps,
  { usableFrom, ...named }: Named & { usableFrom: Date },
): Promise<void> {
  await mailer.send(
    tx,
    composeChangeMail(
      {
        to: named.to,
        subject: m.mail_destination_added_subject(),
        lines: [
          m.mail_destination_added_hello({ destination: destinationText(named) }),
          m.mail_destination_added_usable({ time: timeText(usableFrom) }),
        ],
        action: { label: m.mail_destination_not_you_action(), url: `${publicOrigin}${paths.resetPassword}` },
        notes: [notYouText(named)],
      },
      named.asker,
    ),
  )
}

/** Mails a member that a destination was removed. */
export async function mailDestinationRemoved(
  tx: Tx,
  { mailer, publicOrigin }: Deps,
  named: Named,
): Promise<void> {
  await mailer.send(
    tx,
    composeChangeMail(
      {
        to: named.to,
        subject: m.mail_destination_removed_subject(),
        lines: [m.mail_destination_removed_hello({ destination: destinationText(named) })],
        action: { label: m.mail_destination_not_you_action(), url: `${publicOrigin}${paths.resetPassword}` },
        notes: [notYouText(named)],
      },
      named.asker,
    ),
  )
}
