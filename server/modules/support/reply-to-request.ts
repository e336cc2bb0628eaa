import type { SupportRequest } from '#contracts/support.schemas.ts'
import { requireStaying } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { countAsked } from './request-support.ts'
import type { SupportDeps } from './support-deps.ts'
import { mailOperator } from './support-mail.ts'
import { keepPictures } from './support-pictures.ts'
import { findRequest, insertMessage, lockRequest, setRequestState } from './support-queries.ts'
import { supportRequestView } from './support-view.ts'

/**
 * Adds a message of a member to their request, which waits for an answer again. Throws `not_found` for another's,
 * `support_request_closed`, `too_many_requests` and `support_picture_gone`.
 */
export async function replyToRequest(
  tx: Tx,
  { uid, email, emailVerified: isVerified }: Pick<MemberActor, 'uid' | 'email' | 'emailVerified'>,
  { id, message, pictures }: { id: string; message: string; pictures: string[] },
  deps: Pick<SupportDeps, 'files' | 'mailer' | 'publicOrigin' | 'supportEmail' | 'rateLimit'>,
): Promise<SupportRequest> {
  await requireStaying(tx, uid)
  await countAsked(tx, { uid }, deps)
  const request = await lockRequest(tx, id)
  if (request?.uid !== uid) throw problem('not_found', { detail: 'There is no such request.' })
  if (request.state === 'closed') throw problem('support_request_closed')
  const keys = await keepPictures(tx, pictures, deps.files)
  await insertMessage(tx, { requestId: id, text: message, operator: null, pictures: keys })
  await setRequestState(tx, id, { state: 'open' })
  const row = (await findRequest(tx, id))!
  await mailOperator(tx, row, { askerEmail: email, isVerified }, deps)
  return supportRequestView(row)
}
