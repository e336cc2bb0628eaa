import { domainToASCII } from 'node:url'
import { sql, type RawBuilder } from 'kysely'
import { parse } from 'tldts'
import {
  isOfConsole,
  operate,
  requireNotOwn,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

export interface BlockedHost {
  host: string
  reason: string
  blockedAt: Date
  /** Links that it stops now. */
  links: number
}

/** The host of the list that an address is at or below, or undefined. */
export async function blockedHostOf(db: Db, url: string): Promise<string | undefined> {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.')
  const hosts = labels.map((_, index) => labels.slice(index).join('.'))
  const { rows } = await sql<{ host: string }>`
    select host from blocked_host where host = any (${hosts}) limit 1`.execute(db)
  return rows[0]?.host
}

/** What a host on the list stops, or would: how much of each, and some of it by name. */
export interface HostReach {
  host: string
  /** Links that lead there and answer today; those that another host of the list stops already are not counted. */
  links: number
  creators: number
  campaigns: number
  linkExamples: { code: string; leadsTo: string }[]
  campaignExamples: { id: string; title: string; brand: string }[]
}

const examplesMax = 5

/** The campaigns whose destination matches a pattern of a host, of the module above this one: how many, and a few. */
export type CampaignsLeadingTo = (
  db: Db,
  hostPattern: string,
  examplesMax: number,
) => Promise<{ campaigns: number; campaignExamples: HostReach['campaignExamples'] }>

/** What blocking a host would stop. Throws `validation_failed` where `host` is none, or is one that many share. */
export async function reachOfHost(
  db: Db,
  { host, isShared = false }: { host: string; isShared?: boolean },
  campaignsLeadingTo: CampaignsLeadingTo,
): Promise<HostReach> {
  const ascii = blockableHost(host, isShared)
  const links = await linksOf(db, sql`blocked_by_host is null and ${leadsTo(ascii)}`)
  return { host: ascii, ...links, ...(await campaignsLeadingTo(db, patternOf(ascii), examplesMax)) }
}

/** What the list stops for a host, and taking it off would give back. Throws where `host` is none. */
export async function reachOfBlock(
  db: Db,
  host: string,
  campaignsLeadingTo: CampaignsLeadingTo,
): Promise<HostReach> {
  const ascii = hostName(host)
  const links = await linksOf(db, sql`blocked_by_host = ${ascii}`)
  return { host: ascii, ...links, ...(await campaignsLeadingTo(db, patternOf(ascii), examplesMax)) }
}

async function linksOf(
  db: Db,
  stopped: RawBuilder<unknown>,
): Promise<Pick<HostReach, 'links' | 'creators' | 'linkExamples'>> {
  const answering = sql`from link where removed_at is null and state = 'active' and ${stopped}`
  const { rows: counts } = await sql<{ links: number; creators: number }>`
    select count(*) as links, count(distinct owner_uid) as creators ${answering}`.execute(db)
  const { rows: linkExamples } = await sql<HostReach['linkExamples'][number]>`
    select code, destination_url as "leadsTo" ${answering} order by created_at desc limit ${examplesMax}`.execute(
    db,
  )
  return { ...counts[0]!, linkExamples }
}

/**
 * Blocks a host and everything below it as a destination. Links that lead there answer 410 as soon as `tx` commits, and
 * so do those that are led there later, until the host is taken off the list. Answers how many it stopped. Throws
 * where `host` is none, or is one that many share. In the console one that another operator blocked is `conflict`, since
 * the way back would give back what they stopped, and one's own again changes nothing; a command gives it another reason.
 */
export async function blockHost(
  tx: Tx,
  actor: OperatorActor,
  { host, reason, isShared = false }: { host: string; reason: string; isShared?: boolean },
): Promise<{ host: string; stopped: number }> {
  const ascii = blockableHost(host, isShared)
  // Waits for links that are being made, so that none comes between the list and the links that it stops.
  await sql`lock table link in share row exclusive mode`.execute(tx)
  const act = { action: 'link.block-host', target: ascii, after: { reason }, reason } as const
  if (isOfConsole(actor) && (await isListed(tx, ascii))) {
    await requireOwnAgain(tx, actor, { ...act, detail: `${ascii} is blocked already.` })
    return { host: ascii, stopped: await countStopped(tx, ascii) }
  }
  await operate(tx, actor, act)
  await sql`
    insert into blocked_host (host, reason) values (${ascii}, ${reason})
    on conflict (host) do update set reason = excluded.reason`.execute(tx)
  const { numAffectedRows } = await sql`
    update link set blocked_by_host = ${ascii} where blocked_by_host is null and ${leadsTo(ascii)}`.execute(
    tx,
  )
  return { host: ascii, stopped: Number(numAffectedRows ?? 0n) }
}

async function countStopped(tx: Tx, ascii: string): Promise<number> {
  const { rows } = await sql<{ stopped: number }>`
    select count(*)::int as stopped from link where blocked_by_host = ${ascii}`.execute(tx)
  return rows[0]!.stopped
}

async function isListed(tx: Tx, ascii: string): Promise<boolean> {
  return (await sql`select from blocked_host where host = ${ascii}`.execute(tx)).rows.length > 0
}

/**
 * Takes a host from the list. Every link that it stopped, also one made or led there since, is what it would be without
 * it; one that another host of the list stops stays stopped by that. Answers how many came back, or undefined where the
 * host is not on the list. Throws `forbidden` where one of the operator's own account would come back.
 */
export async function unblockHost(
  tx: Tx,
  actor: OperatorActor,
  { host, reason }: { host: string; reason?: string | undefined },
): Promise<number | undefined> {
  const ascii = hostName(host)
  await sql`lock table link in share row exclusive mode`.execute(tx)
  const { rows: listed } = await sql<{ reason: string }>`
    select reason from blocked_host where host = ${ascii}`.execute(tx)
  if (!listed[0]) return undefined
  await operate(tx, actor, { action: 'link.unblock-host', target: ascii, before: listed[0], reason })
  await sql`delete from blocked_host where host = ${ascii}`.execute(tx)
  const { rows } = await sql<{ ownerUid: string; isStopped: boolean }>`
    update link set blocked_by_host = coalesce(blocked_host_of(destination_url), blocked_host_of(fallback_url))
    where blocked_by_host = ${ascii}
    returning owner_uid as "ownerUid", blocked_by_host is not null as "isStopped"`.execute(tx)
  const returned = rows.filter(({ isStopped }) => !isStopped)
  // As with a link that is unbanned.
  await requireNotOwn(tx, actor, ...new Set(returned.map(({ ownerUid }) => ownerUid)))
  return returned.length
}

/** All of the list by name, or so many of it behind a host. */
export async function blockedHosts(
  db: Db,
  { after, limit }: { after?: string; limit?: number } = {},
): Promise<BlockedHost[]> {
  const behind = after === undefined ? sql`` : sql`where host > ${after}`
  const { rows } = await sql<BlockedHost>`
    select host, reason, blocked_at as "blockedAt",
      (select count(*) from link where blocked_by_host = host) as links
    from blocked_host ${behind} order by host limit ${limit ?? null}`.execute(db)
  return rows
}

/** Every link is read once: an address has its host between the slashes, and a port perhaps. */
function leadsTo(ascii: string): RawBuilder<unknown> {
  const pattern = patternOf(ascii)
  return sql`(destination_url ~ ${pattern} or fallback_url ~ ${pattern})`
}

function patternOf(ascii: string): string {
  return `^https?://([^/?#]*\\.)?${ascii.replaceAll('.', '\\.')}\\.?(:[0-9]+)?([/?#]|$)`
}

/** A host as the network knows it, in ASCII. Throws one line for people where `text` is none. */
function hostName(text: string): string {
  const host = /[/?#@:\\]/.test(text) ? '' : domainToASCII(text.trim()).replace(/\.$/, '')
  if (!/^[a-z0-9.-]{1,253}$/.test(host))
    throw noHost(`${JSON.stringify(text)} is not a host, such as spam.example`)
  return host
}

/**
 * A host that may be blocked with everything below it. Throws where it is none, and for a name under which everybody
 * registers their own, `com` or `co.uk` (the public suffix list, as bundled). One that a company lets others use,
 * `github.io`, is refused unless `isShared` confirms that all of it is blocked.
 */
function blockableHost(text: string, isShared: boolean): string {
  const host = hostName(text)
  const { isIp, isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true })
  if (isIp || publicSuffix !== host) return host
  if (isPrivate && !isIcann) {
    if (isShared) return host
    throw noHost(`${host} is shared by many who have nothing to do with each other: name the one you mean`)
  }
  throw noHost(`${host} is no one’s host: everybody registers their own names below it`)
}

function noHost(detail: string): Error {
  return problem('validation_failed', { detail })
}
