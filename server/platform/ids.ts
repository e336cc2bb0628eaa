import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 } from 'uuid'
import { idPrefixes, type IdKind } from '#contracts/ids.ts'

const collecting = new AsyncLocalStorage<Set<string>>()

/** A new identifier of a kind: its prefix and a time-ordered UUIDv7 in hexadecimal. */
export function newId(kind: IdKind): string {
  const id = `${idPrefixes[kind]}_${v7().replaceAll('-', '')}`
  collecting.getStore()?.add(id)
  return id
}

/** Runs `work` and puts the ids that it makes into `ids`: the time in them may be that of a clock that went wrong. */
export function collectIds<T>(ids: Set<string>, work: () => T): T {
  return collecting.run(ids, work)
}

/** When an id of ours was made, in milliseconds since 1970. */
export function madeAtMs(id: string): number {
  const start = id.indexOf('_') + 1
  return Number.parseInt(id.slice(start, start + 12), 16)
}
