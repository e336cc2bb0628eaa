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

test('a text that is sent has a greatest length, or a form that has one', () => {
  const unbounded: string[] = []
  const look = (schema: Schema | undefined, place: string) => {
    if (!schema) return
    const isBounded =
      ['maxLength', 'enum', 'const'].some((bound) => bound in schema) ||
      schema.format?.startsWith('date') ||
      // Of a whole text, in which nothing repeats without end.
      /^\^[^*+]+\$$/.test(schema.pattern?.replaceAll(/\\./g, '') ?? '')
    if ([schema.type].flat().includes('string') && !isBounded) unbounded.push(place)
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      look(each, place)
    for (const [name, member] of Object.entries(schema.properties ?? {})) look(member, `${place}.${name}`)
    look(schema.items, `${place}[]`)
    if (typeof schema.additionalProperties === 'object') look(schema.additionalProperties, `${place}.*`)
  }
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
    Object.values<Operation>,
  )
  for (const { operationId, requestBody, parameters = [] } of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, operationId)
    for (const { name, schema } of parameters) look(schema, `${operationId}?${name}`)
  }
  expect(operations.length).toBeGreaterThan(100)
  const exceptions = [...new Set(unbounded.map((place) => place.split('.')[1] ?? place))].sort()
  // The first three are judged as typed, so that the refusal says what is wrong (createShortlink); the last is a list of names.
  expect(exceptions).toEqual(['code', 'destinationUrl', 'fallbackUrl', 'getStream?topics'])
})

interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: boolean | Schema
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema?: Schema }> }
  parameters?: { name: string; schema?: Schema }[]
}
