import { drawCode, isDrawnCode, type RandomBytes } from './code-alphabet.ts'

/** Characters of a creator id. */
export const SHORT_ID_LENGTH = 8

/** Draws a creator id (`shortId`): 8 characters without look-alikes. Unique only where the database says so. */
export function drawShortId(randomBytes: RandomBytes): string {
  return drawCode(SHORT_ID_LENGTH, randomBytes)
}

/** Whether a text could be a creator id, as in `/signup?invitedBy={shortId}`. */
export function isShortId(text: string): boolean {
  return isDrawnCode(text, SHORT_ID_LENGTH)
}
