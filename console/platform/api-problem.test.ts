import { expect, test } from 'vitest'
import { ApiProblem, isRefusal, NetworkFailure } from './api-problem.ts'

const failure = (status: number) =>
  new ApiProblem({
    type: 'about:blank',
    title: 'Failed',
    detail: 'It failed.',
    status,
    code: 'conflict',
    requestId: 'req_1',
  })

test.each([400, 409, 422])(
  'a call that is refused with %i did nothing: the next one has another key',
  (status) => {
    expect(isRefusal(failure(status))).toBe(true)
  },
)

test('a call without an answer, or with a failure of the server’s, may have been done: it keeps its key', () => {
  for (const error of [
    new NetworkFailure(new Error('reset')),
    failure(500),
    failure(503),
    new Error('other'),
  ])
    expect(isRefusal(error)).toBe(false)
})
