import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { idPrefixes } from '#contracts/ids.ts'
import { operatorEndpoints } from '#contracts/operator-endpoints.ts'
import { isZone } from '#rules/local-date.ts'
import { OPERATOR_ACTS } from '#rules/operator-permissions.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ActMember } from './member-values.ts'

/**
 * What the log, which keeps it for good, has of the filters of a list: an id by its prefix, a date, a number, a zone and a
 * word that a list knows, such as a state. A member is `member`, and the first of them the member of the act; all else may
 * be of a person and is `typed`. `schema` are the filters of the list, where it is known.
 */
export async function filtersInLog(
  tx: Tx,
  asked: Readonly<Record<string, string>>,
  schema?: z.ZodMiniType,
): Promise<{ filters: Record<string, string>; member: ActMember | undefined }> {
  const { rows } = await sql<{ uid: string }>`
    select uid from member where uid = any (${Object.values(asked)}) order by uid`.execute(tx)
  const uids = new Set(rows.map(({ uid }) => uid))
  const words = new Set([...knownWords(), ...(schema ? wordsOf(schema) : [])])
  const said = Object.entries(asked).map(([name, value]) => [name, saidOf(value, { uids, words })])
  return { filters: Object.fromEntries(said) as Record<string, string>, member: rows[0] }
}

function saidOf(
  value: string,
  { uids, words }: { uids: ReadonlySet<string>; words: ReadonlySet<string> },
): string {
  // Also one whose row is gone: who types a uid names somebody.
  if (uids.has(value) || value.startsWith(`${idPrefixes.member}_`)) return 'member'
  return ofNobody.test(value) || words.has(value) || isNamedZone(value) ? value : 'typed'
}

/** Short names of zones are words that a person may be called by. */
function isNamedZone(value: string): boolean {
  return value === 'UTC' || (value.includes('/') && isZone(value))
}

/** An id, a day, or a number that is no telephone's. */
const ofNobody = new RegExp(
  `^(?:(?:${Object.values(idPrefixes).join('|')})_[0-9a-f]{32}|\\d{4}-\\d{2}-\\d{2}|-?\\d{1,9})$`,
)

let known: ReadonlySet<string> | undefined

/** The words that lists of the console are narrowed by. */
function knownWords(): ReadonlySet<string> {
  known ??= new Set([
    ...OPERATOR_ACTS,
    'true',
    'false',
    ...operatorEndpoints.flatMap(({ query }) => (query ? wordsOf(query) : [])),
  ])
  return known
}

/** The values of every enum in a schema of filters. */
function wordsOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.values(def.shape).flatMap(wordsOf)
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable')
    return wordsOf(def.innerType)
  if (def.type === 'array') return wordsOf(def.element)
  return def.type === 'enum' ? Object.values(def.entries).map(String) : []
}
