import type { ProblemCode, ProblemDetails } from '#contracts/errors.ts'

/** A call the server refused: the problem document of the answer, with its further members. */
export class ApiProblem extends Error {
  readonly code: ProblemCode
  readonly status: number
  /** The public sentence, for people. */
  readonly detail: string
  readonly requestId: string
  /** Where in the request, on `validation_failed`. */
  readonly issues: NonNullable<ProblemDetails['issues']>
  /** Everything else the problem says, e.g. `nextAt`. */
  readonly extra: Readonly<Record<string, unknown>>
  /** When the same call may be made again, in milliseconds from now, if the server said so. */
  readonly retryAfterMs: number | null

  constructor(details: ProblemDetails, retryAfterMs: number | null = null) {
    super(details.detail)
    this.name = 'ApiProblem'
    const { type: _type, title: _title, status, detail, code, requestId, issues, ...extra } = details
    this.code = code
    this.status = status
    this.detail = detail
    this.requestId = requestId
    this.issues = issues ?? []
    this.extra = extra
    this.retryAfterMs = retryAfterMs
  }
}

/** No answer, a time-out, or an answer that is not ours: a captive portal, a proxy's page. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
    this.name = 'NetworkFailure'
  }
}
