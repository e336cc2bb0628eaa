import { sql, type RawBuilder } from 'kysely'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'

/**
 * Campaigns up to which all that have the words are gathered by the words' indexes, and then ordered; where there are
 * more, the list is read in its order until the page is full, as one in fifty of 10 000 is found soon. The planner
 * cannot choose: it takes words that always stand together for chance, and so those that never do.
 */
const gatheredMax = 200

/**
 * How many campaigns have the words of a search, and have them in title or brand: none, few enough to be gathered, or
 * many.
 */
export interface Reach {
  all: number
  titled: number
}

/** Columns of `campaign_text t` with stems, and with letters. */
interface Columns {
  terms: RawBuilder<unknown>
  letters: RawBuilder<unknown>
}

const everywhere: Columns = { terms: sql`t.terms`, letters: sql`t.letters` }
const title: Columns = { terms: sql`t.title_terms`, letters: sql`t.title_letters` }

/**
 * Counts what a search reaches, as far as it matters: what has the words by stem and by letters is counted twice, and
 * titles only where they come first (`byMatch`).
 */
export async function reachOf(db: ReadDb, q: string, { byMatch }: { byMatch: boolean }): Promise<Reach> {
  // Letters are looked at only where stems have not found many.
  const counted = (columns: Columns) => sql`
    (select count(*) from (
      select from campaign_text t where ${hasStems(columns, q)}
      union all
      select from campaign_text t where ${hasParts(columns, q)}
      limit ${sql.lit(gatheredMax + 1)}) as reached)`
  const { rows } = await sql<Reach>`
    select ${counted(everywhere)} as "all", ${byMatch ? counted(title) : sql`0::bigint`} as titled`.execute(
    db,
  )
  return rows[0]!
}

/** Of `campaign c`: has the words of a search. */
export function matchesText(q: string, { all }: Reach): RawBuilder<unknown> {
  return ofText(has(everywhere, q), all)
}

/** Of `campaign c`: has the words in title or brand. A word that is not wanted may not be in the summary either. */
export function matchesTitle(q: string, { titled }: Reach): RawBuilder<unknown> {
  return ofText(sql`${has(title, q)} and ${has(everywhere, q)}`, titled)
}

/** Of `campaign c`: has the words, but not in title or brand. */
export function matchesSummaryOnly(q: string, { all }: Reach): RawBuilder<unknown> {
  return ofText(sql`${has(everywhere, q)} and not ${has(title, q)}`, all)
}

function ofText(condition: RawBuilder<unknown>, count: number): RawBuilder<unknown> {
  return count <= gatheredMax
    ? sql`c.id = any (array(select t.campaign_id from campaign_text t where ${condition}))`
    : sql`(select ${condition} from campaign_text t where t.campaign_id = c.id)`
}

/** All words by their stems ("packs" finds "pack"), or all of them as parts of words, as one types them. */
function has(columns: Columns, q: string): RawBuilder<unknown> {
  return sql`(${hasStems(columns, q)} or ${hasParts(columns, q)})`
}

function hasStems({ terms }: Columns, q: string): RawBuilder<unknown> {
  // By itself, or it is made anew for each campaign that is looked at.
  return sql`${terms} @@ (select websearch_to_tsquery('english', ${q}))`
}

function hasParts({ letters }: Columns, q: string): RawBuilder<unknown> {
  const parts = splitQuery(q).map((word) => sql`${letters} like ${containing(word)}`)
  return sql`(${sql.join(parts, sql` and `)})`
}

/** The words of a search, as they are looked for. */
export function splitQuery(q: string): string[] {
  return q.toLowerCase().split(/\s+/).slice(0, 8)
}

/** The pattern of `like` for a text with this part, whatever signs it has. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}
