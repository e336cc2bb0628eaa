import { v7 } from 'uuid'
import { idPrefixes, type IdKind } from '#contracts/ids.ts'

/** A new identifier of a kind: its prefix and a time-ordered UUIDv7 in hexadecimal. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${v7().replaceAll('-', '')}`
}
