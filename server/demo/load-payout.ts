import { authorOf } from '../modules/operators/public.ts'
import { createQuote } from '../modules/exchange/public.ts'
import {
  addDestination,
  approveRedemption,
  beginSending,
  logDecision,
  manualProvider,
  payRedemption,
  requestRedemption,
  type RedemptionDeps,
} from '../modules/redemptions/public.ts'
import type { Tx } from '../platform/database.ts'
import { demoCreator } from './content/creators.ts'
import { demoPayout } from './content/history/demo-creator-plan.ts'
import { timeline } from './content/history/timeline.ts'
import { demoActor } from './demo-platforms.ts'
import type { DemoApp } from './load-demo.ts'
import type { Moment } from './demo-time.ts'
import type { DemoActor } from './load-members.ts'

/** A demo creator has no mailbox. */
const mailer: RedemptionDeps['mailer'] = {
  send: async () => {},
  forget: async () => 0,
  failureTo: async () => null,
  counts: { sent: 0, bounced: 0, failed: 0 },
  jobs: [],
  close: () => {},
}

/**
 * The demo creator's payout, from adding PayPal to the dollars that arrived: each step through its use case, in its
 * time.
 */
export function payoutMoments(
  tx: Tx,
  { config, secret }: Pick<DemoApp, 'config' | 'secret'>,
  { anchor, me }: { anchor: Date; me: DemoActor },
): Moment[] {
  const { at } = timeline(anchor)
  const { email } = demoCreator
  const actor = { ...me, email, asker: { userAgent: '', country: null } }
  const deps = { secret, mailer, publicOrigin: config.publicOrigin, sanctions: null }
  const sinceAccountChanges: number[] = []
  let destinationId = ''
  let redemptionId = ''
  const add = async () => {
    const wish = { kind: 'paypal' as const, email }
    destinationId = (await addDestination(tx, actor, wish, deps, { sinceAccountChanges })).destination.id
  }
  const ask = async () => {
    // A price holds from the moment it is given.
    const { id: quoteId } = await createQuote(tx, actor, { usdCents: demoPayout.usdCents })
    const wish = { quoteId, destinationId, sinceAccountChanges }
    redemptionId = (await requestRedemption(tx, actor, wish, deps)).id
  }
  const send = async () => {
    const row = await approveRedemption(tx, { redemptionId, actor: demoActor }, deps)
    await logDecision(tx, demoActor, { action: 'redemption.send', row, state: 'sending' })
    const how = { author: authorOf(demoActor), provider: manualProvider, sinceChanges: sinceAccountChanges }
    await beginSending(tx, row, how, deps)
  }
  const pay = async () =>
    await payRedemption(tx, { redemptionId, actor: demoActor, reference: 'DEMO-PAYOUT' })
  return [
    { at: at(demoPayout.addedDay, 12 * 60), happen: add },
    { at: at(demoPayout.askedDay, 12 * 60), happen: ask },
    { at: at(demoPayout.approvedDay, 9 * 60), happen: send },
    { at: at(demoPayout.paidDay, 15 * 60), happen: pay },
  ]
}
