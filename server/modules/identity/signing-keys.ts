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
import type { Secret } from '#server/platform/secret.ts'
import type { IdentityDb } from './identity-queries.ts'
import { insertSigningKey, listSigningKeys, lockSigningKeys, type StoredKey } from './signing-key-queries.ts'

/** The one algorithm of our access tokens. */
export const signingAlgorithm = 'ES256'

const purpose = 'signing key'

/** The keys of the access tokens: made on first use, shared by every process on the database. */
export interface SigningKeys {
  /** The key to sign with. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>
  /** The public key of a token's `kid`, or undefined. */
  publicKey(kid: string): Promise<CryptoKey | undefined>
  /** Every public key, for `/.well-known/jwks.json`. */
  published(): Promise<JWK[]>
}

export function createSigningKeys(db: IdentityDb, secret: Secret, log: Logger): SigningKeys {
  let signing: Promise<{ kid: string; privateKey: CryptoKey }> | undefined
  const publicKeys = new Map<string, CryptoKey>()
  let lookedAgainAtMs = 0

  const learn = async () => {
    for (const { kid, publicJwk } of await listSigningKeys(db))
      if (!publicKeys.has(kid))
        publicKeys.set(kid, (await importJWK(publicJwk, signingAlgorithm)) as CryptoKey)
  }
  return {
    current: async () => {
      signing ??= currentKey(db, secret, log).then(async (key) => {
        // Known at once, whatever was looked up in vain a moment ago.
        await learn()
        return key
      })
      try {
        return await signing
      } catch (error) {
        signing = undefined
        throw error
      }
    },
    publicKey: async (kid) => {
      // A foreign `kid` must not become a query each time it is sent.
      if (!publicKeys.has(kid) && Date.now() - lookedAgainAtMs > 1_000) {
        lookedAgainAtMs = Date.now()
        await learn()
      }
      return publicKeys.get(kid)
    },
    published: async () => (await listSigningKeys(db)).map(({ publicJwk }) => publicJwk),
  }
}

async function currentKey(db: IdentityDb, secret: Secret, log: Logger) {
  return await db.transaction().execute(async (tx) => {
    await lockSigningKeys(tx)
    const known = await listSigningKeys(tx)
    for (const key of known) {
      const privateKey = await open(key, secret)
      if (privateKey) return { kid: key.kid, privateKey }
    }
    if (known.length > 0) log.warn('SECRET changed: the access tokens get a new signing key')
    const made = await makeKey(secret)
    await insertSigningKey(tx, made.stored)
    return { kid: made.stored.kid, privateKey: made.privateKey }
  })
}

/** The private key, or undefined when it was sealed under another secret. */
async function open({ privateSealed }: StoredKey, secret: Secret): Promise<CryptoKey | undefined> {
  let pem: string
  try {
    pem = secret.open(purpose, privateSealed)
  } catch {
    return undefined
  }
  return await importPKCS8(pem, signingAlgorithm)
}

async function makeKey(secret: Secret): Promise<{ stored: StoredKey; privateKey: CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const privateSealed = secret.seal(purpose, await exportPKCS8(privateKey))
  return {
    stored: { kid, publicJwk: { ...jwk, kid, alg: signingAlgorithm, use: 'sig' }, privateSealed },
    privateKey,
  }
}
