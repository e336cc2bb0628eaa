import type { ProblemCode, ProblemDetails } from '#contracts/errors.ts'

/** A call the server refused: the problem document of the answer, with its further members. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly requestId: string
  /** Where in the request, on `validation_failed`. */
  readonly issues: NonNullable<ProblemDetails['issues']>
  /** Everything else the problem says. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(details: ProblemDetails) {
    super(details.detail)
    this.name = 'ApiProblem'
    const { type: _type, title: _title, detail: _detail, status, code, requestId, issues, ...extra } = details
    this.code = code
    this.status = status
    this.requestId = requestId
    this.issues = issues ?? []
    this.extra = extra
  }
}

/** No answer, or an answer that is not ours. */
export class NetworkFailure extends Error {
  /** Whether what was asked for may have been done. */
  readonly isAct: boolean

  constructor(cause: unknown, isAct = false) {
    super('The server could not be reached', { cause })
    this.name = 'NetworkFailure'
    this.isAct = isAct
  }
}

/**
 * Whether a call that failed did nothing: the server has refused it, and what is sent next is another request. Without an
 * answer, or with a failure of the server's, it may have been done: it is sent again under the same idempotency key.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status < 500
}

/** Whether a call was refused with a code. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is ApiProblem {
  return error instanceof ApiProblem && codes.includes(error.code)
}
