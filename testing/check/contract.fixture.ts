import { breakingChanges } from './breaking-changes.ts'
import type { OpenApi } from './openapi-parts.ts'

/** JSON that planted edits reach into anywhere. */
// oxlint-disable-next-line typescript/no-explicit-any -- each level would need a check that says nothing
export type Json = Record<string, any>

/** Two operations with one of each thing that can change. */
export const document: Json = {
  paths: {
    '/members/{id}': {
      get: {
        operationId: 'getMember',
        security: [{ bearer: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
        ],
        responses: {
          200: answer({
            type: 'object',
            required: ['id', 'state', 'bio', 'tags'],
            additionalProperties: false,
            properties: {
              id: { type: 'string', format: 'uuid' },
              state: { type: 'string', enum: ['joined', 'left'] },
              bio: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'null' }] },
              crels: { type: 'integer', minimum: 0 },
              tags: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Tag' } },
              byDay: { type: 'object', additionalProperties: { type: 'integer' } },
            },
          }),
          404: { 'x-problem-codes': ['not_found'], ...answer({}) },
        },
      },
    },
    '/members': {
      post: {
        operationId: 'addMember',
        security: [],
        requestBody: body({
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 60 },
            age: { type: 'integer', exclusiveMinimum: 0 },
            score: { type: 'number' },
            kind: { type: 'string', enum: ['creator', 'brand'] },
            birthday: { anyOf: [{ type: 'string', pattern: '^\\d' }, { type: 'null' }] },
            tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
          },
        }),
        responses: {
          201: answer({ type: 'object' }),
          204: {},
          422: { 'x-problem-codes': ['invalid', 'taken'] },
        },
      },
    },
  },
  components: {
    schemas: {
      Tag: {
        type: 'object',
        required: ['label'],
        properties: { label: { type: 'string' }, color: { type: 'string' } },
      },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'A token.' },
      brand: { type: 'http', scheme: 'bearer' },
    },
  },
}

/** The operation that answers a member. */
export const get = (d: Json) => d.paths['/members/{id}'].get
/** The operation that takes one. */
export const post = (d: Json) => d.paths['/members'].post
/** The schema of its answer. */
export const answered = (d: Json) => get(d).responses[200].content['application/json'].schema
/** The schema of its body. */
export const sent = (d: Json) => post(d).requestBody.content['application/json'].schema
/** The fields of its body. */
export const sentIn = (d: Json) => sent(d).properties
/** The fields of its answer. */
export const answeredIn = (d: Json) => answered(d).properties

/** What breaks when `plant` has changed a copy of the document. */
export function planted(plant: (d: Json) => unknown): string[] {
  const after = structuredClone(document)
  plant(after)
  return breakingChanges(document as OpenApi, after as OpenApi).map(({ operation, subject, what }) =>
    what === 'removed' ? `${operation}: ${what}` : `${subject}: ${what}`,
  )
}

function answer(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}

function body(schema: Json): Json {
  return { required: false, content: { 'application/json': { schema } } }
}
