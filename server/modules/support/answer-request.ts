import { readSupportReference, supportReferenceText } from '#rules/support-request.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import type { SupportDeps } from './support-deps.ts'
import { mailAnswer } from './support-mail.ts'
import {
  findRequest,
  insertMessage,
  lockRequest,
  setRequestState,
  type SupportRow,
} from './support-queries.ts'

type MailDeps = Pick<SupportDeps, 'mailer' | 'publicOrigin' | 'supportEmail'>

/**
 * Answers a request, and closes it with `close`. A member is notified, a visitor and a disabled member mailed. The same
 * text as the last message of an answered request changes nothing. Throws `not_found` and `support_request_closed`.
 */
export async function answerRequest(
  tx: Tx,
  actor: OperatorActor,
  { request: name, text: typed, close = false }: { request: string; text: string; close?: boolean },
  deps: MailDeps,
): Promise<SupportRow> {
  const text = typed.trim()
  if (text === '' || text.length > 5_000)
    throw invalidValue('body.text', 'An answer has 1 to 5,000 characters.')
  const row = await lockNamed(tx, name)
  if (row.state === 'closed') throw problem('support_request_closed')
  const last = row.messages.at(-1)!
  const isNew = last.author === 'asker' || last.text !== text
  const state = close ? 'closed' : 'answered'
  if (!isNew && row.state === state) return row
  const operator = authorOf(actor)
  await operate(tx, actor, {
    action: 'support.answer',
    target: row.id,
    before: { state: row.state },
    after: { state },
    member: row.uid === null ? undefined : { uid: row.uid },
  })
  if (isNew) {
    const messageId = await insertMessage(tx, { requestId: row.id, text, operator, pictures: [] })
    await notifyAsker(tx, row, { messageId, text }, deps)
  }
  await setRequestState(tx, row.id, close ? { state: 'closed', by: operator } : { state: 'answered' })
  return (await findRequest(tx, row.id))!
}

/** Closes a request without a further word; a closed one stays as it was. Throws `not_found`. */
export async function closeRequest(
  tx: Tx,
  actor: OperatorActor,
  { request: name }: { request: string },
): Promise<SupportRow> {
  const row = await lockNamed(tx, name)
  if (row.state === 'closed') return row
  await operate(tx, actor, {
    action: 'support.close',
    target: row.id,
    before: { state: row.state },
    after: { state: 'closed' },
    member: row.uid === null ? undefined : { uid: row.uid },
  })
  await setRequestState(tx, row.id, { state: 'closed', by: authorOf(actor) })
  return (await findRequest(tx, row.id))!
}

async function lockNamed(tx: Tx, name: string): Promise<SupportRow> {
  const row = await lockRequest(tx, readSupportReference(name) ?? name)
  if (!row) throw problem('not_found', { detail: `There is no support request ${name}.` })
  return row
}

async function notifyAsker(
  tx: Tx,
  row: SupportRow,
  { messageId, text }: { messageId: string; text: string },
  deps: MailDeps,
): Promise<void> {
  if (row.uid === null) return await mailAnswer(tx, row, { to: row.email!, answer: text }, deps)
  const facts = { messageId, reference: supportReferenceText(row.reference), answer: text }
  await notifyMembers(tx, [row.uid], { kind: 'support_answered', facts })
  // Notifications are not mailed to a disabled member, who asks perhaps why they are.
  const member = await findMember(tx, row.uid)
  if (member?.state === 'disabled') {
    const { email: to, language } = member
    await mailAnswer(tx, { ...row, language }, { to, answer: text }, deps)
  }
}
