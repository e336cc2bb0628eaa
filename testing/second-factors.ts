import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { App } from '../server/app.ts'
import type { AuthenticatorSetup, NewRecoveryCodes } from '../contracts/second-factor.schemas.ts'
import type { TestMember } from './members.ts'

/** An authenticator app as a test holds it. */
export interface TestAuthenticator {
  secret: string
  recoveryCodes: string[]
}

/** The code of an authenticator app now, or some steps of 30 s away. */
export function codeOf({ secret }: Pick<TestAuthenticator, 'secret'>, steps = 0): string {
  return TOTP.generate({
    secret: new TOTP({ secret }).secret,
    timestamp: Date.now() + steps * 30_000,
  })
}

/**
 * Adds an authenticator app through the real routes, with the code of the step before: the present one is still good.
 * Throws with the answer when a step fails.
 */
export async function addAuthenticator(
  app: Pick<App, 'server'>,
  { headers }: Pick<TestMember, 'headers'>,
): Promise<TestAuthenticator> {
  const call = async (url: string, payload: object) => {
    const response = await app.server.inject({ method: 'POST', url, payload, headers })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${response.body}`)
    return response.json()
  }
  const { secret } = (await call('/identity/authenticator', {})) as AuthenticatorSetup
  // At the end of a step its code would be two steps old when it arrives.
  const leftMs = 30_000 - (Date.now() % 30_000)
  // A timer may be a little early.
  if (leftMs < 5_000) await sleep(leftMs + 100)
  const code = codeOf({ secret }, -1)
  const { recoveryCodes } = (await call('/identity/authenticator/confirm', { code })) as NewRecoveryCodes
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}
