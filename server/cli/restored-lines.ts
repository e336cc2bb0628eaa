import type { Restoration } from '../platform/backup/restoration.ts'
import { grouped } from '../platform/shown-amounts.ts'

type Open = Pick<Restoration, 'openPayouts' | 'openCodes' | 'openOrders'>

/** What waits in a restored database before the restore is confirmed, a line each. */
export function waitingLines(open: Open): string[] {
  const { openPayouts } = open
  return [
    'Payouts, mails, webhooks, push messages and gift card codes wait: crels restore confirm',
    ...(openPayouts > 0
      ? [`Redemptions that may have been paid since: ${grouped(openPayouts)} (crels restore payouts)`]
      : []),
    ...shopToLookUp(open),
  ]
}

/** What a person is to look up of a restore, a line each; none where there is nothing. */
export function toLookUp(open: Open): string[] {
  const { openPayouts } = open
  return [
    ...(openPayouts > 0
      ? [`Redemptions to be looked up at the provider: ${grouped(openPayouts)} (crels restore payouts)`]
      : []),
    ...shopToLookUp(open),
  ]
}

function shopToLookUp({ openCodes, openOrders }: Open): string[] {
  return [
    ...(openCodes > 0
      ? [`Codes that may have been given out since: ${grouped(openCodes)} (crels restore codes)`]
      : []),
    ...(openOrders > 0
      ? [`Orders that may have been sent since: ${grouped(openOrders)} (crels shop orders --state placed)`]
      : []),
  ]
}
