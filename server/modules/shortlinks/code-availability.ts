import { randomBytes } from 'node:crypto'
import { m } from '#messages'
import type { CodeAvailability } from '#contracts/shortlinks.schemas.ts'
import { codeSuggestions } from '#rules/code-suggestions.ts'
import { drawShortCode, ownCodeRefusal, type OwnCodeRefusal } from '#rules/short-code.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { takenCodes } from './shortlink-queries.ts'

/** Whether a member could have this code now. It reserves nothing: making the link decides. */
export async function codeAvailability(db: Db, code: string): Promise<CodeAvailability> {
  const refusal = ownCodeRefusal(code)
  const isTaken = refusal === undefined && (await takenCodes(db, [code])).has(code)
  const reason = refusal ?? (isTaken ? 'taken' : null)
  if (reason === null) return { code, isAvailable: true, reason, message: null, suggestions: [] }
  const message = reason === 'taken' ? m.links_code_taken() : codeRefusals[reason]()
  const suggestions = await suggestCodes(db, code, await databaseNow(db))
  return { code, isAvailable: false, reason, message, suggestions }
}

/** Why a code cannot be a member's, in a sentence. */
export const codeRefusals: Record<OwnCodeRefusal, () => string> = {
  too_short: m.links_code_too_short,
  too_long: m.links_code_too_long,
  bad_characters: m.links_code_bad_characters,
  reserved: m.links_code_reserved,
}

const offered = 3

/** Free codes to offer in place of a wanted one: close ones first, and a drawn one where there are too few. */
export async function suggestCodes(db: Db, wanted: string, now: Date): Promise<string[]> {
  const drawn = Array.from({ length: offered }, () => drawShortCode(randomBytes))
  const candidates = [...codeSuggestions(wanted, now.getUTCFullYear()), ...drawn]
  const taken = await takenCodes(db, candidates)
  return candidates.filter((code) => !taken.has(code)).slice(0, offered)
}
