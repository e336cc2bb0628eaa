import { setTimeout as delay } from 'node:timers/promises'
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type CryptoKey,
  type JWK,
} from 'jose'
import type { Logger } from 'pino'
import type { SealedColumn } from '#server/platform/sealed-columns.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { IdentityDb } from './identity-queries.ts'
import { insertSigningKey, listSigningKeys, lockSigningKeys, type StoredKey } from './signing-key-queries.ts'

/** The one algorithm of our access tokens. */
export const signingAlgorithm = 'ES256'

const purpose = 'signing key'
const contextOf = (kid: string) => `signing-key:${kid}`

/** Where they are kept, for a rotation of SECRET. */
export const sealedSigningKeys: SealedColumn[] = [
  { table: 'identity.signing_key', idColumn: 'kid', column: 'private_sealed', purpose, contextOf },
]

/** A key signs for 90 days, then the next is made; it is published two days longer, while its tokens last. */
export const keyDays = { signs: 90, published: 92 } as const
const signsMs = keyDays.signs * 24 * 3_600_000

/** The keys of the access tokens: made on first use, shared by every process on the database. */
export interface SigningKeys {
  /** The key to sign with. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>
  /** The public key of a token's `kid`, or undefined. */
  publicKey(kid: string): Promise<CryptoKey | undefined>
  /** Every public key, for `/.well-known/jwks.json`. */
  published(): Promise<JWK[]>
}

export function createSigningKeys(
  db: IdentityDb,
  secret: Secret,
  log: Logger,
  now: () => number = Date.now,
): SigningKeys {
  let signing: Promise<CurrentKey> | undefined
  const publicKeys = new Map<string, CryptoKey>()
  let lookedAgainAtMs = 0
  let looking: Promise<void> | undefined

  const learn = async () => {
    for (const { kid, publicJwk } of await listSigningKeys(db))
      if (!publicKeys.has(kid))
        publicKeys.set(kid, (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey)
  }
  const lookAgain = async () => {
    await delay(Math.max(0, Math.min(1_000, lookedAgainAtMs + 1_000 - Date.now())))
    await learn()
    lookedAgainAtMs = Date.now()
  }
  const keys: SigningKeys = {
    current: async () => {
      signing ??= currentKey(db, secret, { log, now }).then(async (key) => {
        // Known at once, whatever was looked up in vain a moment ago.
        await learn()
        return key
      })
      try {
        const key = await signing
        if (now() < key.signsUntil) return key
        signing = undefined
        return await keys.current()
      } catch (error) {
        signing = undefined
        throw error
      }
    },
    publicKey: async (kid) => {
      // A foreign `kid` must not become a query each time it is sent: one look a second, which all wait for who ask
      // meanwhile, since another process may have made the key this moment.
      if (!publicKeys.has(kid)) {
        looking ??= lookAgain().finally(() => (looking = undefined))
        await looking
      }
      return publicKeys.get(kid)
    },
    published: async () => (await listSigningKeys(db)).map(({ publicJwk }) => publicJwk),
  }
  return keys
}

interface CurrentKey {
  kid: string
  privateKey: CryptoKey
  /** Wall time in milliseconds. */
  signsUntil: number
}

async function currentKey(
  db: IdentityDb,
  secret: Secret,
  { log, now }: { log: Logger; now: () => number },
): Promise<CurrentKey> {
  return await db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx)
    const known = await listSigningKeys(tx)
    const recent = known.filter(({ createdAt }) => now() < createdAt.getTime() + signsMs)
    for (const { kid, createdAt, privateSealed } of recent) {
      const privateKey = await open({ kid, privateSealed }, secret)
      if (privateKey) return { kid, privateKey, signsUntil: createdAt.getTime() + signsMs }
    }
    if (recent.length > 0) log.warn('No signing key opens: the access tokens get a new one')
    const { stored, privateKey } = await makeKey(secret)
    await insertSigningKey(tx, stored)
    return { kid: stored.kid, privateKey, signsUntil: now() + signsMs }
  })
}

/** The private key, or undefined when it was sealed by a key that is gone. */
async function open(
  { kid, privateSealed }: Pick<StoredKey, 'kid' | 'privateSealed'>,
  secret: Secret,
): Promise<CryptoKey | undefined> {
  let pem: string
  try {
    pem = secret.open(purpose, contextOf(kid), privateSealed)
  } catch {
    return undefined
  }
  return await importPKCS8(pem, signingAlgorithm)
}

async function makeKey(
  secret: Secret,
): Promise<{ stored: Omit<StoredKey, 'createdAt'>; privateKey: CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const privateSealed = secret.seal(purpose, contextOf(kid), await exportPKCS8(privateKey))
  return {
    stored: { kid, publicJwk: { ...jwk, kid, alg: signingAlgorithm, use: 'sig' }, privateSealed },
    privateKey,
  }
}
