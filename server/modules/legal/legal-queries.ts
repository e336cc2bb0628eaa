import { sql, type RawBuilder } from 'kysely'
import { legalDocuments, type AgreedDocument, type LegalDocument } from '#contracts/legal.constants.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** A published version of a legal page. */
export interface LegalVersion {
  document: LegalDocument
  version: string
  summary: string
  author: string
  publishedAt: Date
}

/** Every version, of one page or of all, the newest first. Of one page the first is in force, whatever a clock said. */
export async function legalVersions(db: Db, document?: LegalDocument): Promise<LegalVersion[]> {
  const of =
    document === undefined
      ? sql`order by published_at desc, document, place desc`
      : sql`where document = ${document} order by place desc`
  const { rows } = await sql<LegalVersion>`
    select document, version, summary, author, published_at as "publishedAt"
    from legal_version ${of}`.execute(db)
  return rows
}

/** The versions in force, by page. */
export async function versionsInForce(db: Db): Promise<Partial<Record<LegalDocument, string>>> {
  const { rows } = await sql<{ document: LegalDocument; version: string }>`
    select distinct on (document) document, version from legal_version order by document, place desc`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ document, version }) => [document, version]))
}

/** The pages that show their template, since the operator has published no version of them. */
export async function unpublishedDocuments(db: Db): Promise<LegalDocument[]> {
  const inForce = await versionsInForce(db)
  return legalDocuments.filter((document) => inForce[document] === undefined)
}

/** A version's text and the language it is in: English where it is not there in the one that is asked for. */
export async function legalText(
  db: Db,
  { document, version, locale }: { document: LegalDocument; version: string; locale: string },
): Promise<{ locale: string; body: string } | undefined> {
  const { rows } = await sql<{ locale: string; body: string }>`
    select locale, body from legal_text
    where document = ${document} and version = ${version} and locale in (${locale}, 'en')
    order by locale = ${locale} desc limit 1`.execute(db)
  return rows[0]
}

/** The texts of a version by their language. */
export async function legalTexts(
  db: Db,
  { document, version }: { document: LegalDocument; version: string },
): Promise<Record<string, string>> {
  const { rows } = await sql<{ locale: string; body: string }>`
    select locale, body from legal_text where document = ${document} and version = ${version}`.execute(db)
  return Object.fromEntries(rows.map(({ locale, body }) => [locale, body]))
}

/** The texts of a version, in another query: a row for each language. */
function textsIn(version: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select t.locale, t.body from legal_text t
    where t.document = ${version}.document and t.version = ${version}.version)`
}

/** Whether two sets of texts are the same, word for word, in the same languages. Texts differ by their length first. */
function areSame(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (
    select from ${one} x full join ${other} y using (locale) where x.body is distinct from y.body)`
}

/** The versions of a document with the very texts, the newest first: who agreed to one of them agreed to these texts. */
export async function versionsWithTexts(
  db: Db,
  { document, texts }: { document: LegalDocument; texts: Record<string, string> },
): Promise<string[]> {
  const wanted = sql`(select key as locale, value as body from jsonb_each_text(${JSON.stringify(texts)}::jsonb))`
  const { rows } = await sql<{ version: string }>`
    select v.version from legal_version v
    where v.document = ${document} and ${areSame(textsIn(sql.ref('v')), wanted)}
    order by v.place desc`.execute(db)
  return rows.map(({ version }) => version)
}

/** Of versions whose texts were in force before, word for word: the first with the same. */
export async function repeatedVersions(
  db: Db,
): Promise<{ document: string; version: string; sameAs: string }[]> {
  const { rows } = await sql<{ document: string; version: string; sameAs: string }>`
    select distinct on (v.document, v.place) v.document, v.version, f.version as "sameAs"
    from legal_version v join legal_version f on f.document = v.document and f.place < v.place
    where ${areSame(textsIn(sql.ref('v')), textsIn(sql.ref('f')))}
    order by v.document, v.place, f.place`.execute(db)
  return rows
}

/** How many members have agreed to none of some versions of a document. */
export async function countMembersToAsk(
  db: Db,
  { document, versions }: { document: AgreedDocument; versions: string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from member m
    where m.state = 'active' and not exists (
      select from legal_agreement a
      where a.uid = m.uid and a.document = ${document} and a.version = any (${versions}::text[]))`.execute(db)
  return rows[0]!.count
}

/** Adds a version, named after today; others who would publish wait for the end of the transaction. */
export async function insertVersion(
  tx: Tx,
  { document, summary, author }: Pick<LegalVersion, 'document' | 'summary' | 'author'>,
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    insert into legal_version (document, version, place, summary, author)
    select ${document}, today || case when of_today = 0 then '' else '.' || of_today + 1 end,
      last + 1, ${summary}, ${author}
    from (select to_char(crels_now() at time zone 'utc', 'YYYY-MM-DD') as today) as t,
      lateral (
        select count(*) filter (where version like today || '%') as of_today, coalesce(max(place), 0) as last
        from legal_version where document = ${document}) as v
    returning version`.execute(tx)
  return rows[0]!.version
}

export async function lockPublishing(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('legal_version'))`.execute(tx)
}

export async function insertText(
  tx: Tx,
  row: { document: LegalDocument; version: string; locale: string; body: string },
): Promise<void> {
  await sql`
    insert into legal_text (document, version, locale, body)
    values (${row.document}, ${row.version}, ${row.locale}, ${row.body})`.execute(tx)
}

/** Has every process write its pages anew, once the transaction is there. */
export async function forgetLegalPages(tx: Tx): Promise<void> {
  await sql`select pg_notify('site', '')`.execute(tx)
}

/** A version in force whose texts a member has not agreed to. */
interface AskedRow {
  document: AgreedDocument
  version: string
  summary: string
  publishedAt: Date
  isUpdate: boolean
}

/**
 * The versions in force of the pages that members agree to which this member has not: neither to that version nor to an
 * earlier one with the very same texts.
 */
export async function versionsToAgree(db: Db, uid: string): Promise<AskedRow[]> {
  const { rows } = await sql<AskedRow>`
    select v.document, v.version, v.summary, v.published_at as "publishedAt",
      exists (select from legal_agreement e where e.uid = ${uid} and e.document = v.document) as "isUpdate"
    from (
      select distinct on (document) * from legal_version
      where document in ('terms', 'privacy') order by document, place desc) v
    where not exists (
      select from legal_agreement a
      where a.uid = ${uid} and a.document = v.document
        and (a.version = v.version or ${areSame(textsIn(sql.ref('a')), textsIn(sql.ref('v')))}))
    order by v.document desc`.execute(db)
  return rows
}

/** Records an agreement; one that is there already stays as it was. */
export async function insertAgreement(
  db: Db,
  { uid, document, version }: { uid: string; document: AgreedDocument; version: string },
): Promise<void> {
  await sql`
    insert into legal_agreement (uid, document, version) values (${uid}, ${document}, ${version})
    on conflict do nothing`.execute(db)
}

/** How many members agreed to each version. */
export async function countAgreements(
  db: Db,
): Promise<{ document: string; version: string; members: number }[]> {
  const { rows } = await sql<{ document: string; version: string; members: number }>`
    select document, version, count(*)::integer as members from legal_agreement group by document, version`.execute(
    db,
  )
  return rows
}
