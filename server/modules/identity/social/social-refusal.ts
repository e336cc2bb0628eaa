import * as oidc from 'openid-client'
import { problemOf } from '#server/platform/http/failures.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { ProviderAnswer } from './social-client.ts'

/** Why a provider's sign-in was refused; `/login?refused=` says it in words. */
export type SocialRefusal =
  /** They said no at the provider. */
  | 'cancelled'
  /** Ten minutes are over, it was used already, or it began in another browser. */
  | 'expired'
  /** The provider cannot be reached, or is not set up. */
  | 'unavailable'
  /** Its answer was not as it must be. */
  | 'failed'
  | 'email_missing'
  /** A throw-away address, where the operator wants none. */
  | 'email_refused'
  /** The operator lets in nobody new just now. */
  | 'sign_up_paused'
  /** The address has an account, and one of the two sides has not verified it. */
  | 'account_exists'
  /** A proof of another person, or of an account that is not linked. */
  | 'other_account'
  /** A proof of a provider that did not ask, after we did, who is there. */
  | 'not_asked'
  | 'user_disabled'
  | 'user_deleted'

/** A sign-in that ends on the sign-in screen. */
export class SocialRefused extends Error {
  readonly refusal: SocialRefusal

  constructor(refusal: SocialRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** What a thrown thing means for the person, and what of it may be logged: names and codes, never what was sent. */
export function refusalOf(error: unknown): { refusal: SocialRefusal; logged?: Record<string, unknown> } {
  if (error instanceof SocialRefused) return { refusal: error.refusal }
  if (error instanceof Problem && (error.code === 'user_disabled' || error.code === 'user_deleted'))
    return { refusal: error.code }
  if (error instanceof Problem && error.code === 'sign_up_paused') return { refusal: 'sign_up_paused' }
  if (error instanceof Problem && error.code === 'invalid_email') return { refusal: 'email_refused' }
  if (error instanceof oidc.AuthorizationResponseError && cancellations.has(error.error))
    return { refusal: 'cancelled' }
  // Of our own database; that it is away is said once, by DatabaseHealth.
  if (problemOf(error).code === 'unavailable') return { refusal: 'unavailable' }
  const { name, code, error: said } = error as { name?: string; code?: string; error?: string }
  const logged = { name, code, said: said?.slice(0, 60), status: statusOf(error) }
  return { refusal: isAway(error) ? 'unavailable' : 'failed', logged }
}

/** Apple has a word of its own. */
const cancellations = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])

/** No answer (fetch throws a TypeError), none in time, or one that says so. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return true
  if ((error as { code?: string }).code === 'OAUTH_TIMEOUT') return true
  return (statusOf(error) ?? 0) >= 500
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ProviderAnswer) return error.status
  const { status, cause } = error as { status?: unknown; cause?: unknown }
  if (typeof status === 'number') return status
  return cause instanceof Response ? cause.status : undefined
}
