import { randomBytes } from 'node:crypto'
import { codeSuggestions } from '#rules/code-suggestions.ts'
import { drawShortCode } from '#rules/short-code.ts'
import type { Db } from '#server/platform/database.ts'
import { takenCodes } from './shortlink-queries.ts'

const offered = 3

/** Free codes to offer in place of a wanted one: close ones first, and a drawn one where there are too few. */
export async function suggestCodes(db: Db, wanted: string, now: Date): Promise<string[]> {
  const drawn = Array.from({ length: offered }, () => drawShortCode(randomBytes))
  const candidates = [...codeSuggestions(wanted, now.getUTCFullYear()), ...drawn]
  const taken = await takenCodes(db, candidates)
  return candidates.filter((code) => !taken.has(code)).slice(0, offered)
}
