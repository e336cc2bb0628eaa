import { v7 } from 'uuid'
import { idPrefixes, type IdKind } from '#contracts/ids.ts'

/** A new identifier of a kind: its prefix and a time-ordered UUIDv7 in hexadecimal. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${v7().replaceAll('-', '')}`
}

/** When an id of ours was made, in milliseconds since 1970. */
export function madeAtMs(id: string): number {
  const start = id.indexOf('_') + 1
  return Number.parseInt(id.slice(start, start + 12), 16)
}
