import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import { clickTime, dateOf, dayOf } from './click-id.ts'
import type { ClickSegment } from './click-sink.ts'
import type { ColumnClick } from './column-store.ts'
import { networkColumns, networkOfLine } from './postgres-sink.ts'

/**
 * Keeps in PostgreSQL what pays, where the clicks themselves go to a store of columns: the first countable click of a
 * visitor, enrolment and day that is paid by the click, and who came by links of shares. All of it is there once,
 * whatever comes again.
 */
export async function keepQualifiedClicks(tx: Tx, segments: ClickSegment[]): Promise<void> {
  const lines = segments.flatMap(({ text }) => text.split('\n').slice(0, -1))
  const links = [...new Set(lines.map(linkOf))]
  const { rows } = await sql<{ id: string }>`
    select id from link where id = any (${links}) and (pays_clicks or kind = 'share')`.execute(tx)
  const paying = new Set(rows.map(({ id }) => id))
  const due = lines
    .map((line) => line.split('\t'))
    .filter((line) => line[3] === '\\N' && paying.has(line[1]!))
  if (due.length === 0) return
  const column = (at: number) => due.map((line) => (line[at] === '\\N' ? null : line[at]!))
  await makeDays(
    tx,
    due.map(([id]) => id!),
  )
  await sql`
    with click_line as materialized (
      select *, uuid_extract_timestamp(substr(id, 5)::uuid) as at
      from unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(4)}::text[],
        ${column(5)}::text[], ${column(6)}::text[], ${column(7)}::text[], ${column(8)}::text[])
        as l (id, link_id, visitor, country, device, referrer_host, sub_id, network)
    ), came as (
      insert into link_visitor (link_id, visitor, came_at, ${sql.raw(networkColumns)})
      select distinct on (n.link_id, n.visitor) n.link_id, decode(n.visitor, 'hex'), n.at, ${sql.raw(networkOfLine)}
      from click_line n join link l on l.id = n.link_id and l.kind = 'share' order by n.link_id, n.visitor, n.at
      on conflict do nothing
    ), due as (
      insert into payable_click (enrolment_id, day, visitor, click_id, at, ${sql.raw(networkColumns)})
      select distinct on (l.enrolment_id, (n.at at time zone 'UTC')::date, n.visitor)
             l.enrolment_id, (n.at at time zone 'UTC')::date, decode(n.visitor, 'hex'), n.id, n.at, ${sql.raw(networkOfLine)}
      from click_line n join link l on l.id = n.link_id and l.pays_clicks and (l.enrolled_at is null or l.enrolled_at <= n.at)
      order by l.enrolment_id, (n.at at time zone 'UTC')::date, n.visitor, n.at, n.id
      on conflict do nothing returning click_id
    ), kept as (
      insert into click (id, at, link_id, visitor, countable, country, device, referrer_host, sub_id)
      select id, at, link_id, decode(visitor, 'hex'), true, country, device, referrer_host, ${subOfMember}
      from click_line where id in (select click_id from due) order by id collate "C"
      on conflict do nothing returning link_id, at, sub_id
    )
    ${copiedSubs}`.execute(tx)
}

/**
 * The sub-id of a line, unless its member has left: it was their word. They cannot leave while the copy is made, so that
 * leaving finds it.
 */
const subOfMember = sql`
  case when sub_id is not null and exists (
    select from link l join member m on m.uid = l.owner_uid where l.id = link_id for key share of m) then sub_id end`

/** Has leaving find the sub-ids that were `kept`: the statistics, which say it of other clicks, are elsewhere. */
const copiedSubs = sql`
  insert into copied_sub (link_id, quarter)
  select distinct link_id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') from kept
  where sub_id is not null order by 1, 2
  on conflict do nothing`

/** Keeps in PostgreSQL clicks that something is reported for, so that what follows needs no other store. */
export async function keepClicks(db: Db, clicks: ColumnClick[]): Promise<void> {
  if (clicks.length === 0) return
  await makeDays(
    db,
    clicks.map(({ clickId }) => clickId),
  )
  const column = (name: keyof ColumnClick) => clicks.map((click) => click[name])
  await sql`
    with kept as (
    insert into click (id, at, link_id, visitor, countable, reason, country, device, referrer_host, sub_id)
    select id, at, link_id, decode(visitor, 'hex'), reason is null, reason, country, device, host, ${subOfMember}
    from unnest(${column('clickId')}::text[], ${column('at')}::timestamptz[], ${column('linkId')}::text[],
      ${column('visitor')}::text[], ${column('reason')}::text[], ${column('country')}::text[],
      ${column('device')}::text[], ${column('referrerHost')}::text[], ${column('subId')}::text[])
      as c (id, at, link_id, visitor, reason, country, device, host, sub_id)
    order by id collate "C"
    on conflict do nothing returning link_id, at, sub_id
    )
    ${copiedSubs}`.execute(db)
}

async function makeDays(db: Db, clickIds: string[]): Promise<void> {
  const days = new Set(clickIds.map((id) => dateOf(dayOf(clickTime(id)))))
  await sql`select click_day(day) from unnest(${[...days]}::date[]) day`.execute(db)
}

function linkOf(line: string): string {
  const at = line.indexOf('\t') + 1
  return line.slice(at, line.indexOf('\t', at))
}
