import * as z from 'zod'
import { OPERATOR_QUEUES } from '#contracts/operator-home.constants.ts'
import { listed } from './setting-values.ts'

/** Hours of a queue that nobody gave any. */
const usualHours =
  'applications=72,conversions=72,clicks=72,shares=72,invitations=72,claims=168,redemptions=24,payouts=72,sending=24,payout-mismatches=1,restored-payouts=1,restored-codes=24,payout-runs=48,seasons=24,orders=72,support=24,abuse=24,deletions=2,pending-acts=12'

const one = new RegExp(`^(${OPERATOR_QUEUES.join('|')})=(\\d{1,4})$`)

/** The settings of alerts (server/modules/alerts). */
export const alertSettings = {
  ALERT_EMAILS: {
    schema: z
      .string()
      .transform(listed)
      .refine(
        (list) => list.every((text) => z.email().safeParse(text).success),
        'is a list of e-mail addresses',
      ),
    default: '',
    doc: 'Who is mailed alerts and the daily digest (comma-separated); empty mails the owners.',
  },
  ALERT_WEBHOOK: {
    schema: z
      .url({ protocol: /^https?$/, error: 'is an address such as https://hooks.example/…' })
      .or(z.literal('')),
    default: '',
    doc: 'Where alerts and the digest are posted as JSON, with a `text` that chat services show; empty posts none.',
    secret: true,
  },
  ALERT_HOURS: {
    schema: z
      .string()
      .transform(listed)
      .refine((list) => list.every((text) => one.test(text)), 'is a list such as redemptions=24,support=24')
      // 0 hours: no alert.
      .transform((list) =>
        Object.fromEntries(
          Object.entries({ ...hoursIn(listed(usualHours)), ...hoursIn(list) }).filter(
            ([, hours]) => hours > 0,
          ),
        ),
      ),
    default: usualHours,
    doc: 'Hours after which what waits longest in a queue is an alert; a queue that is not named keeps its default, and 0 is none.',
  },
} as const

function hoursIn(list: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    list.map((text) => {
      const [, queue, hours] = one.exec(text)!
      return [queue!, Number(hours)]
    }),
  )
}
