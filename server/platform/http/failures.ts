import type { FastifyError } from 'fastify'
import * as z from 'zod/mini'
import { isOutage } from '../outage.ts'
import { SealLost } from '../secret.ts'
import { isDeadlock } from '../transaction.ts'
import { Problem, problem } from './problems.ts'

// zod/mini says only "Invalid input" until it is given words.
z.config(z.locales.en())

/** The problem that a thrown thing is: ours as it is, known foreign ones by their code, all else `internal_error`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') {
    const known = byCode(code, error as Error)
    if (known) return known
  }
  if (isOutage(error))
    return problem('unavailable', {
      cause: error,
      internal: (error as Error).message,
      headers: { 'retry-after': '5' },
    })
  if (error instanceof SealLost)
    return problem('unavailable', { cause: error, internal: error.message, detail: lostDetail })
  const status = (error as FastifyError).statusCode
  if (status === 429) return problem('too_many_requests')
  if (status !== undefined && status >= 400 && status < 500)
    return problem('malformed_request', { cause: error })
  return problem('internal_error', { cause: error, internal: (error as Error).message })
}

/** Where `crels secret start-over` of an older version has left it: that of this one ends it. */
const lostDetail =
  'Something here was sealed by a key that is lost and cannot be read any more. The operator of this site has to end it: crels secret start-over.'

function byCode(code: string, error: Error): Problem | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('unsupported_media_type')
  if (code.startsWith('FST_ERR_CTP')) return problem('malformed_request', { cause: error })
  if (isDeadlock(error)) return problem('conflict', { cause: error })
  // What the ledger refuses for want of funds, where no use case made more of it.
  if (code === 'insufficient_funds' || code === 'idempotency_mismatch') return problem(code, { cause: error })
  return undefined
}

/** The problem of a request that does not fit its schema, with every issue named. */
export function validationProblem(part: 'query' | 'body', error: z.core.$ZodError): Problem {
  const issues = plain(error.issues).map((issue) => ({
    path: [part, ...issue.path].join('.'),
    code: issue.code ?? 'custom',
    message: issue.message,
  }))
  return problem('validation_failed', { members: { issues } })
}

/** Of alternatives, the issues of the closest one: that with the fewest unknown fields, the first of those. */
function plain(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
    const foreign = (branch: z.core.$ZodIssue[]) =>
      branch.filter(({ code }) => code === 'unrecognized_keys').length
    const closest = issue.errors.toSorted((one, other) => foreign(one) - foreign(other))[0]!
    return plain(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  })
}
