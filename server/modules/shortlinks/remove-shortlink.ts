import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lockShortlink, removeLink } from './shortlink-queries.ts'

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
