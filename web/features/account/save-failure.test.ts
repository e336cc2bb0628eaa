import { expect, test } from 'vitest'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { saveFailure } from './save-failure.ts'

const refusal = (members: object) =>
  new ApiProblem({
    type: 'about:blank',
    title: 'Invalid',
    status: 422,
    detail: 'Something in the request is not valid.',
    code: 'validation_failed',
    requestId: 'req_1',
    ...members,
  })

test('a time zone that was changed lately says from when on it can be changed again', () => {
  const issues = [{ path: 'body.timeZone', code: 'too_soon', message: 'Changed lately' }]
  const until = '2027-03-05T11:00:00.000Z'
  expect(saveFailure(refusal({ issues, until }), 'Refused.')).toMatch(/again from 5 Mar 2027/)
  expect(saveFailure(refusal({ issues }), 'Refused.')).toBe('Refused.')
})
