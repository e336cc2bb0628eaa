import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem, type Redeemer } from '#testing/redeemers.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lookUpPayouts, sendRedemption } from '../send-redemption.ts'
import { PayPalStandIn } from './paypal.fixture.ts'
import { openPayPal } from './paypal-client.ts'
import { paypalProvider } from './paypal-provider.ts'

/** PayPal as a test file has it, and the product that pays by it, which `openPayPalApp` opened. */
export const paypal = new PayPalStandIn()
export let paypalOrigin: string
export let app: TestApp
export let member: Redeemer
export let deps: RedemptionDeps
export const actor = testActor

/** For each test file that has its product from here; after its tests the books hold. */
export function openPayPalApp(): void {
  beforeAll(async () => {
    const { clientId, clientSecret, webhookId } = paypal
    paypalOrigin = await paypal.open()
    const settings = { clientId, clientSecret, webhookId, origin: paypalOrigin }
    app = await startTestApp({ paypal: settings })
    await app.server.ready()
    member = await createRedeemer(app, { crels: 100_000 })
    deps = { ...app.redemptionDeps, providers: [paypalProvider(openPayPal(settings), { waitMs: 1 })] }
  })
  afterEach(() => void (paypal.faults.length = 0))
  afterAll(async () => {
    expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
    await app.close()
    await paypal.close()
  })
}

/** A redemption of the member that was approved; answers its id. */
export async function approved(): Promise<string> {
  const { id } = await redeem(app, member)
  await app.redemptions.approve({ redemptionId: id, actor })
  return id
}

export const send = async (redemptionId: string) =>
  await sendRedemption(app.db, { redemptionId, actor, provider: 'paypal' }, deps)

/** Of those that are being sent, two minutes later. */
export const lookUp = async () => {
  await shiftClock(app.db, '2 minutes')
  return await lookUpPayouts(app.db, deps)
}

export const show = async (id: string) => await app.redemptions.show(id)
