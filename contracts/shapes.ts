import * as z from 'zod/mini'
import { visibleText } from '#rules/visible-text.ts'

/** A time in answers: ISO 8601 in UTC. */
export const time = z.iso.datetime()

/** A calendar date, `YYYY-MM-DD`, that PostgreSQL knows, too: there is no year 0. */
export const date = z.iso.date().check(z.refine((day) => day >= '0001', { error: 'is no day' }))

/** Whole crels, never negative. */
export const crels = z.int().check(z.nonnegative())

/** Whole points, never negative. */
export const points = z.int().check(z.nonnegative())

/** A list's answer: the items of one page and where the next begins. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}

/** A name is what it looks like. */
export const visible = z.regex(visibleText)

/** The same of a text with several lines; marks of direction, which change nothing around them, may be in it. */
export const visibleLines = z.regex(/^(?:[\n\r\t]|[^\p{Cc}\u202a-\u202e\u2066-\u2069])*$/u, {
  error: 'has a character that is not seen, or that turns the direction of the text',
})

/** An e-mail address as a person types it. */
export const emailAddress = z.string().check(z.trim(), z.maxLength(254), z.email())

/** A password as typed. Length is the policy's to judge; this is only a limit on what is hashed. */
export const passwordText = z.string().check(z.minLength(1), z.maxLength(1024))

/** The slug of something that is made: lower-case words joined by hyphens, at most 60 characters. It stays. */
export const newSlug = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens'))

/** The same where the console makes one at the address `new`, beside the pages of those that there are. */
export const newPageSlug = newSlug.check(z.refine((name) => name !== 'new', 'is the name of another page'))
