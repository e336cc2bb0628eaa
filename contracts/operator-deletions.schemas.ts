import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { assignee, inboxQuery, takeBody } from './operator-inbox.ts'
import { whole } from './operator-shapes.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
/** What stays of a deleted member: the name of their accounts in the books. */
export const partyId = z.string().check(z.regex(/^pty_[0-9a-f]{32}$/))
const params = z.object({ id: partyId })
const noBody = { body: z.object({}), bodyOptional: true } as const

/**
 * Why a deletion is not over: its steps are being done; requests of the time before may still be written; the last mail
 * is on its way; a step fails; or a restored backup has a redemption of theirs under way, which is settled first.
 */
export const DELETION_WAITS = ['erasing', 'settling', 'mail', 'failing', 'redemption'] as const

export const operatedDeletion = z.object({
  /** The party. Nothing here says who it was. */
  id: z.string(),
  waitingSince: time,
  why: z.enum(DELETION_WAITS),
  /** Steps that are done, and the last of them. */
  stepsDone: whole,
  lastStep: z.nullable(z.string()),
  failedStep: z.nullable(z.string()),
  failedAt: z.nullable(time),
  /** From when on what was being written in the moment of the deletion is written for certain. */
  settlesAt: time,
  assignee,
})
export type OperatedDeletion = z.output<typeof operatedDeletion>
export const operatedDeletionPage = pageOf(operatedDeletion)
export type OperatedDeletionPage = z.output<typeof operatedDeletionPage>

export const operatorDeletionSchemas = {
  listDeletions: {
    summary:
      'Deletions of accounts that fail or take longer than an hour, the longest wait first; or all that are not over.',
    tag,
    query: z.object({ ...inboxQuery }),
    responses: { 200: operatedDeletionPage },
  },
  getOperatedDeletion: {
    summary: 'A deletion that is not over.',
    tag,
    params,
    responses: { 200: operatedDeletion },
  },
  takeDeletion: {
    summary: 'Takes a deletion to work on it, from whom the operator saw having it.',
    tag,
    params,
    body: takeBody,
    errors: ['conflict'],
    responses: { 200: operatedDeletion },
  },
  giveBackDeletion: {
    summary: 'Gives a deletion back that one works on.',
    tag,
    params,
    ...noBody,
    errors: ['conflict'],
    responses: { 200: operatedDeletion },
  },
  retryDeletion: {
    summary: 'Has the job that erases go on at once.',
    tag,
    params,
    ...noBody,
    errors: ['conflict'],
    responses: { 200: operatedDeletion },
  },
} satisfies Record<string, EndpointSchemas>
