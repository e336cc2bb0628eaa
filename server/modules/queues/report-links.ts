import { sql } from 'kysely'
import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import { namedLinks } from '#rules/named-links.ts'
import { hasLeftCampaign } from '#server/modules/campaigns/public.ts'
import { countableClicksSince } from '#server/modules/clicks/public.ts'
import type { PersonActor } from '#server/modules/operators/public.ts'
import { answeredState, setLinkBanned } from '#server/modules/shortlinks/public.ts'
import { closeRequest, queuedRequest, reopenRequest } from '#server/modules/support/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { invalidValue } from '#server/platform/http/problems.ts'

const monthMs = 30 * 86_400_000

/** The links that a request names, with whose each is and how much it is used: what blocking them touches. Throws `not_found`. */
export async function reportedLinks(db: Db, id: string): Promise<ReportedLink[]> {
  const { messages, about } = await queuedRequest(db, id)
  const { codes, ids } = namedLinks(
    messages.filter(({ author }) => author === 'asker').map(({ text }) => text),
    about.map((reference) => reference.id),
  )
  const { rows } = await sql<Omit<ReportedLink, 'clicksIn30Days'> & { id: string }>`
    select k.id, k.code, k.kind, k.state, k.blocked_by_host as "blockedByHost",
      k.removed_at is not null as "isRemoved", k.destination_url as "leadsTo",
      jsonb_build_object('uid', k.owner_uid, 'name', coalesce(m.full_name, m.display_name), 'email', m.email) as owner,
      case when p.id is not null then jsonb_build_object('id', p.id, 'title', p.title, 'brand', b.name) end as campaign
    from (
      select id, code, kind, ${answeredState}, blocked_by_host, removed_at, destination_url, owner_uid, campaign_id
      from link where code = any (${codes}) or id = any (${ids})
    ) k left join member m on m.uid = k.owner_uid
    left join campaign p on p.id = k.campaign_id left join brand b on b.id = p.brand_id
    order by k.code`.execute(db)
  const since = new Date((await databaseNow(db)).getTime() - monthMs)
  const links: ReportedLink[] = []
  for (const { id: linkId, ...row } of rows)
    links.push({ ...row, clicksIn30Days: await countableClicksSince(db, linkId, since) })
  return links
}

/**
 * Turns off links that a report names and closes it; answers those that were on. Throws `not_found`, `validation_failed`
 * for a link that it does not name, and what closing throws.
 */
export async function banReportedLinks(
  tx: Tx,
  actor: PersonActor,
  { request, codes, seen }: { request: string; codes: string[]; seen: string },
): Promise<string[]> {
  await closeRequest(tx, actor, { request, seen })
  return await setBanned(tx, actor, { request, codes, isBanned: true })
}

/** Gives back links that were turned off by mistake, and has the report wait again. */
export async function unbanReportedLinks(
  tx: Tx,
  actor: PersonActor,
  { request, codes }: { request: string; codes: string[] },
): Promise<string[]> {
  await reopenRequest(tx, actor, { request })
  return await setBanned(tx, actor, { request, codes, isBanned: false })
}

async function setBanned(
  tx: Tx,
  actor: PersonActor,
  { request, codes, isBanned }: { request: string; codes: string[]; isBanned: boolean },
): Promise<string[]> {
  const named = new Set((await reportedLinks(tx, request)).map(({ code }) => code))
  if (!codes.every((code) => named.has(code)))
    throw invalidValue('body.codes', 'This report does not name that link.')
  const changed: string[] = []
  // Sorted: two operators who turn off the same links wait for each other in one order.
  for (const code of [...new Set(codes)].sort())
    if (await setLinkBanned(tx, actor, { code, isBanned }, hasLeftCampaign)) changed.push(code)
  return changed
}
