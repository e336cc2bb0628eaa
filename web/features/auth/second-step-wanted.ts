import { paths, withQuery } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { redirectOf } from './auth-paths.ts'

/** Where a sign-in is finished, and where it then goes on to. */
export function secondStepPath(search: URLSearchParams): string {
  return withQuery(paths.login, { mode: 'second-step', redirect: redirectOf(search) ?? undefined })
}

/** Whether a sign-in was right so far and waits for its second step. */
export function isSecondStep(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'second_step_required'
}
