import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { PUSH_TTL_SEC } from '#rules/push-retry.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a browser shows. A locked screen shows it too: it says what happened, and no amount or secret. */
export interface PushContent {
  /** Longer ones are cut: 80 characters, and 200 of the body. */
  title: string
  body: string
  /** The page it opens, on this site. */
  path: string
  /** Of messages with the same tag the newest replaces the others, on their way and on the screen. */
  tag: string
  /** For so long it is of use, at most a day. */
  ttlSeconds?: number
  /** The member's next quiet hours, in milliseconds from now: what is tried again waits for their end. */
  quiet?: { fromMs: number; untilMs: number } | null
}

/**
 * Has every browser of a member notified, if and only if the transaction commits; answers how many there are. Whether
 * the member wants it, and may have it now, is the caller's to decide.
 */
export async function queuePush(
  tx: Tx,
  uid: string,
  { title, body, path, tag, ttlSeconds = PUSH_TTL_SEC, quiet = null }: PushContent,
): Promise<number> {
  const payload = JSON.stringify({ title: cut(title, 80), body: cut(body, 200), path, tag })
  const topic = createHash('sha256').update(tag).digest('base64url').slice(0, 32)
  const fromNow = (ms: number | undefined) =>
    sql`now() + ${ms ?? null}::double precision * interval '1 millisecond'`
  // A message that an attempt is under way for becomes another one: what comes of the attempt is not its.
  const { numAffectedRows } = await sql`
    insert into push_message (subscription_id, topic, payload, expires_at, quiet_from, quiet_until)
    select id, ${topic}, ${payload}, now() + make_interval(secs => ${Math.min(ttlSeconds, PUSH_TTL_SEC)}),
      ${fromNow(quiet?.fromMs)}, ${fromNow(quiet?.untilMs)}
    from push_subscription where uid = ${uid}
    order by id for key share
    on conflict (subscription_id, topic) do update set
      id = default, payload = excluded.payload, expires_at = excluded.expires_at, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, attempts = 0, next_attempt_at = now()`.execute(tx)
  return Number(numAffectedRows)
}

function cut(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
