import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'
import type { InstallationSecret } from './installation-secret.ts'
import { derivedKey, openWith, sealWith } from './sealing.ts'

/** A key of the installation in clear. */
export interface SecretKey {
  id: string
  use: 'sealing' | 'hashing'
  madeUnder: string
  unbound: boolean
  activeAt: Date | null
  material: Buffer
}

/** One process at a time decides about the keys. */
export async function lockSecretKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('crels secret key'))`.execute(tx)
}

/** The keys of which there is a copy that `secret` opens, the one that seals first. */
export async function keysUnder(db: Db, secret: InstallationSecret): Promise<SecretKey[]> {
  const { rows } = await sql<Omit<SecretKey, 'material'> & { sealed: string }>`
    select k.id, k.use, k.made_under as "madeUnder", k.unbound, k.active_at as "activeAt", c.sealed
    from secret_key k join secret_key_copy c on c.key_id = k.id and c.under = ${secret.fingerprint}
    order by k.active_at desc nulls last, k.created_at desc`.execute(db)
  return rows.map(({ sealed, ...key }) => {
    const material = openWith(rootKey(secret), copyOf(key.id), sealed)
    return { ...key, material: Buffer.from(material, 'base64') }
  })
}

/** The id of the key that seals now; none before the first start. */
export async function activeKeyId(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from secret_key where use = 'sealing' and active_at is not null
    order by active_at desc limit 1`.execute(db)
  return rows[0]?.id
}

/** A key that is to be kept; `active` seals from now on, or did before all others. */
export interface NewSecretKey extends Omit<SecretKey, 'activeAt'> {
  active: 'now' | 'before' | null
}

/** A new random key. */
export function newSecretKey(
  use: SecretKey['use'],
  { fingerprint }: InstallationSecret,
  active: 'now' | null,
): NewSecretKey {
  const [id, material] = [randomBytes(6).toString('hex'), randomBytes(32)]
  return { id, use, madeUnder: fingerprint, unbound: false, active, material }
}

/** The key that an installation had before it had these: SECRET itself. */
export function unboundKey({ text, fingerprint }: InstallationSecret): NewSecretKey {
  const id = derivedKey({ material: text }, 'key id').toString('hex').slice(0, 12)
  const material = Buffer.from(text)
  return { id, use: 'sealing', madeUnder: fingerprint, unbound: true, active: 'before', material }
}

export async function insertSecretKey(
  tx: Tx,
  key: NewSecretKey,
  secrets: InstallationSecret[],
): Promise<void> {
  await sql`
    insert into secret_key (id, use, made_under, unbound, active_at)
    values (${key.id}, ${key.use}, ${key.madeUnder}, ${key.unbound},
            case ${key.active} when 'now' then now() when 'before' then timestamptz 'epoch' end)`.execute(tx)
  for (const secret of secrets) await insertCopy(tx, key, secret)
}

export async function insertCopy(
  tx: Tx,
  key: Pick<SecretKey, 'id' | 'material'>,
  secret: InstallationSecret,
): Promise<void> {
  const sealed = sealWith(rootKey(secret), copyOf(key.id), key.material.toString('base64'))
  await sql`
    insert into secret_key_copy (key_id, under, sealed) values (${key.id}, ${secret.fingerprint}, ${sealed})
    on conflict do nothing`.execute(tx)
}

const rootKey = ({ fingerprint, text }: InstallationSecret) => ({ id: fingerprint, material: text })
const copyOf = (keyId: string) => ({ purpose: 'secret key', context: `secret-key:${keyId}` })
