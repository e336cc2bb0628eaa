import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { formatDate } from '#web/ui/common/format.ts'

/** Why a field was not saved, in one sentence. */
export function saveFailure(error: unknown, whenRefused: string): string {
  if (!(error instanceof ApiProblem)) return m.profile_save_unreachable()
  const until = error.extra.until
  if (error.issues.some(({ code }) => code === 'too_soon') && typeof until === 'string')
    return m.profile_time_zone_too_soon({ date: formatDate(until) })
  return error.code === 'validation_failed' ? whenRefused : error.detail
}
