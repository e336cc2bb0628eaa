import { requireActing } from '#server/modules/accounts/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { ShortlinkDeps } from './shortlink-deps.ts'
import { shortlinkFields, type SentFields } from './shortlink-fields.ts'
import { lockShortlink, removeLink, updateShortlink, type ShortlinkRow } from './shortlink-queries.ts'

/**
 * Changes a link of a member's, or switches it off and on. A link of a campaign follows the enrolment: who is not in
 * it can neither lead it elsewhere nor switch it on (`not_enrolled`). Every process hears of it when `tx` commits.
 */
export async function editShortlink(
  tx: Tx,
  { uid }: Pick<MemberActor, 'uid'>,
  { id, ...sent }: SentFields & { id: string; state?: 'active' | 'disabled' },
  deps: ShortlinkDeps,
): Promise<ShortlinkRow> {
  // What stops for who is disabled is not written down as what they chose.
  await requireActing(tx, uid)
  const before = await lockShortlink(tx, { id, ownerUid: uid })
  if (!before) throw problem('not_found')
  if (before.state === 'banned') throw problem('link_banned')
  const { campaignId, kind } = before
  const isBound = kind === 'tracking' || kind === 'deep'
  const terms = isBound ? await deps.deepLinkTerms(tx, { uid, campaignId: campaignId! }) : undefined
  const needsTerms = sent.state === 'active' || sent.destinationUrl !== undefined
  if (isBound && needsTerms && !terms) throw problem('not_enrolled')
  // A share leads where its campaign is.
  if (kind === 'share' && needsTerms) throw problem('not_enrolled')
  const fields = await shortlinkFields(tx, sent, { before, terms, now: await databaseNow(tx) }, deps)
  // Who turns off what leaving stopped means it to stay off.
  const isStateChosen = sent.state !== undefined
  return await updateShortlink(tx, id, { ...fields, state: sent.state ?? before.state, isStateChosen })
}

/** Removes a link that its member made; one of a campaign or a share stays with it (`link_of_campaign`). */
export async function removeShortlink(
  tx: Tx,
  { uid }: Pick<MemberActor, 'uid'>,
  { id }: { id: string },
): Promise<void> {
  const link = await lockShortlink(tx, { id, ownerUid: uid })
  if (!link) throw problem('not_found')
  if (link.kind === 'tracking' || link.kind === 'share') throw problem('link_of_campaign')
  await removeLink(tx, id)
}
