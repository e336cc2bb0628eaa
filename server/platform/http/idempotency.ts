import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database.ts'
import { keepsPlan } from '../prepared-statements.ts'
import { inTransaction } from '../transaction.ts'
import { Answer } from './bind.ts'
import { problem } from './problems.ts'

/** Days a key and its answer are kept: a client that retries over a long weekend still gets the first answer. */
export const idempotencyKeyDays = 7

export interface KeyedRequest {
  actor: string
  /** Each alone makes it the same request: a signature, and the key that its sender chose. Always in one order. */
  keys: string[]
  /** What must be the same for a repetition: method, address and body. */
  request: unknown
}

/**
 * Runs `work` once per actor and each of the keys, in one transaction with the record of its answer.
 * A repetition gets the recorded answer; another request under a key throws `idempotency_mismatch`.
 * A failed request leaves nothing, so the same key may try again. Keys older than `idempotencyKeyDays` are forgotten
 * (`idempotency-expiry.ts`).
 */
export async function withIdempotencyKey(
  db: Db,
  keyed: KeyedRequest,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const hash = createHash('sha256').update(JSON.stringify(keyed.request)).digest('base64url')
  return await inTransaction(db, async (tx) => await once(tx, keyed, hash, async () => await work(tx)))
}

/** Whether a request of these keys was answered before: what is asked of a first one is not asked again. */
export async function hasIdempotencyKey(
  db: Db,
  { actor, keys }: Pick<KeyedRequest, 'actor' | 'keys'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from idempotency_key where actor = ${actor} and key = any (${keys})`.execute(db)
  return rows.length > 0
}

/**
 * Runs `work` for a signed request of an actor, in one transaction with the record that it came. Throws `conflict` when
 * it comes again; a failed one leaves nothing.
 */
export async function withSignature(
  db: Db,
  { actor, signature }: { actor: string; signature: string },
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  return await inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into idempotency_key (actor, key, request_hash, status) values (${actor}, ${signature}, '', 0)
      on conflict do nothing`.execute(tx)
    if (numAffectedRows === 0n)
      throw problem('conflict', {
        detail: 'This signed request was taken before. Sign it anew to repeat it.',
      })
    return await work(tx)
  })
}

async function once(
  tx: Tx,
  { actor, keys: [key, ...others] }: Pick<KeyedRequest, 'actor' | 'keys'>,
  hash: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (key === undefined) return await work()
  // A second request with the key waits here until the first commits or fails.
  const claimed = await sql`
    insert into idempotency_key (actor, key, request_hash, status) values (${actor}, ${key}, ${hash}, 0)
    on conflict do nothing ${keepsPlan}`.execute(tx)
  if (claimed.numAffectedRows === 0n) return await recordedAnswer(tx, { actor, key }, hash)
  const result = await once(tx, { actor, keys: others }, hash, work)
  const { status, body } = result instanceof Answer ? result : { status: 200, body: result }
  await sql`
    update idempotency_key set status = ${status}, answer = ${JSON.stringify(body ?? null)}::jsonb
    where actor = ${actor} and key = ${key} ${keepsPlan}`.execute(tx)
  return result
}

async function recordedAnswer(
  tx: Tx,
  { actor, key }: { actor: string; key: string },
  hash: string,
): Promise<Answer<unknown>> {
  const { rows } = await sql<{ request_hash: string; status: number; answer: unknown }>`
    select request_hash, status, answer from idempotency_key where actor = ${actor} and key = ${key}`.execute(
    tx,
  )
  const recorded = rows[0]
  if (!recorded || recorded.request_hash !== hash) throw problem('idempotency_mismatch')
  return new Answer(recorded.status, recorded.answer)
}
