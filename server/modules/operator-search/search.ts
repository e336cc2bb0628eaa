import { sql, type RawBuilder } from 'kysely'
import { searchReaders, type SearchKind } from '#contracts/operator-search.constants.ts'
import type { OperatorFound } from '#contracts/operator-search.schemas.ts'
import { isAllowed } from '#rules/operator-permissions.ts'
import { readSupportReference } from '#rules/support-request.ts'
import { findClick, isClickId } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'

/** How many of a kind are shown. */
const eachMax = 6

/**
 * What a text may mean to an operator, by indexes alone: whole ids, order ids and codes, and the beginnings of names,
 * addresses and titles. Finds nothing that the operator may not read.
 */
export async function search(db: Db, actor: OperatorCaller, text: string): Promise<OperatorFound[]> {
  const may = (kind: SearchKind) => isAllowed(actor, searchReaders[kind])
  const asked = lookups(text).filter(([kind]) => may(kind) && !(kind === 'member-act' && may('act')))
  const found = await Promise.all(
    asked.map(async ([kind, lookup]) => {
      const { rows } = await sql<Omit<OperatorFound, 'kind'>>`${lookup} limit ${eachMax}`.execute(db)
      return rows.map((row): OperatorFound => ({ kind, ...row }))
    }),
  )
  return [...found.flat(), ...(await searchClick(db, text, may('click')))]
}

/** The query of each kind, apart so that its plan can be tested. */
export function lookups(text: string): [SearchKind, RawBuilder<unknown>][] {
  const words = text.toLowerCase()
  const reference = readSupportReference(text) ?? words
  // What its asker quoted of a call that failed.
  const aboutRequest = JSON.stringify([{ kind: 'request', id: words }])
  const beginning = `${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return [
    [
      'member',
      sql`
      select m.uid as id, coalesce(m.full_name, m.display_name, m.email) as name, m.email as detail
      from member m
      where m.state <> 'deleted' and (m.uid = ${text} or m.short_id = ${text}
        or lower(m.email) like ${beginning} or lower(m.full_name) like ${beginning}
        or lower(coalesce(m.display_name, m.full_name)) like ${beginning})
      order by m.uid`,
    ],
    [
      'conversion',
      // By the unique index of brand and order id, once for each brand: order ids are the brands' own.
      sql`
      select c.id, c.event_id as name, b.name || ' · ' || c.status as detail
      from brand b join conversion c on c.brand_id = b.id and c.event_id = ${text}
      union all
      select c.id, c.event_id, b.name || ' · ' || c.status
      from conversion c join brand b on b.id = c.brand_id where c.id = ${text}`,
    ],
    [
      'claim',
      sql`
      select c.id, c.order_reference as name, b.name || ' · ' || c.state as detail
      from conversion_claim c join brand b on b.id = c.brand_id
      where c.order_reference = ${text} or c.id = ${text} order by c.id desc`,
    ],
    [
      'link',
      sql`
      select l.id, '/s/' || l.code as name, l.destination_url as detail
      from link l where l.code = ${codeIn(words)} or l.id = ${text}`,
    ],
    [
      'campaign',
      sql`
      select p.id, p.title as name, b.name || ' · ' || p.state as detail
      from campaign p join brand b on b.id = p.brand_id
      where p.id = ${text} or lower(p.title) like ${`%${beginning}`} or lower(b.name) like ${beginning}
      order by p.popularity desc, p.id`,
    ],
    [
      'redemption',
      sql`
      select r.id, r.id as name, r.state as detail from redemption r where r.id = ${text}`,
    ],
    [
      'order',
      sql`
      select o.id, o.title as name, o.state as detail from shop_order o where o.id = ${text}`,
    ],
    ...(['support', 'abuse'] as const).map((kind): [SearchKind, RawBuilder<unknown>] => [
      kind,
      sql`
      select s.id, s.reference as name, s.topic || ' · ' || s.state as detail
      from support_request s
      where (s.reference = ${reference} or s.id = ${text} or s.about @> ${aboutRequest}::jsonb)
        and (s.topic = 'abuse') = ${kind === 'abuse'} order by s.created_at desc, s.id`,
    ]),
    [
      'act',
      sql`
      select e.id, e.action as name, e.target as detail
      from audit_entry e where e.request_id = ${text} or e.id = ${text} order by e.seq`,
    ],
    [
      'member-act',
      sql`
      select distinct m.uid as id, e.action as name, coalesce(m.full_name, m.display_name, m.email) as detail
      from audit_entry e join audit_member_key k on k.id = e.member_key join member m on m.uid = k.uid
      where e.request_id = ${text} or e.id = ${text} order by id, name`,
    ],
  ]
}

/** By its module, since not all clicks are in the database. */
async function searchClick(db: Db, text: string, may: boolean): Promise<OperatorFound[]> {
  const click = may && isClickId(text) ? await findClick(db, text) : null
  if (!click) return []
  const { rows } = await sql<{ code: string }>`select code from link where id = ${click.linkId}`.execute(db)
  return rows.map(({ code }) => ({ kind: 'click', id: text, name: text, detail: `/s/${code}` }))
}

/** The code of a short link in what was copied: the code alone, `/s/code`, or the whole address. */
function codeIn(words: string): string {
  return /(?:^|\/s\/)([a-z0-9-]{3,40})(?:[?#].*)?$/.exec(words)?.[1] ?? words
}
