import { sql } from 'kysely'
import { problem } from '#server/platform/http/problems.ts'
import type { OperatorAccessDeps } from './access-deps.ts'

type Deps = Pick<OperatorAccessDeps, 'db' | 'secret'>

/** At most `max` of something within a window that begins with its first. */
interface Limit {
  name: string
  /** Of whom: an operator, a browser of theirs or a network. Only its keyed hash is kept. */
  of: string
  max: number
  windowMin: number
}

/** Wrong codes of an authenticator app that are looked at for an operator in a day: at 20 the right one takes decades. */
const codesOf = (operatorId: string): Limit => ({ name: 'code', of: operatorId, max: 20, windowMin: 24 * 60 })
/**
 * Mails with a code that an operator gets in a day, for all strangers together, and in a browser that they signed in with
 * before: that has mails of its own, whatever others do here, as a passkey signs in.
 */
const mailsOf = (operatorId: string, browser: string | null): Limit =>
  browser === null
    ? { name: 'mail', of: operatorId, max: 20, windowMin: 24 * 60 }
    : { name: 'mail_browser', of: `${operatorId} ${browser}`, max: 20, windowMin: 24 * 60 }
/** Steps of sign-ins that a network may take in an hour: to ask for a mailed code, to send one, to sign in by a passkey. */
const triesOf = (network: string): Limit => ({ name: 'network', of: network, max: 60, windowMin: 60 })

/** Counts a code before it is looked at; `forgetCode` takes a right one off again. Throws `too_many_requests`. */
export async function countCode(deps: Deps, operatorId: string): Promise<void> {
  await count(deps, codesOf(operatorId), 'Too many wrong codes today. Wait, or use a passkey.')
}

/** A right code was no guess. */
export async function forgetCode({ db, secret }: Deps, operatorId: string): Promise<void> {
  const limit = codesOf(operatorId)
  const isIt = sql`name = ${limit.name} and key_hash = ${keyOf(secret, limit)} and window_ends_at > now()`
  await sql`
    with gone as (delete from operator_guess where ${isIt} and used = 1)
    update operator_guess set used = used - 1 where ${isIt} and used > 1`.execute(db)
}

/** Whether an operator may be mailed one more code today; `browser` is one they signed in with before. */
export async function takeMail(deps: Deps, operatorId: string, browser: string | null): Promise<boolean> {
  return (await take(deps, mailsOf(operatorId, browser))) === undefined
}

/** Counts a step of a sign-in from a network before anything is known of it. Throws `too_many_requests`. */
export async function countTry(deps: Deps, network: string): Promise<void> {
  await count(
    deps,
    triesOf(network),
    'Too many sign-ins from your network within an hour. Wait, then try again.',
  )
}

/** Removes counts whose window is over; answers how many. */
export async function deleteOldGuesses({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`delete from operator_guess where window_ends_at < now()`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

async function count(deps: Deps, limit: Limit, detail: string): Promise<void> {
  const retryAfterSec = await take(deps, limit)
  if (retryAfterSec === undefined) return
  throw problem('too_many_requests', {
    detail,
    members: { retryAfterSec },
    headers: { 'retry-after': String(retryAfterSec) },
  })
}

/**
 * Takes one; where the limit is full, answers after how many seconds it has room again. Parallel calls count one by one.
 */
async function take({ db, secret }: Deps, limit: Limit): Promise<number | undefined> {
  const key = keyOf(secret, limit)
  const { rows } = await sql<{ used: number; seconds: number }>`
    insert into operator_guess as known (name, key_hash, used, window_ends_at)
    values (${limit.name}, ${key}, 1, now() + make_interval(mins => ${limit.windowMin}))
    on conflict (name, key_hash) do update set
      used = case when known.window_ends_at <= now() then 1 else least(known.used, ${limit.max}) + 1 end,
      window_ends_at = case when known.window_ends_at <= now() then excluded.window_ends_at else known.window_ends_at end
    returning used, greatest(1, ceil(extract(epoch from window_ends_at - now())))::int as seconds`.execute(db)
  const { used, seconds } = rows[0]!
  return used > limit.max ? seconds : undefined
}

function keyOf(secret: Deps['secret'], { name, of }: Limit): Buffer {
  return secret.hash('limit count', `operator ${name} ${of}`)
}
