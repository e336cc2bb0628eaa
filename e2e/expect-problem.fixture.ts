import type { LightMyRequestResponse as Response } from 'fastify'
import { expect } from 'vitest'
import { problems, type ProblemCode } from '#contracts/errors.ts'

/** The one shape of every refusal, with this code. */
export function expectProblem(response: Response, code: ProblemCode, about = ''): void {
  expect(response.headers['content-type'], `${about} ${response.body}`).toContain('application/problem+json')
  expect(response.json(), about).toMatchObject({
    code,
    status: problems[code][0],
    title: problems[code][1],
    type: expect.stringMatching(new RegExp(`/docs/api#${code}$`)),
    detail: expect.any(String),
    requestId: response.headers['x-request-id'],
  })
  expect(response.statusCode).toBe(problems[code][0])
  expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
}
