import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'
import type { OpenApi } from './openapi-parts.ts'
import { document, type Json } from './contract.fixture.ts'

test('follows types that contain themselves', () => {
  const plant = (d: Json) => {
    d.components.schemas.Tag.properties.child = { $ref: '#/components/schemas/Tag' }
  }
  const [before, after] = [structuredClone(document), structuredClone(document)]
  plant(before)
  plant(after)
  after.components.schemas.Tag.properties.label.type = 'integer'
  expect(breakingChanges(before as OpenApi, before as OpenApi)).toEqual([])
  expect(breakingChanges(before as OpenApi, after as OpenApi).length).toBeGreaterThan(0)
})

test('finds a planted change in every answer and body of the real document', () => {
  const real = JSON.parse(
    readFileSync(new URL('../../docs/api/openapi.json', import.meta.url), 'utf8'),
  ) as OpenApi
  expect(breakingChanges(real, structuredClone(real))).toEqual([])
  let planted = 0
  for (const [path, methods] of Object.entries(real.paths))
    for (const [method, { requestBody, responses }] of Object.entries(methods))
      for (const content of [requestBody, ...Object.values(responses)].map(
        (part) => part?.content?.['application/json'],
      )) {
        const fields = (content?.schema as Json | undefined)?.properties as Json | undefined
        if (!content || !fields || Object.keys(fields).length === 0) continue
        const [name, kept] = Object.entries(fields)[0]!
        const untouched = structuredClone(real)
        delete fields[name]
        const found = breakingChanges(untouched, real)
        expect(
          found.map(({ operation, subject, what }) => [operation, subject, /removed|required/.test(what)]),
        ).toContainEqual([`${method.toUpperCase()} ${path}`, name, true])
        fields[name] = kept
        planted++
      }
  expect(planted).toBeGreaterThan(25)
})
