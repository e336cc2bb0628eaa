import { m } from '#messages'
import { ApiProblem } from '../../platform/api-problem.ts'

/** Why a field was not saved, in one sentence. */
export function saveFailure(error: unknown, whenRefused: string): string {
  if (!(error instanceof ApiProblem)) return m.profile_save_unreachable()
  return error.code === 'validation_failed' ? whenRefused : error.detail
}
