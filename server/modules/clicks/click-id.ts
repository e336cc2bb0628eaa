import { randomFillSync } from 'node:crypto'
import { idPrefixes } from '#contracts/ids.ts'
import { madeAtMs } from '#server/platform/ids.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

const pattern = new RegExp(`^${idPrefixes.click}_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$`)

// Random bytes are drawn for 512 ids at once: one call each took longer than the rest of a redirect's work.
const chance = Buffer.allocUnsafe(512 * 10)
let used = chance.length
const bytes = Buffer.allocUnsafe(16)

/** A new click's id: a UUIDv7 of domain time `atMs` (milliseconds since 1970), which `clickTime` reads back. */
export function newClickId(atMs: number): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  bytes.writeUIntBE(atMs, 0, 6)
  chance.copy(bytes, 6, used, used + 10)
  used += 10
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return `${idPrefixes.click}_${bytes.toString('hex')}`
}

/** Whether a text is the id of a click as we make them. */
export function isClickId(text: string): boolean {
  return pattern.test(text)
}

/** When the click of this id happened: domain time in milliseconds since 1970. */
export function clickTime(clickId: string): number {
  return madeAtMs(clickId)
}

/** The number of the UTC day a moment (milliseconds since 1970) is in. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / dayMs)
}

/** A day's date, `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return utcDate(day * dayMs)
}
