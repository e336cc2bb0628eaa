import * as z from 'zod/mini'
import { crels, time } from './shapes.ts'

const count = z.int().check(z.nonnegative())

/** What leaving costs; crels and points go to the house, a debt is written off. */
export const deletionView = z.object({
  crels: z.object({ available: crels, pending: crels, held: crels, debt: crels }),
  points: count,
  /** Campaigns that are left, applications included. */
  campaigns: count,
  /** Short links that stop. */
  links: count,
  /** What is in its way: a redemption under way, or a former address that can take the account back; until when, if that is known. */
  blocked: z.nullable(z.object({ by: z.enum(['redemption', 'email_change']), until: z.nullable(time) })),
  /** When the last trace is gone, under way at once. */
  erasedWithinMinutes: count,
  /** How long a keyed hash of the address is kept, and nothing else. */
  addressKeptMonths: count,
})
export type DeletionView = z.output<typeof deletionView>

export const leavingResponses = {
  getDeletion: { 200: deletionView },
  deleteUser: { 202: deletionView },
  disownAccount: { 204: null },
}
