import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '../contracts/passkey-shapes.ts'
import type { NewPasskey, PasskeyCreation, PasskeyRequest } from '../contracts/passkeys.schemas.ts'
import type { App } from '../server/app.ts'
import type { TestMember } from './members.ts'

/** What a test's authenticator or browser does otherwise than an honest one. */
export interface PasskeyTricks {
  origin?: string
  rpId?: string
  /** Of signatures; one more than last time unless given. */
  counter?: number
  isVerified?: boolean
  challenge?: string
  userHandle?: string | null
  /** Bytes of an attestation's statement, with its format. */
  attestation?: { fmt: string; statement: Buffer }
}

/** A passkey as a test holds it: a key pair (ES256) on an authenticator of its own. */
export class TestPasskey {
  readonly credentialId = randomBytes(32)
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  #userHandle: string | null = null
  counter = 0

  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = coseKey(publicKey)
    this.#origin = origin
  }

  /** What the browser answers to `navigator.credentials.create()`. */
  create({ challenge, rp, user }: PasskeyCreation, tricks: PasskeyTricks = {}): PasskeyRegistration {
    this.#userHandle = user.id
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, this.#publicKey])
    const { fmt, statement } = tricks.attestation ?? { fmt: 'none', statement: cborMap([]) }
    const attestationObject = cborMap([
      [cborText('fmt'), cborText(fmt)],
      [cborText('attStmt'), statement],
      [cborText('authData'), cborBytes(this.#authData(rp.id, 0x40, tricks, attested))],
    ])
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', challenge, tricks).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
    }
    return { ...this.#named(), response }
  }

  /** What the browser answers to `navigator.credentials.get()`. */
  get({ challenge, rpId }: PasskeyRequest, tricks: PasskeyTricks = {}): PasskeyAssertion {
    const authData = this.#authData(rpId, 0, tricks)
    const clientData = this.#clientData('webauthn.get', challenge, tricks)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#key).toString('base64url'),
        userHandle: tricks.userHandle === undefined ? this.#userHandle : tricks.userHandle,
      },
    }
  }

  #named() {
    const id = this.credentialId.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, tricks: PasskeyTricks): Buffer {
    const { origin = this.#origin } = tricks
    return Buffer.from(
      JSON.stringify({ type, challenge: tricks.challenge ?? challenge, origin, crossOrigin: false }),
    )
  }

  /** Present, verified (unless not) and kept in a password manager. */
  #authData(rpId: string, flags: number, tricks: PasskeyTricks, attested = Buffer.alloc(0)): Buffer {
    this.counter = tricks.counter ?? this.counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const verified = tricks.isVerified === false ? 0 : 0x04
    const rpIdHash = createHash('sha256')
      .update(tricks.rpId ?? rpId)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.from([0x01 | verified | 0x18 | flags]), counter, attested])
  }
}

/** Adds a passkey through the real routes. Throws with the answer when a step fails. */
export async function createPasskey(
  app: Pick<App, 'server' | 'config'>,
  { headers }: Pick<TestMember, 'headers'>,
): Promise<{ passkey: TestPasskey; id: string; recoveryCodes: string[] }> {
  const call = async (url: string, payload: object) => {
    const response = await app.server.inject({ method: 'POST', url, payload, headers })
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
    return response.json()
  }
  const passkey = new TestPasskey(app.config.publicOrigin)
  const options = (await call('/identity/passkey-options', {})) as PasskeyCreation
  const added = (await call('/identity/passkeys', { passkey: passkey.create(options) })) as NewPasskey
  return { passkey, id: added.passkey.id, recoveryCodes: added.recoveryCodes ?? [] }
}

/** A map in CBOR, of keys and values that are written already. */
export function cborMap(entries: [key: Buffer, value: Buffer][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}

export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([cborHead(3, bytes.length), bytes])
}

export function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborHead(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size])
  if (size < 256) return Buffer.from([(type << 5) | 24, size])
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff])
}

/** A public key of P-256 as COSE writes it: EC2, ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x!, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y!, 'base64url'))],
  ])
}
