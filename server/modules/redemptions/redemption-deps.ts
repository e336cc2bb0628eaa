import type { Logger } from 'pino'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Countries } from '#server/platform/country.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { PayPalClient } from './paypal/paypal-client.ts'
import type { PayoutProvider } from './payout-provider.ts'
import type { SanctionsLists } from './screening/sanctions-lists.ts'

/** What the use cases work with; server/module-parts.ts composes it. */
export interface RedemptionDeps {
  secret: Secret
  mailer: Mailer
  publicOrigin: string
  countries: Countries
  log: Logger
  /** Throws `requires_recent_login`. */
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  /** Throws `requires_second_factor` and `second_factor_missing`, where the operator asks for one. */
  requireSecondFactor(actor: Pick<MemberActor, 'uid' | 'sessionId'>): Promise<void>
  /**
   * Milliseconds since each time that a member's password or address changed, or they got a new second factor where
   * redemptions ask for one, within a year.
   */
  sinceAccountChanges(uid: string): Promise<number[]>
  /** The same of many members; who had none is not in it. */
  sinceAccountChangesOf(uids: readonly string[]): Promise<Map<string, number[]>>
  providers: readonly PayoutProvider[]
  /** In place of PROVIDER_TIMEOUT_MS, for tests. */
  providerTimeoutMs?: number
  /** Asked for who is to be paid; null where the operator asks none. */
  sanctions: SanctionsLists | null
  /** By which PayPal is asked, and the webhook whose reports are taken; null where it is not set up. */
  paypal: { client: PayPalClient; webhookId: string | null } | null
}
