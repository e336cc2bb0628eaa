import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

/** How long what lists said counts: they change every day. */
const goodForDays = 7

/** The last look at who a redemption would pay. */
export interface ScreeningRow {
  id: string
  redemptionId: string
  /** Entries that may be the same person. */
  matches: number
  /** The matches, sealed; null where there are none. */
  details: string | null
  screenedAt: Date
  /** Of who would be paid now, and not too old. */
  isCurrent: boolean
  clearedBy: string | null
  clearedAt: Date | null
}

/**
 * What a redemption pays to whom, as a digest: another name, birthday, country, tax form or destination is another one.
 */
const subject = sql`
  sha256(convert_to(jsonb_build_array(
    m.uid, m.full_name, m.display_name, m.birthday, m.country_of_residence, r.destination_id,
    (select t.id from tax_profile t where t.uid = m.uid order by t.certified_at desc, t.id desc limit 1))::text, 'UTF8'))`

/** Whether a look counts: of the lists that are asked now, of who would be paid now, and not too old. */
const isCurrent = (lists: string | null) => sql`
  (s.lists = coalesce(${lists}, s.lists) and s.subject = ${subject}
   and s.screened_at > crels_now() - make_interval(days => ${sql.lit(goodForDays)}))`

/** What may still be paid: what is asked for or approved, and what came back to a payout run, which may try it again. */
const mayBePaid = sql`
  r.state in ('requested', 'approved', 'sending') and (r.state <> 'sending' or exists (
    select from payout p where p.redemption_id = r.id and p.state in ('exception', 'retry')))`

/** The last look of each of some redemptions; one that was never looked at has none. */
export async function lastScreenings(
  db: Db,
  redemptionIds: readonly string[],
  lists: string | null,
): Promise<Map<string, ScreeningRow>> {
  const { rows } = await sql<ScreeningRow>`
    select distinct on (s.redemption_id) s.id, s.redemption_id as "redemptionId", s.matches, s.details,
      s.screened_at as "screenedAt", coalesce(${isCurrent(lists)}, false) as "isCurrent",
      s.cleared_by as "clearedBy", s.cleared_at as "clearedAt"
    from sanctions_screening s join redemption r on r.id = s.redemption_id left join member m on m.uid = r.uid
    where s.redemption_id = any (${[...redemptionIds]})
    order by s.redemption_id, s.screened_at desc, s.id desc`.execute(db)
  return new Map(rows.map((row) => [row.redemptionId, row]))
}

/** Whom a redemption would pay, with the digest of them. */
export interface ToScreen {
  redemptionId: string
  uid: string
  destinationId: string
  subject: Buffer
}

/**
 * Redemptions that may still be paid and whose last look does not count for who would be paid now, by their ids, in no
 * order.
 */
export async function redemptionsToScreen(db: Db, some: SomeToScreen): Promise<string[]> {
  return (await redemptionsToScreenSql(some).execute(db)).rows.map(({ redemptionId }) => redemptionId)
}

interface SomeToScreen {
  lists: string
  limit: number
}

/** Its query, apart so that its plan can be tested. */
export function redemptionsToScreenSql({ lists, limit }: SomeToScreen): RawBuilder<ToScreen> {
  return toScreen(sql`
    ${mayBePaid} and not coalesce((
      select ${isCurrent(lists)} from sanctions_screening s where s.redemption_id = r.id
      order by s.screened_at desc, s.id desc limit 1), false)
    and r.destination_id is not null order by random() limit ${limit}`)
}

/** One of them as it is now; undefined where nothing is to be paid any more. */
export async function redemptionToScreen(db: Db, id: string): Promise<ToScreen | undefined> {
  return (await toScreen(sql`${mayBePaid} and r.id = ${id} and r.destination_id is not null`).execute(db))
    .rows[0]
}

function toScreen(condition: RawBuilder<unknown>): RawBuilder<ToScreen> {
  return sql<ToScreen>`
    select r.id as "redemptionId", r.uid, r.destination_id as "destinationId", ${subject} as subject
    from redemption r join member m on m.uid = r.uid
    where ${condition}`
}

export interface NewScreening {
  id: string
  redemptionId: string
  subject: Buffer
  lists: string
  matches: number
  details: string | null
}

export async function insertScreening(tx: Tx, row: NewScreening): Promise<void> {
  await sql`
    insert into sanctions_screening (id, redemption_id, subject, lists, matches, details)
    values (${row.id}, ${row.redemptionId}, ${row.subject}, ${row.lists}, ${row.matches}, ${row.details})`.execute(
    tx,
  )
}

/** An operator has looked at the matches of a screening, which is locked with its redemption. */
export async function markCleared(tx: Tx, id: string, by: string): Promise<void> {
  await sql`
    update sanctions_screening set cleared_by = ${by}, cleared_at = crels_now() where id = ${id}`.execute(tx)
}

/** Forgets whom the lists named, of a member who leaves. */
export async function forgetMatches(db: Db, party: string): Promise<void> {
  await sql`
    update sanctions_screening set details = null
    where details is not null and redemption_id in (select id from redemption where party = ${party})`.execute(
    db,
  )
}
