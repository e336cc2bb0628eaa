import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { ListMatch } from './sanctions-lists.ts'

const purpose = 'sanctions screening'
const contextOf = (id: string) => `screening:${id}`

/** Where they are kept, for a rotation of SECRET. */
export const sealedScreenings: SealedColumn[] = [
  { table: 'public.sanctions_screening', idColumn: 'id', column: 'details', purpose, contextOf },
]

/** Matches as they are stored; null where there are none. */
export function sealMatches(
  secret: Pick<Secret, 'seal'>,
  id: string,
  matches: readonly ListMatch[],
): string | null {
  return matches.length === 0 ? null : secret.seal(purpose, contextOf(id), JSON.stringify(matches))
}

/** Whom the lists named. Throws when they were sealed by a key that is gone, or are another screening's. */
export function openMatches(
  secret: Pick<Secret, 'open'>,
  { id, details }: { id: string; details: string | null },
): ListMatch[] {
  return details === null ? [] : (JSON.parse(secret.open(purpose, contextOf(id), details)) as ListMatch[])
}
