import type { OperatorAct } from './operator-permissions.ts'

/**
 * The acts whose reason the log keeps in clear, for good: it is about what is no person's, such as a rate or an item.
 * Every other act has none, or is on a member, by whose key it is sealed
 * (docs/decisions/086-an-act-on-a-member-is-sealed-by-their-key.md).
 */
export const CLEAR_REASON_ACTS = [
  'operator.change-role',
  'operator.disable',
  'operator.enable',
  // Of what is proposed on no member.
  'act.propose',
  'act.reject',
  'economy.set',
  'rate.set',
  'currency.set',
  'exchange.pause',
  'exchange.resume',
  'redemption.pause',
  'redemption.resume',
  'payout.pause',
  'payout.resume',
  'sign-up.pause',
  'sign-up.resume',
  'link-creation.pause',
  'link-creation.resume',
  'shop.add',
  'shop.edit',
  'shop.restock',
  'shop.image',
  'shop.import-codes',
  'shop.take-back-codes',
  'restore.codes',
  'brand.edit',
  'brand.suspend',
  'brand.resume',
  'campaign.edit',
  'campaign.picture',
  'campaign.erase-picture',
  'campaign.state',
  'campaign.reduce-budget',
  'category.edit',
  'banner.set',
  'faq.edit',
  'tax.report',
  'link.block-host',
  'link.unblock-host',
  'webhook.enable',
  'webhook.disable',
  // Of an address that is no member's.
  'mail.lift',
] as const satisfies readonly OperatorAct[]

export type ClearReasonAct = (typeof CLEAR_REASON_ACTS)[number]

/** Whether the log keeps the reason of an act in clear. */
export function keepsReasonInClear(act: OperatorAct): act is ClearReasonAct {
  return (CLEAR_REASON_ACTS as readonly OperatorAct[]).includes(act)
}
