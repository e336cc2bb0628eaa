import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'

export interface BlockedHost {
  host: string
  reason: string
  blockedAt: Date
}

/** The host of the list that an address is at or below, or undefined. */
export async function blockedHostOf(db: Db, url: string): Promise<string | undefined> {
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.')
  const hosts = labels.map((_, index) => labels.slice(index).join('.'))
  const { rows } = await sql<{ host: string }>`
    select host from blocked_host where host = any (${hosts}) limit 1`.execute(db)
  return rows[0]?.host
}

/** The state a link begins in that nobody chose the address of: a campaign may lead where nobody links any more. */
export async function firstState(db: Db, url: string): Promise<'active' | 'banned'> {
  return (await blockedHostOf(db, url)) === undefined ? 'active' : 'banned'
}

/**
 * Nobody links to a host or what is below it any more. Links that lead there are banned, and answer 410 as soon as
 * `tx` commits. Answers how many. Throws where `host` is none.
 */
export async function blockHost(
  tx: Tx,
  { host, reason }: { host: string; reason: string },
): Promise<{ host: string; banned: number }> {
  const ascii = hostName(host)
  await sql`
    insert into blocked_host (host, reason) values (${ascii}, ${reason})
    on conflict (host) do update set reason = excluded.reason`.execute(tx)
  // Every link is read once: an address has its host between the slashes, and a port perhaps.
  const pattern = `^https?://([^/?#]*\\.)?${ascii.replaceAll('.', '\\.')}\\.?(:[0-9]+)?([/?#]|$)`
  const { numAffectedRows } = await sql`
    update link set state = 'banned', stopped_by_leaving = false
    where state <> 'banned' and (destination_url ~ ${pattern} or fallback_url ~ ${pattern})`.execute(tx)
  return { host: ascii, banned: Number(numAffectedRows ?? 0n) }
}

/** Takes a host from the list; links that were banned stay so. Answers whether it was on it. */
export async function unblockHost(tx: Tx, host: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from blocked_host where host = ${hostName(host)}`.execute(tx)
  return numAffectedRows === 1n
}

/** All of the list. */
export async function blockedHosts(db: Db): Promise<BlockedHost[]> {
  const { rows } = await sql<BlockedHost>`
    select host, reason, blocked_at as "blockedAt" from blocked_host order by host`.execute(db)
  return rows
}

function hostName(text: string): string {
  const host = /[/?#@:\\]/.test(text) ? '' : domainToASCII(text.trim()).replace(/\.$/, '')
  if (!/^[a-z0-9.-]{1,253}$/.test(host))
    throw new Error(`${JSON.stringify(text)} is no host, such as spam.example`)
  return host
}
