import { sql } from 'kysely'
import type { Logger } from 'pino'
import webPush from 'web-push'
import type { Db, Tx } from '#server/platform/database.ts'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** By which push services know this installation; both in base64url, as browsers and the library take them. */
export interface PushKey {
  publicKey: string
  privateKey: string
}

/** The pair, made on first use and shared by every process on the database. */
export interface PushKeys {
  current(): Promise<PushKey>
}

const purpose = 'push key'
const contextOf = (publicKey: string) => `push-key:${publicKey}`

/** Where it is kept, for a rotation of SECRET. */
export const sealedPushKeys: SealedColumn[] = [
  { table: 'public.push_key', idColumn: 'public_key', column: 'private_sealed', purpose, contextOf },
]

/**
 * It is never replaced by itself: a browser's subscription takes messages of one pair alone. Where no key of the
 * installation opens it any more there is a new one, and browsers subscribe again when they are next used.
 */
export function openPushKeys(db: Db, secret: Secret, log: Logger): PushKeys {
  let known: Promise<PushKey> | undefined
  return {
    current: async () => {
      known ??= inTransaction(db, async (tx) => await currentKey(tx, secret, log))
      try {
        return await known
      } catch (error) {
        known = undefined
        throw error
      }
    },
  }
}

async function currentKey(tx: Tx, secret: Secret, log: Logger): Promise<PushKey> {
  // One process at a time makes a key.
  await sql`lock table push_key in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ publicKey: string; sealed: string }>`
    select public_key as "publicKey", private_sealed as sealed from push_key order by created_at desc`.execute(
    tx,
  )
  for (const { publicKey, sealed } of rows) {
    const privateKey = readable(secret, publicKey, sealed)
    if (privateKey !== undefined) return { publicKey, privateKey }
  }
  if (rows.length > 0) {
    log.warn('The key for push services does not open: there is a new one')
    await sql`delete from push_subscription`.execute(tx)
  }
  const made = webPush.generateVAPIDKeys()
  await sql`
    insert into push_key (public_key, private_sealed)
    values (${made.publicKey}, ${secret.seal(purpose, contextOf(made.publicKey), made.privateKey)})`.execute(
    tx,
  )
  return made
}

function readable(secret: Secret, publicKey: string, sealed: string): string | undefined {
  try {
    return secret.open(purpose, contextOf(publicKey), sealed)
  } catch {
    return undefined
  }
}
