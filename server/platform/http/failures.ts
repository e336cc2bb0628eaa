import type { FastifyError } from 'fastify'
import * as z from 'zod/mini'
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
  const status = (error as FastifyError).statusCode
  if (status === 429) return problem('too_many_requests')
  if (status !== undefined && status >= 400 && status < 500)
    return problem('malformed_request', { cause: error })
  return problem('internal_error', { cause: error, internal: (error as Error).message })
}

function byCode(code: string, error: Error): Problem | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('unsupported_media_type')
  if (code.startsWith('FST_ERR_CTP')) return problem('malformed_request', { cause: error })
  // PostgreSQL: serialization failure, deadlock.
  if (code === '40001' || code === '40P01') return problem('conflict', { cause: error })
  // PostgreSQL: cannot connect, shutting down, too many connections, disk full; Node: refused, reset, no socket.
  if (
    /^(08...|57P0[1-3]|53...)$/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)
  )
    return problem('unavailable', { cause: error, internal: error.message, headers: { 'retry-after': '5' } })
  return undefined
}

/** The problem of a request that does not fit its schema, with every issue named. */
export function validationProblem(part: 'query' | 'body', error: z.core.$ZodError): Problem {
  const issues = error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    code: issue.code ?? 'custom',
    message: issue.message,
  }))
  return problem('validation_failed', { members: { issues } })
}
