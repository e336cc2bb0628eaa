import type { OperatorAct } from './operator-permissions.ts'

/** Acts of which one takes the other back, on the same target: who undoes one needs the last of these to be their own. */
const pairs: readonly (readonly OperatorAct[])[] = [
  ['brand.contact'],
  ['brand.suspend', 'brand.resume'],
  ['campaign.state'],
  ['campaign.remove', 'campaign.let-back-in'],
  // Of the order of all: what is done to one category goes by its revision.
  ['category.edit'],
  ['exchange.pause', 'exchange.resume'],
  ['link-creation.pause', 'link-creation.resume'],
  ['link.ban', 'link.unban'],
  ['link.block-host', 'link.unblock-host'],
  ['member.disable', 'member.enable'],
  ['payout.pause', 'payout.resume'],
  ['redemption.pause', 'redemption.resume'],
  ['season.exclude', 'season.include'],
  ['sign-up.pause', 'sign-up.resume'],
  ['site.set'],
  ['webhook.disable', 'webhook.enable'],
]

/** The acts that an undo by this one may take back; none for an act that takes nothing back. */
export function undoneBy(action: OperatorAct): readonly OperatorAct[] {
  return pairs.find((pair) => pair.includes(action)) ?? []
}
