import type { AccountDeletion } from './account-deletion.ts'
import type { MemberExports } from './member-exports.ts'
import type { ModuleParts } from './module-parts.ts'
import type { EnsureAccount, MemberOperations } from './modules/identity/public.ts'
import type { PayoutRunDeps } from './modules/payout-runs/public.ts'
import {
  redemptionOperations,
  type RedemptionDeps,
  type RedemptionOperations,
} from './modules/redemptions/public.ts'
import type { SupportDeps } from './modules/support/public.ts'
import { webhookOperations, type WebhookOperations } from './modules/webhooks/public.ts'
import type { Platform } from './platform/module.ts'

/** What operators, the demo and tests do beside the API. */
export interface Operations {
  /** Makes an account that counts as verified. */
  ensureAccount: EnsureAccount
  /** What an operator may do to an account. */
  members: MemberOperations
  /** What deletes a member, over all modules. */
  accountDeletion: AccountDeletion['deps']
  /** What a member can take away. */
  exports: MemberExports['parts']
  /** What an operator does to redemptions. */
  redemptions: RedemptionOperations
  /** What redemptions work with. */
  redemptionDeps: RedemptionDeps
  /** What payout runs work with. */
  payoutRunDeps: PayoutRunDeps
  /** What answers to support requests work with. */
  supportDeps: SupportDeps
  /** What an operator does to webhooks. */
  webhookOperations: WebhookOperations
  /** The demo creator's password, of this installation alone. */
  demoPassword(): string
}

/** Composes what is done beside the API. */
export function openOperations(
  { db, secret }: Platform,
  { access, redemptions, payoutRuns, support, webhooks }: ModuleParts,
  over: { accountDeletion: AccountDeletion; memberExports: MemberExports },
): Operations {
  return {
    ensureAccount: access.ensureAccount,
    members: access.members,
    accountDeletion: over.accountDeletion.deps,
    exports: over.memberExports.parts,
    redemptions: redemptionOperations(db, redemptions),
    redemptionDeps: redemptions,
    payoutRunDeps: payoutRuns,
    supportDeps: support,
    webhookOperations: webhookOperations(db, webhooks),
    demoPassword: () => secret.hash('demo creator', 'password').toString('hex').slice(0, 12),
  }
}
