import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import { currentSecret, otherSecrets, type SecretSettings } from './installation-secret.ts'
import { openKeyring, type Keyring } from './keyring.ts'
import type { EndedSeals, LostSeals } from './lost-seals.ts'
import { add, resealColumn, resealQueues, type Resealed, type SealedColumn } from './sealed-columns.ts'
import { insertSecretKey, keysUnder, lockSecretKeys, newSecretKey } from './secret-key-queries.ts'
import { inTransaction } from './transaction.ts'

/**
 * Days for which a key that seals nothing more opens cookies. That of a session is sealed again at each use and lasts
 * for 30 days without one, however long the session may be; one more is for processes that heard of the next key late.
 */
export const retiredKeyDays = 31

/**
 * Goes over to the key that was made under SECRET, seals all with it that another has sealed, and forgets the copies for
 * other SECRETs. Killed at any moment it leaves what every process can open, and run again it goes on from there; where
 * there is nothing to do it does nothing. `db` is the owner's. Throws a StartProblem while a process runs with another
 * SECRET.
 */
export async function rotateSecret(
  db: Db,
  settings: SecretSettings,
  columns: SealedColumn[],
): Promise<Resealed> {
  const keyring = await openKeyring(db, settings, columns)
  await requireAllRestarted(db, keyring.fingerprint)
  await activateNext(db, keyring.fingerprint)
  await keyring.reload(db)
  const total = await resealAll(db, keyring, columns)
  await inTransaction(db, async (tx) => {
    await lockSecretKeys(tx)
    await sql`delete from secret_key_copy where under <> ${keyring.fingerprint}`.execute(tx)
    // Of a rotation that was begun with a SECRET that is no more.
    await sql`
      delete from secret_key k where active_at is null and use = 'sealing'
        and not exists (select from secret_key_copy where key_id = k.id)`.execute(tx)
    await sql`
      update secret_key set retired_at = now()
      where use = 'sealing' and id <> ${keyring.sealingId()} and retired_at is null`.execute(tx)
  })
  return total
}

/** Seals again what is left of other keys: a process may seal with the one before until it hears of the next. */
export async function resealAll(db: Db, keyring: Keyring, columns: SealedColumn[]): Promise<Resealed> {
  const total = { resealed: 0, unreadable: 0 }
  for (const column of columns)
    add(total, await resealColumn(db, keyring.secret, column, keyring.sealingId()))
  add(total, await resealQueues(db, keyring.secret, keyring.sealingId()))
  return total
}

/**
 * For the hourly job: seals again what is left, and removes keys that have been retired for 31 days. Nothing where there
 * is one key.
 */
export async function tidySecretKeys(
  db: Db,
  keyring: Keyring,
  columns: SealedColumn[],
): Promise<Resealed & { removed: number }> {
  await keyring.reload(db)
  const { rows } = await sql`
    select from secret_key where use = 'sealing' and active_at is not null and id <> ${keyring.sealingId()}
    limit 1`.execute(db)
  if (rows.length === 0) return { resealed: 0, unreadable: 0, removed: 0 }
  const done = await resealAll(db, keyring, columns)
  await sql`
    update secret_key set retired_at = now() where use = 'sealing' and id <> ${keyring.sealingId()}
      and active_at is not null and retired_at is null`.execute(db)
  const removed = done.resealed > 0 ? 0 : await removeRetired(db, retiredKeyDays)
  return { ...done, removed }
}

/**
 * Removes at once the keys that seal nothing more: for a SECRET that others may have. Every process has to have been
 * restarted since the rotation. Throws a StartProblem while something is sealed by them.
 */
export async function forgetOldKeys(
  db: Db,
  settings: SecretSettings,
  columns: SealedColumn[],
): Promise<{ removed: number }> {
  const keyring = await openKeyring(db, settings, columns)
  await requireAllRestarted(db, keyring.fingerprint)
  const { resealed } = await resealAll(db, keyring, columns)
  if (resealed > 0)
    throw new StartProblem(
      `${resealed} values were sealed by an old key since the rotation: restart every process, then run this again`,
    )
  return { removed: await removeRetired(db, 0) }
}

