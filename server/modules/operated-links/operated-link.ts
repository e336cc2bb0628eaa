import { sql } from 'kysely'
import type { OperatedLink } from '#contracts/operator-links.schemas.ts'
import { dayMs } from '#rules/utc-date.ts'
import { namedMember } from '#server/modules/accounts/public.ts'
import { countableClicksSince } from '#server/modules/clicks/public.ts'
import { answeredState, isOwnerDisabled } from '#server/modules/shortlinks/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

const monthMs = 30 * dayMs

/** A link by its code, also one that was removed. Throws `not_found`. */
export async function operatedLink(db: Db, code: string): Promise<OperatedLink> {
  const [link] = await operatedLinks(db, { codes: [code], ids: [] })
  if (!link) throw problem('not_found', { detail: `There is no link with the code ${code}.` })
  return link
}

/** Links by codes and ids, with whose each is and how much it is used: what blocking them touches. */
export async function operatedLinks(
  db: Db,
  { codes, ids }: { codes: string[]; ids: string[] },
): Promise<OperatedLink[]> {
  const { rows } = await sql<Omit<OperatedLink, 'clicksIn30Days'> & { id: string }>`
    select k.id, k.code, k.kind, k.state, k.blocked_by_host as "blockedByHost", k."isOwnerDisabled",
      k.removed_at is not null as "isRemoved", k.destination_url as "leadsTo",
      ${namedMember(sql`k.owner_uid`)} as owner,
      case when p.id is not null then jsonb_build_object('id', p.id, 'title', p.title, 'brand', b.name) end as campaign
    from (
      select id, code, kind, ${answeredState}, blocked_by_host, ${isOwnerDisabled} as "isOwnerDisabled",
        removed_at, destination_url, owner_uid, campaign_id
      from link where code = any (${codes}) or id = any (${ids})
    ) k left join member m on m.uid = k.owner_uid
    left join campaign p on p.id = k.campaign_id left join brand b on b.id = p.brand_id
    order by k.code`.execute(db)
  const since = new Date((await databaseNow(db)).getTime() - monthMs)
  const links: OperatedLink[] = []
  for (const { id, ...row } of rows)
    links.push({ ...row, clicksIn30Days: await countableClicksSince(db, id, since) })
  return links
}
