import { readSupportReference } from '#rules/support-request.ts'
import {
  authorOf,
  changeAssignment,
  decidedBefore,
  operate,
  requireNotTaken,
  requireOwnAgain,
  type AssignmentChange,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import { notifyAsker, type MailDeps } from './notify-asker.ts'
import {
  findRequest,
  insertMessage,
  lockRequest,
  setRequestAssignee,
  setRequestState,
  type SupportRow,
} from './support-queries.ts'

/**
 * Answers a request, and closes it with `close`. A member is notified, a visitor and a disabled member mailed. The same
 * text as one's own last message of an answered request changes nothing. `seen` is the last message that the operator
 * read: a later one is a `conflict`, and so is another operator who works on it. Throws `not_found` and
 * `support_request_closed`.
 */
export async function answerRequest(
  tx: Tx,
  actor: OperatorActor,
  {
    request: name,
    text: typed,
    close = false,
    seen,
  }: { request: string; text: string; close?: boolean; seen?: string },
  deps: MailDeps,
): Promise<SupportRow> {
  const text = typed.trim()
  if (text === '' || text.length > 5_000)
    throw invalidValue('body.text', 'An answer has 1 to 5,000 characters.')
  const row = await lockNamed(tx, name)
  if (row.state === 'closed') throw problem('support_request_closed')
  await requireNotTaken(tx, actor, row)
  const last = row.messages.at(-1)!
  const state = close ? 'closed' : 'answered'
  const isOwn = last.author === 'operator' && last.operator === authorOf(actor)
  const isNew = !isOwn || last.text !== text
  if (!isNew && row.state === state) return row
  if (isNew) await requireSeen(tx, row, seen)
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

/**
 * Closes a request without a further word; one that the same operator closed stays as it was. Throws `not_found`, and
 * `conflict` for a message after `seen`, one that was closed before, or another operator who works on it.
 */
export async function closeRequest(
  tx: Tx,
  actor: OperatorActor,
  { request: name, seen }: { request: string; seen?: string },
): Promise<SupportRow> {
  const row = await lockNamed(tx, name)
  // Also where it is closed: what is done with the closing, such as blocking links, is refused with it.
  await requireNotTaken(tx, actor, row)
  await requireSeen(tx, row, seen)
  const act = { action: 'support.close', target: row.id, after: { state: 'closed' } } as const
  if (row.state === 'closed') {
    await requireOwnAgain(tx, actor, { ...act, detail: 'This request is closed already.' })
    return row
  }
  await operate(tx, actor, {
    ...act,
    before: { state: row.state },
    member: row.uid === null ? undefined : { uid: row.uid },
  })
  await setRequestState(tx, row.id, { state: 'closed', by: authorOf(actor) })
  return (await findRequest(tx, row.id))!
}

/**
 * Has a request wait for an answer again; one that the same operator reopened stays as it was, and with `mayWait` any,
 * where it is a part of another act. Throws `not_found`, and `conflict` for one that waits already or another operator who
 * works on it.
 */
export async function reopenRequest(
  tx: Tx,
  actor: OperatorActor,
  { request: name, mayWait = false }: { request: string; mayWait?: boolean },
): Promise<SupportRow> {
  const row = await lockNamed(tx, name)
  await requireNotTaken(tx, actor, row)
  const act = { action: 'support.reopen', target: row.id, after: { state: 'open' } } as const
  if (row.state === 'open') {
    if (!mayWait) await requireOwnAgain(tx, actor, { ...act, detail: 'This request waits already.' })
    return row
  }
  await operate(tx, actor, {
    ...act,
    before: { state: row.state },
    member: row.uid === null ? undefined : { uid: row.uid },
  })
  await setRequestState(tx, row.id, { state: 'open' })
  return (await findRequest(tx, row.id))!
}

/** Takes a request to work on it, or gives it back. Throws `not_found`, and `conflict` where another operator has it. */
export async function assignRequest(
  tx: Tx,
  actor: PersonActor,
  { request: name, change }: { request: string; change: AssignmentChange },
): Promise<void> {
  const { id, assignedTo } = await lockNamed(tx, name)
  const next = await changeAssignment(tx, actor, { action: 'support.assign', target: id, assignedTo, change })
  if (next !== undefined) await setRequestAssignee(tx, id, next)
}

/** Refuses what was decided without the last message. */
async function requireSeen(tx: Tx, { id, messages }: SupportRow, seen: string | undefined): Promise<void> {
  const last = messages.at(-1)!
  if (seen === undefined || last.id === seen) return
  if (last.author === 'operator') throw await decidedBefore(tx, id, 'This was answered meanwhile.')
  throw problem('conflict', { detail: 'The asker wrote again meanwhile: read that first.' })
}

async function lockNamed(tx: Tx, name: string): Promise<SupportRow> {
  const row = await lockRequest(tx, readSupportReference(name) ?? name)
  if (!row) throw problem('not_found', { detail: `There is no support request ${name}.` })
  return row
}