export interface StartedOver {
  /** Not where the SECRET opened those that there are. */
  madeKeys: boolean
  ended: EndedSeals[]
}

/**
 * New keys in place of those that no SECRET opens any more, and an end in the same transaction for all that they sealed;
 * answers what that was. What they hashed is not recognised. Where SECRET opens the keys, ends what was left by a version
 * that did not. `tx` is the owner's. Throws a StartProblem while a process runs with another SECRET, where another that this
 * machine has opens the keys, and where nothing is lost.
 */
export async function startOver(
  tx: Tx,
  settings: SecretSettings,
  losses: readonly LostSeals[],
): Promise<StartedOver> {
  const current = currentSecret(settings)
  await lockSecretKeys(tx)
  const isOpen = (await keysUnder(tx, current)).length > 0
  if (!isOpen) {
    for (const [where, other] of otherSecrets(settings))
      if ((await keysUnder(tx, other)).length > 0)
        throw new StartProblem(
          `${where} opens the keys, so nothing is lost, and nothing was changed: start Crels with that as SECRET, or with both and run crels secret rotate`,
        )
    await requireNoOther(
      tx,
      current.fingerprint,
      'if that is the one the keys were made with, it is not lost. Else stop every process first',
    )
    await sql`delete from secret_key`.execute(tx)
    await insertSecretKey(tx, newSecretKey('hashing', current, null), [current])
    await insertSecretKey(tx, newSecretKey('sealing', current, 'now'), [current])
  }
  const ended: EndedSeals[] = []
  for (const { end } of losses) ended.push(...(await end(tx)).filter(({ count }) => count > 0))
  if (isOpen && ended.every(({ isKept }) => isKept))
    throw new StartProblem('SECRET opens the keys of this database: nothing is lost, and nothing was changed')
  return { madeKeys: !isOpen, ended }
}

async function activateNext(db: Db, fingerprint: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSecretKeys(tx)
    await sql`
      update secret_key set active_at = greatest(
        clock_timestamp(), (select max(active_at) from secret_key) + interval '1 microsecond')
      where use = 'sealing' and not unbound and made_under = ${fingerprint} and active_at is null`.execute(tx)
    await sql`select pg_notify('secret_key', '')`.execute(tx)
  })
}

async function removeRetired(db: Db, olderThanDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from secret_key where use = 'sealing' and retired_at <= now() - make_interval(days => ${olderThanDays})`.execute(
    db,
  )
  if (numAffectedRows) await sql`select pg_notify('secret_key', '')`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The lock of every process's listener, so that a rotation sees who has another SECRET. */
export function secretLock(fingerprint: string): string {
  return `select pg_advisory_lock_shared(hashtext('crels secret'), ${lockNumber(fingerprint)})`
}

async function requireAllRestarted(db: Db, fingerprint: string): Promise<void> {
  await requireNoOther(
    db,
    fingerprint,
    'restart every process with the new SECRET and SECRET_PREVIOUS, then rotate',
  )
}

async function requireNoOther(db: Db, fingerprint: string, what: string): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(distinct pid)::int as others from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and objsubid = 2 and classid::int8 = (hashtext('crels secret')::int8 & 4294967295)
      and objid::int8 <> (${lockNumber(fingerprint)}::int8 & 4294967295)`.execute(db)
  const { others } = rows[0]!
  if (others > 0)
    throw new StartProblem(
      `${others} process${others === 1 ? ' runs' : 'es run'} with another SECRET: ${what}`,
    )
}

/** A signed number of 32 bits. */
function lockNumber(fingerprint: string): number {
  return Number.parseInt(fingerprint.slice(0, 8), 16) | 0
}
