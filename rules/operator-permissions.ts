/** What an operator is here for. */
export const OPERATOR_ROLES = ['owner', 'manager', 'support', 'finance', 'read-only'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Every act of an operator and who may do it; what only reads is open to every role. Source: docs/operating.md. */
const actors = {
  'operator.add': ['owner'],
  'operator.change-role': ['owner'],
  'operator.disable': ['owner'],
  'operator.enable': ['owner'],
  'economy.set': ['owner', 'manager'],
  'rate.set': ['owner', 'finance'],
  'exchange.pause': ['owner', 'manager', 'finance'],
  'exchange.resume': ['owner', 'finance'],
  'currency.set': ['owner', 'finance'],
  'shop.add': ['owner', 'manager'],
  'shop.edit': ['owner', 'manager'],
  'shop.restock': ['owner', 'manager'],
  'shop.image': ['owner', 'manager'],
  'shop.import-codes': ['owner', 'manager'],
  'shop.ship': ['owner', 'manager', 'support'],
  'shop.cancel': ['owner', 'manager', 'support'],
  'brand.create': ['owner', 'manager'],
  'brand.logo': ['owner', 'manager'],
  'brand.suspend': ['owner', 'manager'],
  'brand.resume': ['owner', 'manager'],
  'brand-key.create': ['owner', 'manager'],
  'brand-key.rotate': ['owner', 'manager'],
  'brand-key.revoke': ['owner', 'manager'],
  'campaign.create': ['owner', 'manager'],
  'campaign.edit': ['owner', 'manager'],
  'campaign.picture': ['owner', 'manager'],
  'campaign.top-up': ['owner', 'finance'],
  'campaign.state': ['owner', 'manager'],
  'campaign.decide': ['owner', 'manager', 'support'],
  'campaign.remove': ['owner', 'manager', 'support'],
  'announcement.send': ['owner', 'manager'],
  'announcement.withdraw': ['owner', 'manager'],
  'site.set': ['owner', 'manager'],
  'legal.publish': ['owner'],
  'season.exclude': ['owner', 'manager'],
  'season.include': ['owner', 'manager'],
  'season.approve': ['owner', 'manager'],
  'conversion.decide': ['owner', 'manager', 'support'],
  'conversion.correct': ['owner', 'manager', 'finance'],
  'conversion.reverse': ['owner', 'manager', 'finance'],
  'earning.reverse': ['owner', 'manager', 'finance'],
  'click.decide': ['owner', 'manager', 'support'],
  'claim.accept': ['owner', 'manager', 'support'],
  'claim.decline': ['owner', 'manager', 'support'],
  'invitation.release': ['owner', 'manager', 'support'],
  'invitation.refuse': ['owner', 'manager', 'support'],
  'mail.lift': ['owner', 'manager', 'support'],
  'redemption.approve': ['owner', 'finance'],
  'redemption.reject': ['owner', 'finance'],
  'redemption.send': ['owner', 'finance'],
  'redemption.paid': ['owner', 'finance'],
  'redemption.failed': ['owner', 'finance'],
  'redemption.batch': ['owner', 'finance'],
  'support.answer': ['owner', 'manager', 'support'],
  'support.close': ['owner', 'manager', 'support'],
  'link.ban': ['owner', 'manager', 'support'],
  'link.unban': ['owner', 'manager', 'support'],
  'link.block-host': ['owner', 'manager'],
  'link.unblock-host': ['owner', 'manager'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type OperatorAct = keyof typeof actors
export const OPERATOR_ACTS = Object.keys(actors) as OperatorAct[]

/** Whether an operator of a role may do something. */
export function mayAct(role: OperatorRole, act: OperatorAct): boolean {
  return (actors[act] as readonly OperatorRole[]).includes(role)
}
