import { expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { responses } from '#contracts/responses.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(endpoints, responses, 'https://crels.example')

test('describes every endpoint with its answers and refusals', () => {
  const paths = document.paths as Record<string, Record<string, { operationId: string; responses: object }>>
  for (const { id, path, method } of endpoints) {
    const operation = paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(id)
    expect(
      Object.keys(operation!.responses).some((status) => status.startsWith('2')),
      id,
    ).toBe(true)
  }
})

test('names no answer of an endpoint that does not exist', () => {
  const ids = new Set<string>(endpoints.map(({ id }) => id))
  expect(Object.keys(responses).filter((id) => !ids.has(id))).toEqual([])
})
