import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { PictureRefused } from './queries.ts'

/** What a message that was not taken shows: beside its pictures, or below the button. */
export function supportRefusal(error: unknown): { picture?: string; message?: string } {
  if (error instanceof PictureRefused) {
    const { cause, picture } = error
    if (cause instanceof ApiProblem)
      return { picture: m.support_picture_refused({ name: picture.file.name, reason: cause.detail }) }
    return { message: m.support_unanswered() }
  }
  if (error instanceof ApiProblem) return { message: error.detail }
  return error ? { message: m.support_unanswered() } : {}
}
