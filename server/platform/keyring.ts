import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import { StartProblem } from './embedded-postgres/start-problem.ts'
import {
  currentSecret,
  previousSecret,
  type InstallationSecret,
  type SecretSettings,
} from './installation-secret.ts'
import { sampleOf, type SealedColumn } from './sealed-columns.ts'
import { openUnbound, openWith, type DataKey } from './sealing.ts'
import {
  activeKeyId,
  insertCopy,
  insertSecretKey,
  keysUnder,
  lockSecretKeys,
  newSecretKey,
  unboundKey,
  type SecretKey,
} from './secret-key-queries.ts'
import { secretOf, type KeyRing, type Secret } from './secret.ts'
import { inTransaction } from './transaction.ts'

/** The keys that this process holds, and what it works with. */
export interface Keyring {
  secret: Secret
  /** The key that seals, as of the last look. */
  sealingId(): string
  /** Which SECRET opened them. */
  fingerprint: string
  /** Looks again which key seals: at `NOTIFY secret_key`. Throws where another SECRET has taken over. */
  reload(db: Db): Promise<void>
}

const mismatch =
  'SECRET is not the one that this database was made with. Put that one back (SECRET, or the file `secret` of DATA_DIR, as kept with the backup). ' +
  'To replace it, set SECRET_PREVIOUS to the old one. If it is lost for good: crels secret start-over'

/**
 * Opens the installation's keys with SECRET; makes them where there are none. With SECRET_PREVIOUS, copies what that
 * opens for SECRET, and makes the key that `crels secret rotate` will go over to. `db` is the owner's. Throws a
 * StartProblem where neither opens them.
 */
export async function openKeyring(
  db: Db,
  settings: SecretSettings,
  columns: SealedColumn[],
): Promise<Keyring> {
  const current = currentSecret(settings)
  const known = await wholeRing(db, current)
  if (!known || needsNext(known, current))
    await inTransaction(db, async (tx) => {
      await lockSecretKeys(tx)
      const previous = previousSecret(settings)
      if ((await activeKeyId(tx)) === undefined) await makeFirstKeys(tx, { current, previous, columns })
      else await adoptKeys(tx, current, previous)
    })
  const read = async (from: Db) => ringOf(await requireRing(from, current))
  let ring = await read(db)
  return {
    secret: secretOf(() => ring),
    sealingId: () => ring.sealing.id,
    fingerprint: current.fingerprint,
    reload: async (from) => void (ring = await read(from)),
  }
}

/** Whether SECRET opens the keys of a database, or there are none yet. Changes nothing. */
export async function secretOpens(db: Db, settings: SecretSettings): Promise<boolean> {
  if ((await activeKeyId(db)) === undefined) return true
  return (await wholeRing(db, currentSecret(settings))) !== undefined
}

/** The installation's keys by SECRET; undefined where it does not open them, or there are none yet. Makes none. */
export async function readSecret(db: Db, settings: SecretSettings): Promise<Secret | undefined> {
  const keys = await wholeRing(db, currentSecret(settings))
  return keys && secretOf(() => ringOf(keys))
}

/** The keys that a SECRET opens; undefined where the one that seals or the one of hashes is not among them. */
async function wholeRing(db: Db, secret: InstallationSecret): Promise<SecretKey[] | undefined> {
  const keys = await keysUnder(db, secret)
  const activeId = await activeKeyId(db)
  const isWhole = keys.some(({ use }) => use === 'hashing') && keys.some(({ id }) => id === activeId)
  return isWhole ? keys : undefined
}

async function requireRing(db: Db, secret: InstallationSecret): Promise<SecretKey[]> {
  const keys = await wholeRing(db, secret)
  if (!keys) throw new StartProblem(mismatch)
  return keys
}

/** What seals was made under another SECRET, and there is nothing yet to go over to. */
function needsNext(keys: SecretKey[], { fingerprint }: InstallationSecret): boolean {
  return !keys.some(
    ({ use, unbound, madeUnder }) => use === 'sealing' && !unbound && madeUnder === fingerprint,
  )
}

function ringOf(keys: SecretKey[]): KeyRing {
  const opening = keys.filter(({ use }) => use === 'sealing')
  return {
    // In the order of time, the last first.
    sealing: opening.find(({ activeAt }) => activeAt !== null)!,
    opening,
    unbound: opening.find(({ unbound }) => unbound) ?? null,
    hashing: keys.find(({ use }) => use === 'hashing')!,
  }
}

/** Every process with this SECRET has the next key before any seals with it. */
async function adoptKeys(
  tx: Tx,
  current: InstallationSecret,
  previous: InstallationSecret | null,
): Promise<void> {
  if (previous) for (const key of await keysUnder(tx, previous)) await insertCopy(tx, key, current)
  const keys = await requireRing(tx, current)
  if (needsNext(keys, current)) await insertSecretKey(tx, newSecretKey('sealing', current, null), [current])
}

/** Random ones; what an installation made before it had any is opened by SECRET itself, until it is sealed again. */
async function makeFirstKeys(
  tx: Tx,
  {
    current,
    previous,
    columns,
  }: { current: InstallationSecret; previous: InstallationSecret | null; columns: SealedColumn[] },
): Promise<void> {
  const secrets = previous ? [current, previous] : [current]
  const before = await secretBefore(tx, columns, secrets)
  const hashing = newSecretKey('hashing', current, null)
  if (before) {
    await insertSecretKey(tx, unboundKey(before), secrets)
    hashing.material = Buffer.from(before.text)
  }
  await insertSecretKey(tx, hashing, secrets)
  await insertSecretKey(tx, newSecretKey('sealing', current, 'now'), secrets)
}

/** The secret of an installation that is older than its keys; null for a new one. Throws where none of these opens it. */
async function secretBefore(
  tx: Tx,
  columns: SealedColumn[],
  secrets: InstallationSecret[],
): Promise<InstallationSecret | null> {
  let isUsed = false
  for (const column of columns)
    for (const { id, sealed } of await sampleOf(tx, column)) {
      isUsed = true
      const found = secrets.find((secret) => opensBefore(unboundKey(secret), column, { id, sealed }))
      if (found) return found
    }
  if (isUsed) throw new StartProblem(mismatch)
  // Nothing sealed, and yet hashes: of addresses whose rewards were given.
  const { rows } = await sql`select from member limit 1`.execute(tx)
  return rows.length > 0 ? secrets[0]! : null
}

function opensBefore(
  key: DataKey,
  { purpose, contextOf }: SealedColumn,
  { id, sealed }: { id: string; sealed: string },
): boolean {
  try {
    if (sealed.startsWith('s2.')) openWith(key, { purpose, context: contextOf(id) }, sealed)
    else openUnbound(key, purpose, sealed)
    return true
  } catch {
    return false
  }
}
