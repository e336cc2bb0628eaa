import { sql } from 'kysely'
import type { TaxForm } from '#rules/tax-profile.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** One version of what a member certified. */
export interface TaxProfileRow {
  id: string
  uid: string
  form: TaxForm
  /** Sealed. */
  details: string
  certification: string
  certifiedAt: Date
}

const columns = sql`id, uid, form, details, certification, certified_at as "certifiedAt"`

/** A member's last version, of some forms where they are named. */
export async function lastTaxProfile(
  db: Db,
  uid: string,
  forms?: readonly TaxForm[],
): Promise<TaxProfileRow | undefined> {
  const ofForms = forms ? sql`and form = any (${[...forms]})` : sql``
  const { rows } = await sql<TaxProfileRow>`
    select ${columns} from tax_profile where uid = ${uid} ${ofForms}
    order by certified_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/** The last version of each of some members, or of the parties of those who left, of some forms. */
export async function lastTaxProfiles(
  db: Db,
  uids: readonly string[],
  forms: readonly TaxForm[],
): Promise<Map<string, TaxProfileRow>> {
  const { rows } = await sql<TaxProfileRow>`
    select distinct on (uid) ${columns} from tax_profile
    where uid = any (${[...uids]}) and form = any (${[...forms]})
    order by uid, certified_at desc, id desc`.execute(db)
  return new Map(rows.map((row) => [row.uid, row]))
}

/** Every version of a member, the first first. */
export async function taxProfilesOf(db: Db, uid: string): Promise<TaxProfileRow[]> {
  const { rows } = await sql<TaxProfileRow>`
    select ${columns} from tax_profile where uid = ${uid} order by certified_at, id`.execute(db)
  return rows
}

export async function insertTaxProfile(tx: Tx, row: Omit<TaxProfileRow, 'certifiedAt'>): Promise<void> {
  const { id, uid, form, details, certification } = row
  await sql`
    insert into tax_profile (id, uid, form, details, certification)
    values (${id}, ${uid}, ${form}, ${details}, ${certification})`.execute(tx)
}

/** Leaves of a member who left the last version of each form, under the party, until a day; of a null day, nothing. */
export async function leaveTaxProfile(
  db: Db,
  { uid, party }: { uid: string; party: string },
  keepUntil: string | null,
): Promise<void> {
  if (keepUntil !== null)
    await sql`
      update tax_profile set uid = ${party}, keep_until = ${keepUntil}
      where id in (select distinct on (form) id from tax_profile where uid = ${uid}
                   order by form, certified_at desc, id desc)`.execute(db)
  await sql`delete from tax_profile where uid = ${uid}`.execute(db)
}

/** Deletes what has been kept of members who left for as long as the law asks; answers how many. */
export async function dropExpiredTaxProfiles(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tax_profile where keep_until < (crels_now() at time zone 'UTC')::date`.execute(db)
  return Number(numAffectedRows ?? 0)
}
