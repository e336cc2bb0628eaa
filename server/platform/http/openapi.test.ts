import { expect, test } from 'vitest'
import { endpoints } from '#contracts/endpoints.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(endpoints, 'https://crels.example')

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
