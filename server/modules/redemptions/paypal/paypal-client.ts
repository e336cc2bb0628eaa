import * as z from 'zod/mini'
import type { PayPalSettings } from '#server/paypal-settings.ts'

/** How long PayPal may take for an answer, in milliseconds. */
const answerTimeoutMs = 6_000
/** A token is not used in its last minute. */
const spareSec = 60

/**
 * What PayPal answered, whatever its status; of a refusal that is no JSON, as a gateway before it gives, the status
 * alone.
 */
export interface PayPalAnswer {
  status: number
  body: unknown
}

/** No token was to be had: what was to be asked did not leave. */
export class PayPalNotAsked extends Error {}

/** Calls PayPal's REST API as the application of the settings. */
export interface PayPalClient {
  /** Has a token that is asked with. Throws `PayPalNotAsked`. */
  prepare(): Promise<void>
  /**
   * Throws where there is no answer that can be read, or none before `within` is aborted, and `PayPalNotAsked`. `body` is
   * JSON, as an object or as its text.
   */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object | string,
    within?: AbortSignal,
  ): Promise<PayPalAnswer>
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

/**
 * Opens it; the token is asked for with the first call, and again when it has ended or is refused. `timeoutMs` is another
 * for tests.
 */
export function openPayPal(
  { clientId, clientSecret, origin }: PayPalSettings,
  timeoutMs = answerTimeoutMs,
): PayPalClient {
  let token: { text: string; until: number } | undefined

  const ask = async (path: string, init: RequestInit, within?: AbortSignal): Promise<PayPalAnswer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = within ? AbortSignal.any([timeout, within]) : timeout
    const response = await fetch(origin + path, { ...init, redirect: 'error', signal })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : bodyOf(text, response.ok) }
  }

  const validToken = async (within?: AbortSignal) => {
    if (token && token.until > performance.now()) return token.text
    try {
      return await newToken(within)
    } catch (cause) {
      throw new PayPalNotAsked(`PayPal gave no token: ${String(cause)}`, { cause })
    }
  }

  const newToken = async (within?: AbortSignal) => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const init = {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }
    const { status, body } = await ask('/v1/oauth2/token', init, within)
    if (status !== 200) throw new Error(`it answered ${status}`)
    const { access_token: text, expires_in: seconds } = tokenAnswer.parse(body)
    token = { text, until: performance.now() + (seconds - spareSec) * 1_000 }
    return text
  }

  const withToken: PayPalClient['call'] = async (method, path, body, within) => {
    const init = {
      method,
      headers: {
        authorization: `Bearer ${await validToken(within)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    return await ask(path, init, within)
  }

  return {
    prepare: async () => void (await validToken()),
    call: async (method, path, body, within) => {
      const answer = await withToken(method, path, body, within)
      if (answer.status !== 401) return answer
      // Refused before it did anything: its token was taken back.
      token = undefined
      return await withToken(method, path, body, within)
    },
  }
}

function bodyOf(text: string, isOk: boolean): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (isOk) throw error
    return null
  }
}
