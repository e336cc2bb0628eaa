import { sql } from 'kysely'
import type { FaqTexts } from '#contracts/operator-faq.schemas.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** An entry as it was set. */
export interface FaqVersion {
  id: number
  slug: string
  topic: string
  /** Null: those that come with Crels. */
  texts: FaqTexts | null
  isShown: boolean
  author: string
  reason: string
  setAt: Date
}

/** An order of a topic as it was set; without slugs that of Crels. */
export interface FaqOrder {
  id: number
  topic: string
  slugs: string[]
  author: string
  reason: string
  setAt: Date
}

const versionColumns = sql`id, slug, topic, texts, is_shown as "isShown", set_by as author, reason, set_at as "setAt"`

/** The version in force of every entry that was ever changed, the first that was added first. */
export async function versionsInForce(db: Db): Promise<FaqVersion[]> {
  const { rows } = await sql<FaqVersion>`
    select * from (
      select distinct on (slug) ${versionColumns}, min(id) over (partition by slug) as first
      from faq_version order by slug, id desc) v
    order by first`.execute(db)
  return rows
}

/** The versions of an entry, the newest first: that is in force. */
export async function versionsOf(db: Db, slug: string, limit: number): Promise<FaqVersion[]> {
  const { rows } = await sql<FaqVersion>`
    select ${versionColumns} from faq_version where slug = ${slug} order by id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The last orders of each topic, the newest first. */
export async function lastOrders(db: Db, limit: number): Promise<FaqOrder[]> {
  const { rows } = await sql<FaqOrder>`
    select id, topic, slugs, set_by as author, reason, set_at as "setAt"
    from (select *, row_number() over (partition by topic order by id desc) as place from faq_order) o
    where place <= ${limit} order by id desc`.execute(db)
  return rows
}

/** One change comes after the other; the second sees what the first made. */
export async function lockFaq(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('faq', 0))`.execute(tx)
}

export async function insertVersion(tx: Tx, row: Omit<FaqVersion, 'id' | 'setAt'>): Promise<void> {
  const texts = row.texts === null ? null : JSON.stringify(row.texts)
  await sql`
    insert into faq_version (slug, topic, texts, is_shown, set_by, reason)
    values (${row.slug}, ${row.topic}, ${texts}::jsonb, ${row.isShown}, ${row.author}, ${row.reason})`.execute(
    tx,
  )
}

export async function insertOrder(tx: Tx, row: Omit<FaqOrder, 'id' | 'setAt'>): Promise<void> {
  await sql`
    insert into faq_order (topic, slugs, set_by, reason)
    values (${row.topic}, ${row.slugs}, ${row.author}, ${row.reason})`.execute(tx)
}
