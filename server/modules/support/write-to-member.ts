import { messageToMember } from '#contracts/operator-support.schemas.ts'
import { SUPPORT_REFERENCES_MAX, type SupportTopic } from '#contracts/support.constants.ts'
import type { SupportReference } from '#contracts/support.schemas.ts'
import { findMember, requirePresent, requireStaying } from '#server/modules/accounts/public.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { notifyAsker, type MailDeps } from './notify-asker.ts'
import { insertNamed } from './request-support.ts'
import {
  findRequest,
  insertMessage,
  knownReferences,
  setRequestAssignee,
  setRequestState,
  type SupportRow,
} from './support-queries.ts'

/**
 * Writes to a member who asked nothing: a request whose first message is the operator's. It waits for no one, and is theirs
 * who wrote once the member replies. The member is notified, a disabled one mailed. Throws `not_found`, `user_deleted`, and
 * `validation_failed` for an id that is nothing of the member's.
 */
export async function writeToMember(
  tx: Tx,
  actor: OperatorActor,
  {
    uid,
    subject: about,
    text: typed,
    references,
  }: {
    uid: string
    subject: string
    text: string
    references: string[]
  },
  deps: MailDeps,
): Promise<SupportRow> {
  const subject = readText(about, 'subject')
  const text = readText(typed, 'text')
  await requireStaying(tx, uid)
  const { party, language } = requirePresent(await findMember(tx, uid))
  const known = await readReferences(tx, references, { uid, party })
  const id = newId('supportRequest')
  const state = 'answered'
  await operate(tx, actor, { action: 'support.write', target: id, after: { state }, member: { uid } })
  const topic = topicOf(known)
  await insertNamed(tx, { id, uid, email: null, language, topic, subject, about: known })
  const messageId = await insertMessage(tx, { requestId: id, text, operator: authorOf(actor), pictures: [] })
  await setRequestState(tx, id, { state })
  if (actor.via !== 'job') await setRequestAssignee(tx, id, actor.operatorId)
  const row = (await findRequest(tx, id))!
  await notifyAsker(tx, row, { messageId, text }, deps)
  return row
}

/** By a command nothing has looked at it yet. */
function readText(typed: string, field: 'subject' | 'text'): string {
  const parsed = messageToMember.shape[field].safeParse(typed)
  if (!parsed.success) throw invalidValue(`body.${field}`, parsed.error.issues[0]!.message)
  return parsed.data
}

/** What each id is, of the member's things and campaigns alone. */
async function readReferences(
  tx: Tx,
  references: string[],
  owner: { uid: string; party: string },
): Promise<SupportReference[]> {
  const ids = [...new Set(references)]
  if (ids.length > SUPPORT_REFERENCES_MAX)
    throw invalidValue('body.references', `At most ${SUPPORT_REFERENCES_MAX}.`)
  const known = await knownReferences(tx, { ids, ...owner })
  return ids.map((id) => {
    const kind = known.get(id)
    if (!kind) throw invalidValue('body.references', `The member has no ${id}.`)
    return { kind, id }
  })
}

/** Under which topic the request is listed: by the first thing that it names. */
function topicOf([first]: SupportReference[]): SupportTopic {
  if (first?.kind === 'order') return 'order'
  if (first?.kind === 'redemption') return 'payout'
  return first?.kind === 'campaign' || first?.kind === 'link' ? 'earning' : 'other'
}
