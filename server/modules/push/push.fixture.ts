import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify, type JWTPayload } from 'jose'
import { afterAll } from 'vitest'

/** A message as a push service got it. */
export interface PushReceived {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service: it keeps what it gets, and answers what a test says. */
export interface PushService {
  origin: string
  received: PushReceived[]
  /** How it answers; 201 until a test says otherwise. */
  answer: (response: ServerResponse) => void
}

const servers: Server[] = []

/** For each test file that starts push services: they end with it. */
export function endPushServices(): void {
  afterAll(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
}

/** Starts a push service on a free port of this machine. */
export async function startPushService(): Promise<PushService> {
  const service: PushService = { origin: '', received: [], answer: (it) => void it.writeHead(201).end() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      service.received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      service.answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  servers.push(server)
  return service
}

/** A browser that has subscribed with a push service, and reads what comes as RFC 8291 has it. */
export class SubscribedBrowser {
  readonly endpoint: string
  readonly #keys: ECDH = createECDH('prime256v1')
  readonly #auth = randomBytes(16)

  constructor({ origin }: Pick<PushService, 'origin'>) {
    this.#keys.generateKeys()
    this.endpoint = `${origin}/push/${randomBytes(8).toString('hex')}`
  }

  /** As `PushSubscription.toJSON()` says it. */
  get subscription() {
    const [p256dh, auth] = [this.#keys.getPublicKey().toString('base64url'), this.#auth.toString('base64url')]
    return { endpoint: this.endpoint, keys: { p256dh, auth } }
  }

  /** What was said to it, newest last. */
  messages({ received }: PushService): unknown[] {
    return received
      .filter(({ path }) => this.endpoint.endsWith(path))
      .map(({ body }) => JSON.parse(this.#decrypted(body)) as unknown)
  }

  #decrypted(body: Buffer): string {
    // RFC 8188: salt, record size, length of the key id (the sender's public key), then one record.
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body[20]!)
    const record = body.subarray(21 + body[20]!)
    const own = this.#keys.getPublicKey()
    const ikm = derived(
      this.#keys.computeSecret(sender),
      this.#auth,
      Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]),
      32,
    )
    const key = derived(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derived(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const opening = createDecipheriv('aes-128-gcm', key, nonce)
    opening.setAuthTag(record.subarray(-16))
    const text = Buffer.concat([opening.update(record.subarray(0, -16)), opening.final()])
    // Padding of the last record: a 2, then zeros.
    return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
  }
}

function derived(key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}

/** Who sent a message (RFC 8292): the claims, verified with the key that browsers subscribe with. */
export async function senderOf({ headers }: PushReceived, publicKey: string): Promise<JWTPayload> {
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`Signed for another key: ${headers.authorization}`)
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
  return (await jwtVerify(token!, jwk)).payload
}
