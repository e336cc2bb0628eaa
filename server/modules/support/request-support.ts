import { randomBytes } from 'node:crypto'
import type { SupportTopic } from '#contracts/support.constants.ts'
import type { SupportReference } from '#contracts/support.schemas.ts'
import {
  drawSupportReference,
  SUPPORT_ADDRESS_DAY_MAX,
  SUPPORT_MEMBER_DAY_MAX,
  supportReferenceText,
} from '#rules/support-request.ts'
import { requireStaying } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import { languageInUse } from '#server/platform/language.ts'
import { newId } from '#server/platform/ids.ts'
import type { SupportDeps } from './support-deps.ts'
import { mailAsker, mailOperator } from './support-mail.ts'
import { keepPictures } from './support-pictures.ts'
import { findRequest, insertMessage, insertRequest, knownReferences, lockAsked } from './support-queries.ts'

export interface SupportInput {
  topic: SupportTopic
  message: string
  references: string[]
  pictures: string[]
}

/** Who asks: a member, or a visitor with an address, and whether it may have one more mail. */
export type Asker = { member: MemberActor } | { email: string; mayMail: boolean }

/**
 * Writes to the operator: the request with its first message and pictures, the mail to the operator, and the
 * confirmation. Throws `too_many_requests` and `support_picture_gone`; then nothing is written.
 */
export async function requestSupport(
  tx: Tx,
  asker: Asker,
  { topic, message, references, pictures }: SupportInput,
  deps: Pick<SupportDeps, 'files' | 'mailer' | 'publicOrigin' | 'supportEmail' | 'rateLimit'>,
): Promise<{ id: string; reference: string; isConfirmed: boolean }> {
  const member = 'member' in asker ? asker.member : null
  const whose = 'member' in asker ? { uid: asker.member.uid, email: null } : { uid: null, email: asker.email }
  if (member) await requireStaying(tx, member.uid)
  await countAsked(tx, whose.uid === null ? { email: whose.email } : { uid: whose.uid }, deps)
  const about = await readReferences(tx, references, member)
  const keys = await keepPictures(tx, pictures, deps.files)
  const id = newId('supportRequest')
  const language = languageInUse()
  const reference = await insertNamed(tx, { id, ...whose, language, topic, subject: null, about })
  await insertMessage(tx, { requestId: id, text: message, operator: null, pictures: keys })
  const row = (await findRequest(tx, id))!
  const isVerified = member?.emailVerified ?? false
  await mailOperator(tx, row, { askerEmail: member?.email ?? row.email!, isVerified }, deps)
  // A member whose address is not verified may have given that of another.
  const isConfirmed = 'member' in asker ? asker.member.emailVerified : asker.mayMail
  if (isConfirmed)
    await mailAsker(tx, row, { to: member?.email ?? row.email!, isMember: member !== null }, deps)
  return { id, reference: supportReferenceText(reference), isConfirmed }
}

/** Inserts a request under a reference that no other has; answers the reference. */
export async function insertNamed(
  tx: Tx,
  row: Omit<Parameters<typeof insertRequest>[1], 'reference'>,
): Promise<string> {
  let reference = drawSupportReference(randomBytes)
  while (!(await insertRequest(tx, { ...row, reference }))) reference = drawSupportReference(randomBytes)
  return reference
}

/** Refuses more messages than a day has. Throws `too_many_requests`. */
export async function countAsked(
  tx: Tx,
  asker: { uid: string } | { email: string },
  { rateLimit }: Pick<SupportDeps, 'rateLimit'>,
): Promise<void> {
  const asked = await lockAsked(tx, asker)
  if (!rateLimit || asked < ('uid' in asker ? SUPPORT_MEMBER_DAY_MAX : SUPPORT_ADDRESS_DAY_MAX)) return
  const detail =
    'uid' in asker
      ? 'You wrote many messages today. Write again tomorrow; we read them all.'
      : 'Many messages came with this address today. Write again tomorrow; we read them all.'
  throw problem('too_many_requests', {
    detail,
    headers: { 'retry-after': '3600' },
    members: { retryAfterSec: 3600 },
  })
}

/** Names what each reference is; another member's things, and what is unknown, are text alone. */
async function readReferences(
  tx: Tx,
  references: string[],
  member: MemberActor | null,
): Promise<SupportReference[]> {
  const ids = [...new Set(references)]
  const owner = { party: member?.party ?? null, uid: member?.uid ?? null }
  const known = await knownReferences(tx, { ids, ...owner })
  return ids.map((id) => ({
    // Request ids are in the log alone.
    kind: known.get(id) ?? (/^req_[0-9a-f]{32}$/.test(id) ? 'request' : 'text'),
    id,
  }))
}
