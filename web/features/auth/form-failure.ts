import { m } from '#messages'
import { ApiProblem, NetworkFailure } from '#web/platform/api-problem.ts'
import { formatDuration } from '#web/ui/common/format.ts'

/** A notice that is more than a sentence is drawn by its form. */
export type NoticeKind = 'plain' | 'disabled'

/** What a refused or failed identity call means for its form. */
export interface FormFailure {
  /** Errors of single fields; the first of them gets the focus. */
  fields: Record<string, string>
  /** Above the form, where no field is to blame. */
  notice: { kind: NoticeKind; text: string } | null
  /** How long the same call would only be refused again, in milliseconds. */
  waitMs: number
}

/** Reads a failure for people, by the problem's code. `known` are the fields the form has. */
export function formFailure(
  error: unknown,
  known: readonly string[],
  isOnline = navigator.onLine,
): FormFailure {
  if (error instanceof ApiProblem) return problemFailure(error, known)
  if (error instanceof NetworkFailure) return notice(isOnline ? m.auth_unreachable() : m.auth_offline())
  throw error
}

function problemFailure(problem: ApiProblem, known: readonly string[]): FormFailure {
  switch (problem.code) {
    case 'invalid_credential':
      return fields({ password: m.auth_wrong_credential() })
    case 'invalid_email':
      return fields({ email: problem.detail })
    case 'weak_password':
      return fields({ password: m.auth_password_weak() })
    case 'user_disabled':
      return { ...notice(m.auth_disabled()), notice: { kind: 'disabled', text: m.auth_disabled() } }
    case 'too_many_requests': {
      const waitMs = problem.retryAfterMs ?? 0
      const text = waitMs > 0 ? m.auth_too_many({ time: formatDuration(waitMs) }) : m.auth_too_many_soon()
      return { ...notice(text), waitMs }
    }
    case 'validation_failed': {
      const found = issuesByField(problem, known)
      if (Object.keys(found).length > 0) return fields(found)
    }
  }
  return notice(m.auth_refused({ detail: problem.detail, id: problem.requestId }))
}

function issuesByField({ issues, detail }: ApiProblem, known: readonly string[]): Record<string, string> {
  const names = issues.map(({ path }) => path.replace(/^body\./, '')).filter((name) => known.includes(name))
  return Object.fromEntries(names.map((name) => [name, name === 'email' ? m.auth_email_invalid() : detail]))
}

function fields(errors: Record<string, string>): FormFailure {
  return { fields: errors, notice: null, waitMs: 0 }
}

function notice(text: string): FormFailure {
  return { fields: {}, notice: { kind: 'plain', text }, waitMs: 0 }
}
