import { openAccess, type Access } from './access.ts'
import type { AlertDeps } from './modules/alerts/alert-deps.ts'
import { openClickPath, type ClickPath } from './modules/clicks/click-path.ts'
import { openFaqPage, type FaqPage } from './modules/faq/public.ts'
import { openLegalPages, type LegalPages } from './modules/legal/public.ts'
import type { OperatorAccessDeps } from './modules/operators/public.ts'
import { openPush, type PushDeps } from './modules/push/public.ts'
import type { PayoutRunDeps } from './modules/payout-runs/public.ts'
import {
  batchFileProvider,
  manualProvider,
  openPayPal,
  openSanctions,
  paypalProvider,
  type RedemptionDeps,
} from './modules/redemptions/public.ts'
import type { SupportDeps } from './modules/support/public.ts'
import type { WebhookDeps } from './modules/webhooks/public.ts'
import type { OpenPlatform } from './open-platform.ts'
import { watchQueues } from './watch-queues.ts'

/** What some modules work with besides the platform; operators and the demo work with it too. */
export interface ModuleParts {
  access: Access
  clicks: ClickPath
  faq: FaqPage
  legal: LegalPages
  operators: OperatorAccessDeps
  alerts: AlertDeps
  redemptions: RedemptionDeps
  payoutRuns: PayoutRunDeps
  support: SupportDeps
  webhooks: WebhookDeps
  push: PushDeps
}

/** Opens it. `directClickWaitMs` is how long a redirect waits for the database, where the click folder refuses its click. */
export async function openModuleParts(
  platform: OpenPlatform,
  directClickWaitMs: number | undefined,
): Promise<ModuleParts> {
  const { config, secret, mailer, files, countries, log, logins } = platform
  const { publicOrigin, allowLocalDestinations } = config
  const access = openAccess(platform)
  // What loads clicks works with a table of its connection, and asks little else.
  const { keepsPlans: _, ...login } = logins.of('app')
  const clicks = await openClickPath({ ...config, ...platform, login, directClickWaitMs })
  const paypal = config.paypal && {
    client: openPayPal(config.paypal),
    webhookId: config.paypal.webhookId,
  }
  const redemptions: RedemptionDeps = {
    secret,
    mailer,
    countries,
    log,
    publicOrigin,
    ...access.payouts,
    providers: [manualProvider, batchFileProvider, ...(paypal ? [paypalProvider(paypal.client)] : [])],
    paypal,
    sanctions: config.sanctions && openSanctions(config.sanctions),
  }
  return {
    access,
    clicks,
    faq: openFaqPage(platform),
    legal: openLegalPages(platform),
    alerts: {
      ...config.alerts,
      db: platform.db,
      mailer,
      enqueue: platform.enqueue,
      publicOrigin,
      watch: watchQueues,
    },
    operators: {
      db: platform.db,
      secret,
      mailer,
      countries,
      publicOrigin,
      enqueue: platform.enqueue,
      sessionRules: config.operatorSessionRules,
    },
    redemptions,
    payoutRuns: { ...redemptions, enqueue: platform.enqueue },
    push: openPush(platform),
    support: {
      ...config,
      files,
      mailer,
      strangers: access.strangers,
    },
    webhooks: { secret, mailer, log, publicOrigin, allowLocalDestinations },
  }
}
