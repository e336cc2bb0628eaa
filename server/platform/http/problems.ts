import type { ProblemMembers } from '#contracts/errors.schemas.ts'
import { problems, type ProblemCode, type ProblemDetails } from '#contracts/errors.ts'
import { textNamed } from '../language.ts'

export interface ProblemOptions {
  /** Replaces the table's public sentence. */
  detail?: string
  /** Further public members of the answer, e.g. `retryAfterSec`. */
  members?: ProblemMembers
  /** For the log only. */
  internal?: string
  headers?: Record<string, string>
  cause?: unknown
}

/** A failure with a row in the table of errors; the kernel turns it into problem+json. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.internal ?? options.detail ?? problems[code][2], { cause: options.cause })
    this.code = code
    this.status = problems[code][0]
    this.options = options
  }
}

/** The failure `code`, to be thrown: `throw problem('terms_changed', { members: { termsVersion } })`. */
export function problem(code: ProblemCode, options?: ProblemOptions): Problem {
  return new Problem(code, options)
}

/** `validation_failed` for one value, `query.zone`, that has the right shape and is impossible all the same. */
export function invalidValue(path: `${'body' | 'query'}.${string}`, message: string): Problem {
  return problem('validation_failed', {
    detail: message,
    members: { issues: [{ path, code: 'custom', message }] },
  })
}

/** The answer's body for a failure (RFC 9457). */
export function problemDetails(failure: Problem, publicOrigin: string, requestId: string): ProblemDetails {
  const [status, title, detail] = problems[failure.code]
  return {
    ...failure.options.members,
    type: `${publicOrigin}/docs/api#${failure.code}`,
    title,
    status,
    // What screens show; of failures that only programs meet there is no translation.
    detail: failure.options.detail ?? textNamed(`problems_${failure.code}`) ?? detail,
    code: failure.code,
    requestId,
  }
}
