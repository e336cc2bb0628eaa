import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { conversionReport, conversionSchemas } from '#contracts/conversions.schemas.ts'
import { m } from '#messages'
import { problems, type ProblemCode } from '#contracts/errors.ts'
import { inLanguage } from '../language.ts'
import { problemOf, validationProblem } from './failures.ts'
import { problem, problemDetails } from './problems.ts'

const issuesOf = (schema: z.ZodMiniType, value: unknown) => {
  const { options } = validationProblem('body', z.safeParse(schema, value).error!)
  return (options.members!.issues as { path: string }[]).map(({ path }) => path)
}

test('names every field that is wrong', () => {
  expect(issuesOf(conversionReport, { eventId: '', clickId: 'c', type: 'gift' })).toEqual([
    'body.eventId',
    'body.type',
  ])
})

test('names the fields of the alternative that matches best', () => {
  const { body } = conversionSchemas.reportConversion
  expect(issuesOf(body, {})).toEqual(['body.eventId', 'body.clickId', 'body.type'])
  expect(issuesOf(body, { eventId: 'e', clickId: 'c', type: 'gift' })).toEqual(['body.type'])
  expect(issuesOf(body, { items: [] })).toEqual(['body.items'])
})

test.each([
  [{ code: '57P01' }, 'unavailable'],
  [{ code: '53300' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'open' }, 'internal_error'],
  [{ code: '40P01' }, 'conflict'],
  [{ code: 'insufficient_funds' }, 'insufficient_funds'],
  [{}, 'internal_error'],
])('answers %j with %s', (members, code) => {
  const answer = problemOf(Object.assign(new Error('thrown'), members))
  expect(answer.code).toBe(code)
  // What was thrown is for the log.
  expect(JSON.stringify(problemDetails(answer, 'https://crels.example', 'req_1'))).not.toContain('thrown')
})

test('a failure is said in the language of who asks; its English is that of the table', () => {
  const said = (code: ProblemCode) => problemDetails(problem(code), 'https://crels.example', 'req_1').detail
  const translated = Object.keys(m).filter((key) => key.startsWith('problems_'))
  expect(translated).toContain('problems_campaign_full')
  for (const key of translated) {
    const code = key.slice('problems_'.length) as ProblemCode
    expect(said(code), code).toBe(problems[code][2])
    expect(inLanguage('es', () => said(code))).not.toBe(problems[code][2])
  }
  expect(inLanguage('de', () => said('campaign_full'))).toBe('Alle Plätze dieser Kampagne sind vergeben.')
  // Only programs meet it.
  expect(inLanguage('de', () => said('signature_invalid'))).toBe(problems.signature_invalid[2])
})
