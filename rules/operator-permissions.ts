/** What an operator is here for. */
export const OPERATOR_ROLES = ['owner', 'manager', 'support', 'finance', 'read-only'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Every act of an operator and who may do it. Source: docs/operating.md. */
const actors = {
  'operator.add': ['owner'],
  'operator.change-role': ['owner'],
  'operator.disable': ['owner'],
  'operator.enable': ['owner'],
  'operator.invite': ['owner'],
  // Of oneself, by everybody: no API key is for these.
  'session.open': OPERATOR_ROLES,
  'session.end': OPERATOR_ROLES,
  'factor.add': OPERATOR_ROLES,
  'factor.remove': OPERATOR_ROLES,
  'operator-key.create': ['owner', 'manager', 'finance'],
  'operator-key.revoke': ['owner', 'manager', 'finance'],
  // Of what takes two: the act itself asks for its own role too.
  'act.propose': ['owner', 'manager', 'finance'],
  'act.approve': ['owner', 'manager', 'finance'],
  'act.reject': ['owner', 'manager', 'finance'],
  'economy.set': ['owner', 'manager'],
  // The settings that ship are those to begin with.
  'economy.keep': ['owner', 'manager'],
  'rate.set': ['owner', 'finance'],
  'exchange.pause': ['owner', 'manager', 'finance'],
  'exchange.resume': ['owner', 'finance'],
  'redemption.pause': ['owner', 'manager', 'finance'],
  'redemption.resume': ['owner', 'finance'],
  'payout.pause': ['owner', 'manager', 'finance'],
  'payout.resume': ['owner', 'finance'],
  'sign-up.pause': ['owner', 'manager', 'support'],
  'sign-up.resume': ['owner', 'manager'],
  'link-creation.pause': ['owner', 'manager', 'support'],
  'link-creation.resume': ['owner', 'manager'],
  'currency.set': ['owner', 'finance'],
  'shop.add': ['owner', 'manager'],
  'shop.edit': ['owner', 'manager'],
  'shop.restock': ['owner', 'manager'],
  'shop.image': ['owner', 'manager'],
  'shop.import-codes': ['owner', 'manager'],
  'shop.take-back-codes': ['owner', 'manager'],
  'shop.ship': ['owner', 'manager', 'support'],
  'shop.cancel': ['owner', 'manager', 'support'],
  'brand.create': ['owner', 'manager'],
  'brand.edit': ['owner', 'manager'],
  'brand.logo': ['owner', 'manager'],
  'brand.contact': ['owner', 'manager'],
  // A question about a conversion or a claim, and what came back.
  'brand.ask': ['owner', 'manager', 'support'],
  'brand.record-answer': ['owner', 'manager', 'support'],
  'brand.suspend': ['owner', 'manager'],
  'brand.resume': ['owner', 'manager'],
  'brand-key.create': ['owner', 'manager'],
  'brand-key.rotate': ['owner', 'manager'],
  'brand-key.revoke': ['owner', 'manager'],
  'campaign.create': ['owner', 'manager'],
  'campaign.edit': ['owner', 'manager'],
  'campaign.picture': ['owner', 'manager'],
  'campaign.erase-picture': ['owner', 'manager'],
  'campaign.top-up': ['owner', 'finance'],
  'campaign.reduce-budget': ['owner', 'finance'],
  'campaign.state': ['owner', 'manager'],
  'campaign.decide': ['owner', 'manager', 'support'],
  'campaign.remove': ['owner', 'manager', 'support'],
  // Takes a removal back.
  'campaign.let-back-in': ['owner', 'manager', 'support'],
  'category.edit': ['owner', 'manager'],
  'announcement.send': ['owner', 'manager'],
  'announcement.withdraw': ['owner', 'manager'],
  'site.set': ['owner', 'manager'],
  'banner.set': ['owner', 'manager'],
  'faq.edit': ['owner', 'manager'],
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
  'mail.test': ['owner', 'manager'],
  'mail.arrived': ['owner', 'manager'],
  'mail.lift': ['owner', 'manager', 'support'],
  'redemption.approve': ['owner', 'finance'],
  'redemption.reject': ['owner', 'finance'],
  // Where to pay, in clear.
  'redemption.open-destination': ['owner', 'finance'],
  'redemption.clear-match': ['owner', 'finance'],
  'redemption.send': ['owner', 'finance'],
  'redemption.paid': ['owner', 'finance'],
  'redemption.failed': ['owner', 'finance'],
  // A payment that had arrived came back.
  'redemption.returned': ['owner', 'finance'],
  // What a provider says against it was put right.
  'redemption.settle-mismatch': ['owner', 'finance'],
  'payout-run.draft': ['owner', 'finance'],
  'payout-run.approve': ['owner', 'finance'],
  'payout-run.discard': ['owner', 'finance'],
  'payout-run.send': ['owner', 'finance'],
  'payout-run.import': ['owner', 'finance'],
  'payout-run.retry': ['owner', 'finance'],
  'payout-run.close': ['owner', 'finance'],
  // A tax form in full, and the file of a year.
  'tax.open': ['owner', 'finance'],
  'tax.report': ['owner', 'finance'],
  'support.answer': ['owner', 'manager', 'support'],
  // To a member who asked nothing.
  'support.write': ['owner', 'manager', 'support'],
  'support.close': ['owner', 'manager', 'support'],
  'support.reopen': ['owner', 'manager', 'support'],
  // Who works on a request, an order or a deletion.
  'support.assign': ['owner', 'manager', 'support'],
  'shop.assign': ['owner', 'manager', 'support'],
  'deletion.assign': ['owner', 'manager', 'support'],
  'deletion.retry': ['owner', 'manager', 'support'],
  'link.ban': ['owner', 'manager', 'support'],
  'link.unban': ['owner', 'manager', 'support'],
  'link.block-host': ['owner', 'manager'],
  'link.unblock-host': ['owner', 'manager'],
  // Reading a member's person is an act: the log says who looked at whom.
  'member.view': ['owner', 'manager', 'support', 'finance'],
  'member.view-as': ['owner', 'manager', 'support'],
  'member.note': ['owner', 'manager', 'support', 'finance'],
  'member.adjust': ['owner', 'finance'],
  'member.stop-payouts': ['owner', 'manager', 'finance'],
  'member.allow-payouts': ['owner', 'finance'],
  // One's own stop, right after it: who may stop them.
  'member.undo-payout-stop': ['owner', 'manager', 'finance'],
  'member.disable': ['owner', 'manager'],
  'member.enable': ['owner', 'manager'],
  'member.sign-out': ['owner', 'manager', 'support'],
  // All there is of a person, where they are paid and their tax forms with it.
  'member.export': ['owner'],
  'member.erase': ['owner', 'manager'],
  'member.remove-second-factors': ['owner', 'manager', 'support'],
  'webhook.add': ['owner', 'manager'],
  'webhook.disable': ['owner', 'manager'],
  'webhook.enable': ['owner', 'manager'],
  'webhook.remove': ['owner', 'manager'],
  'webhook.replay': ['owner', 'manager', 'support'],
  'webhook.rotate': ['owner', 'manager'],
  'webhook.test': ['owner', 'manager', 'support'],
  // A file of a whole list; which lists, its reading says.
  'list.export': ['owner', 'manager', 'finance'],
  // That another tool made a backup, and clicks stored again from their log.
  'backup.note': ['owner', 'manager'],
  'click.replay': ['owner', 'manager'],
  'clock.set': ['owner', 'manager'],
  'demo.load': ['owner'],
  'demo.remove': ['owner'],
  'job.run': ['owner', 'manager'],
  'leaderboard.recount': ['owner', 'manager'],
  'mail.bounces': ['owner', 'manager', 'support'],
  'season.close': ['owner', 'manager'],
  'secret.rotate': ['owner'],
  'secret.forget-old': ['owner'],
  'secret.start-over': ['owner'],
  'restore.hold': ['owner'],
  'restore.confirm': ['owner'],
  'restore.payout': ['owner', 'finance'],
  // Codes that were unsold in a restored backup are good, or are removed.
  'restore.codes': ['owner', 'manager'],
} as const satisfies Record<string, readonly OperatorRole[]>

export type OperatorAct = keyof typeof actors
export const OPERATOR_ACTS = Object.keys(actors) as OperatorAct[]

/** Acts that nobody does to their own account as a member: what makes money, moves it, or lifts what keeps it. */
const neverOwn: ReadonlySet<OperatorAct> = new Set([
  'campaign.decide',
  'campaign.let-back-in',
  'conversion.decide',
  'conversion.correct',
  'conversion.reverse',
  'earning.reverse',
  'click.decide',
  'claim.accept',
  'claim.decline',
  'brand.record-answer',
  'invitation.release',
  'invitation.refuse',
  'season.exclude',
  'season.include',
  'link.unban',
  // What is past of the points lasts some days more.
  'shop.cancel',
  'redemption.clear-match',
  'redemption.approve',
  'redemption.reject',
  'redemption.send',
  'redemption.paid',
  'redemption.failed',
  'redemption.returned',
  'redemption.settle-mismatch',
  'payout-run.retry',
  'restore.payout',
  'member.adjust',
  'member.allow-payouts',
  'member.enable',
  'member.remove-second-factors',
  // Of what takes two: of an act on oneself.
  'act.approve',
])

/** Whether an act is never done to one's own account as a member (`rules/own-account.ts`). */
export function isNeverOwn(act: OperatorAct): boolean {
  return neverOwn.has(act)
}

/** What may be read, and by whom. */
const readers = {
  // One's own sessions and factors.
  'read.own': OPERATOR_ROLES,
  // Queues, campaigns, brands, shop, links, settings and the state of the system: nothing of a member's person.
  read: OPERATOR_ROLES,
  // Names, addresses, profiles, and what belongs to one member, their wallet too.
  'read.members': ['owner', 'manager', 'support', 'finance'],
  // The ledger, liability, redemptions, payout runs, and Insight with what campaigns cost.
  'read.money': ['owner', 'manager', 'finance', 'read-only'],
  // Whether there is a tax form, with the last signs of its number.
  'read.tax': ['owner', 'finance'],
  // What operators did, and the chain of it.
  'read.audit': ['owner', 'manager', 'finance', 'read-only'],
} as const satisfies Record<string, readonly OperatorRole[]>

/** An act, or a kind of reading: what an endpoint for operators asks for and an API key is for. */
export type OperatorPermission = OperatorAct | keyof typeof readers
export const OPERATOR_PERMISSIONS = [...Object.keys(readers), ...OPERATOR_ACTS] as OperatorPermission[]

/** Whether an operator of a role may do or read something. */
export function mayOperate(role: OperatorRole, permission: OperatorPermission): boolean {
  const roles: readonly OperatorRole[] = { ...actors, ...readers }[permission]
  return roles.includes(role)
}

/** Who asks: by their role, and by what an API key is for. */
interface Caller {
  role: OperatorRole
  scopes?: readonly OperatorPermission[] | null
}

/** Whether who asks may do or read something. */
export function isAllowed({ role, scopes }: Caller, permission: OperatorPermission): boolean {
  return mayOperate(role, permission) && (scopes?.includes(permission) ?? true)
}

/** Whether who reads may see who members are. Others get rows without them. */
export function readsMembers(reader: Caller): boolean {
  return isAllowed(reader, 'read.members')
}

/**
 * Acts of which only who may do them reads why: their reasons say what is shown to nobody else, such as whom a list of
 * sanctions names (docs/decisions/118), or what stands in a tax form or a destination.
 */
const confidential: ReadonlySet<string> = new Set<OperatorAct>([
  'redemption.clear-match',
  'tax.open',
  'redemption.open-destination',
])

/** Whether who reads may see why an act was done to a member. */
export function maySeeReason(reader: Caller, action: string): boolean {
  return !confidential.has(action) || isAllowed(reader, action as OperatorAct)
}

/** What no API key is for: who operates, how they come in, and the keys of the installation. */
const personal = /^(?:operator|operator-key|act|session|factor|secret|demo)\.|^read\.own$/

/** What an API key of an operator of a role may be for, of what some endpoint opens to keys. */
export function scopesOf(role: OperatorRole): OperatorPermission[] {
  return permissionsOf(role).filter((permission) => !personal.test(permission))
}

/** All that a role allows. */
export function permissionsOf(role: OperatorRole): OperatorPermission[] {
  return OPERATOR_PERMISSIONS.filter((permission) => mayOperate(role, permission))
}
