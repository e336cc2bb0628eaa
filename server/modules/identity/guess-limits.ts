import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** At most `max` of something within a window that begins with its first. */
export interface Limit {
  /** What is counted, such as `sign_in_address`. */
  name: string
  /** Of whom: an address, an account, a network. Only its keyed hash is stored. */
  of: string
  max: number
  /** At most a day: the counts outlive an account. */
  windowMin: number
}

type CountDeps = Pick<IdentityDeps, 'identityDb' | 'secret'>

/** A limit that has no room left, and when it has again. */
export interface FullLimit {
  limit: Limit
  retryAfterSec: number
}

/**
 * Takes one of each limit, in order, and stops at the first that is full: what one network is refused does not use up
 * what all networks share. Answers the full one, undefined where all had room. Parallel calls never take more than
 * `max`. A guess is counted on `identityDb`, outside any transaction that its failure would roll back.
 */
export async function takeOf(
  { identityDb, secret }: CountDeps,
  limits: Limit[],
): Promise<FullLimit | undefined> {
  for (const limit of limits) {
    const keyHash = hashKey(secret, limit)
    const { rows } = await sql`
      insert into limit_count as known (name, key_hash, used, window_ends_at)
      values (${limit.name}, ${keyHash}, 1, now() + make_interval(mins => ${limit.windowMin}))
      on conflict (name, key_hash) do update set
        used = case when known.window_ends_at <= now() then 1 else known.used + 1 end,
        window_ends_at = case when known.window_ends_at <= now() then excluded.window_ends_at else known.window_ends_at end
      where known.window_ends_at <= now() or known.used < ${limit.max}
      returning 1`.execute(identityDb)
    if (rows.length === 0) return { limit, retryAfterSec: await secondsLeft(identityDb, limit, keyHash) }
  }
  return undefined
}

/**
 * Counts a guess before it is judged, so that parallel guesses count too. Throws `too_many_requests` with
 * `retryAfterSec`. `giveBack` it where the guess was right.
 */
export async function countGuess(deps: CountDeps, limits: Limit[], detail: string): Promise<void> {
  const full = await takeOf(deps, limits)
  if (full) throw tooMany(full, detail)
}

/** The refusal of a full limit. */
export function tooMany({ retryAfterSec }: FullLimit, detail: string) {
  return problem('too_many_requests', {
    detail,
    members: { retryAfterSec },
    headers: { 'retry-after': String(retryAfterSec) },
  })
}

/** Takes back what was counted, of limits whose window is still the same. */
export async function giveBack({ identityDb, secret }: CountDeps, limits: Limit[]): Promise<void> {
  for (const limit of limits)
    await sql`
      update limit_count set used = used - 1
      where name = ${limit.name} and key_hash = ${hashKey(secret, limit)} and used > 0 and window_ends_at > now()`.execute(
      identityDb,
    )
}

/** Empties limits: only where earlier guesses are worth nothing any more. */
export async function clearCounts({ identityDb, secret }: CountDeps, limits: Limit[]): Promise<void> {
  for (const limit of limits)
    await sql`delete from limit_count where name = ${limit.name} and key_hash = ${hashKey(secret, limit)}`.execute(
      identityDb,
    )
}

/** How much of a limit is used by now. */
export async function usedOf({ identityDb, secret }: CountDeps, limit: Limit): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from limit_count
    where name = ${limit.name} and key_hash = ${hashKey(secret, limit)} and window_ends_at > now()`.execute(
    identityDb,
  )
  return rows[0]?.used ?? 0
}

async function secondsLeft(db: IdentityDeps['identityDb'], { name, windowMin }: Limit, keyHash: Buffer) {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from window_ends_at - now())))::int as seconds
    from limit_count where name = ${name} and key_hash = ${keyHash}`.execute(db)
  return rows[0]?.seconds ?? windowMin * 60
}

function hashKey(secret: IdentityDeps['secret'], { name, of }: Limit): Buffer {
  return secret.hash('limit count', `${name} ${of}`)
}
