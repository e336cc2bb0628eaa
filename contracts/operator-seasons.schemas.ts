import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { isUndo, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
/** A month in UTC, `2026-11`. */
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
const params = z.object({ month })
const state = z.enum(['review', 'approved', 'paid'])
const text = z.nullable(z.string())

const frozenSeason = z.object({
  month,
  /** Its ranking is looked over; its prizes are decided; they are paid. */
  state,
  frozenAt: time,
  /** From then on its prizes are paid without anybody's word. */
  reviewUntil: time,
  approvedAt: z.nullable(time),
  approvedBy: text,
})

const operatedSeason = z.extend(frozenSeason, {
  /** The first, by points earned: at least 20, and all that a prize is for. */
  places: z.array(
    z.object({
      rank: z.int().check(z.positive()),
      /** Null of a member who left. */
      uid: text,
      name: text,
      /** Points earned in the month. */
      value: whole,
      /** Points that the place is worth. */
      points: whole,
      /** Who is disabled or left is taken out when the review ends. */
      isPayable: z.boolean(),
      /** Of prizes that are decided: whether the place was paid, or why not. */
      outcome: z.nullable(z.enum(['due', 'paid', 'banned', 'left'])),
    }),
  ),
  /** What an approval now would pay, who is disabled or left being out; null unless it is in review. */
  approval: z.nullable(
    z.object({
      /** Places that a prize is for, and their prizes together. */
      paidPlaces: whole,
      points: whole,
      /** Says the places, whose they are and their prizes: what an approval is of. */
      seen: z.string(),
    }),
  ),
  /**
   * Operators, by name, whose own accounts as members come to a better place when the review ends, since who was ahead is
   * disabled or left. While there is one, the prizes are not paid without another operator's word.
   */
  movingUp: z.array(z.string()),
  /** What the review decided of members, in the order in which it did. */
  decisions: z.array(
    z.object({ uid: text, name: text, isOut: z.boolean(), reason: z.string(), author: z.string() }),
  ),
})
export type OperatedSeason = z.output<typeof operatedSeason>

const decision = (summary: string) => ({
  summary,
  tag,
  params,
  body: z.strictObject({ uid: z.string().check(z.maxLength(200)), reason: textUpTo(500), isUndo }),
  errors: ['conflict' as const],
  responses: { 200: operatedSeason },
})

export const operatorSeasonSchemas = {
  listOperatedSeasons: {
    summary: 'Seasons of the leaderboard that are over, the newest first.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: pageOf(frozenSeason) },
  },
  getOperatedSeason: {
    summary: 'A season that is over: its first places, what they are worth, and whom the review took out.',
    tag,
    params,
    responses: { 200: operatedSeason },
  },
  excludeFromSeason: decision(
    'Takes a member out of every ranking of a season in review; the places behind close up.',
  ),
  includeInSeason: decision('Lets a member in again whom the review took out.'),
  approveSeason: {
    summary:
      'Ends the review of a season; its prizes are paid within five minutes. `seen` is that of its `approval`: `conflict` where the places are others by now. Without it they are approved as they stand.',
    tag,
    params,
    body: z.strictObject({ seen: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))) }),
    bodyOptional: true,
    errors: ['conflict'],
    responses: { 200: operatedSeason },
  },
} satisfies Record<string, EndpointSchemas>
