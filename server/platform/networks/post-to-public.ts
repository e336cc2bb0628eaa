import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isConnectable, NotPublic, publicLookup, type LookupOptions } from './public-lookup.ts'

/** A message on the wire. */
export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

/** What an attempt came to. `error` is null when it was taken (2xx), otherwise why not, in snake_case. */
export interface Outcome {
  status: number | null
  error: string | null
  /** The endpoint asks for this much time (Retry-After), in milliseconds. */
  retryAfterMs: number
}

export interface SendOptions extends LookupOptions {
  /** For the whole attempt, from the look-up to the end of the answer. */
  timeoutMs: number
  /** Ends the attempt sooner. */
  signal: AbortSignal
}

/** Of an answer only the status matters; more of it than this is not listened to (bytes). */
const answerMax = 16 * 1024

/**
 * Makes one attempt to post to an address that a stranger chose: a brand's webhook, a browser's push service. It goes to
 * public addresses only (public-lookup.ts) and follows no redirect: who moves registers the new address. A connection serves one attempt, so none outlives what was looked up for it. Throws only what
 * `signal` was aborted with.
 */
export async function postToPublic(outgoing: Outgoing, options: SendOptions): Promise<Outcome> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  try {
    const { status, retryAfterMs } = await post(outgoing, options, AbortSignal.any([timeout, options.signal]))
    return { status, error: refusalOf(status), retryAfterMs }
  } catch (error) {
    options.signal.throwIfAborted()
    return { status: null, error: timeout.aborted ? 'timed_out' : reasonOf(error), retryAfterMs: 0 }
  }
}

async function post(
  { url, headers, body }: Outgoing,
  options: SendOptions,
  signal: AbortSignal,
): Promise<{ status: number; retryAfterMs: number }> {
  const { protocol, hostname } = new URL(url)
  if (!isConnectable(hostname, options)) throw new NotPublic(hostname)
  const request = protocol === 'https:' ? tlsRequest : plainRequest
  return await new Promise((resolve, reject) => {
    const lookup = publicLookup(options)
    request(url, { method: 'POST', headers, agent: false, lookup, signal, maxHeaderSize: answerMax })
      .on('error', reject)
      .once('response', (answer) => {
        const result = {
          status: answer.statusCode!,
          retryAfterMs: retryAfterOf(answer.headers['retry-after']),
        }
        listen(answer, () => resolve(result))
      })
      .end(body)
  })
}

/** Lets a well-behaved answer end by itself, and ends any other. What happens to it then no longer matters. */
function listen(answer: IncomingMessage, done: () => void): void {
  let bytes = 0
  answer.on('error', done)
  answer.once('close', done)
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > answerMax) answer.destroy()
  })
}

/** What a `Retry-After` header asks for, in milliseconds: it has seconds or a date. 0 without one. */
export function retryAfterOf(header: string | null | undefined): number {
  const text = header ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

const reasons: Record<string, string> = {
  ADDRESS_NOT_PUBLIC: 'address_not_public',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
}

/** Of a failed connection to one of several addresses, the first says why. */
function reasonOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] }
  const named = code ?? errors?.[0]?.code ?? ''
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(named)) return 'certificate_refused'
  return reasons[named] ?? 'connection_failed'
}
