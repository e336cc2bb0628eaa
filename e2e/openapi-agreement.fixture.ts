import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse as Response } from 'fastify'
import { expect } from 'vitest'
import type { endpoints } from '#contracts/endpoints.ts'
import type { TestApp } from '#testing/app.ts'

type Definition = (typeof endpoints)[number]
type Content = Record<string, object>

interface Operation {
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; 'x-problem-codes'?: string[] }>
}

/** The OpenAPI document as it is served, and whether requests and answers are as it says. */
export interface Agreement {
  /** Fails unless status, media type, every field and the failure's code are in the document. */
  expectAnswer(endpoint: Definition, response: Response): void
  /** Whether the document accepts a body. */
  acceptsBody(endpoint: Definition, body: unknown): boolean
  /** The schema of an endpoint's body, references and all. */
  bodySchema(endpoint: Definition): object | undefined
  /** Statuses and media types of the successes that the document promises: `200 application/json`. */
  successes(endpoint: Definition): string[]
}

/** What an answer is, as `successes` names it. */
export function kindOf({ statusCode, headers }: Response): string {
  return `${statusCode} ${mediaType(headers['content-type'])}`.trim()
}

/** Asks for the document and compiles its schemas as they are needed. */
export async function openAgreement({ server }: Pick<TestApp, 'server'>): Promise<Agreement> {
  const document = (await server.inject('/api/v1/public/openapi.json')).json()
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const common = Object.keys(document.components.schemas.Problem.properties)
  const operationOf = ({ path, method }: Definition): Operation => document.paths[path][method.toLowerCase()]
  const compiled = new Map<string, ValidateFunction>()
  const schemaAt = (...steps: string[]) => {
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    return validate
  }
  const at = ({ path, method }: Definition) => ['paths', path, method.toLowerCase()]

  return {
    bodySchema: (endpoint) =>
      (operationOf(endpoint).requestBody?.content['application/json'] as { schema?: object })?.schema,
    acceptsBody: (endpoint, body) =>
      schemaAt(...at(endpoint), 'requestBody', 'content', 'application/json', 'schema')(body),
    successes: (endpoint) =>
      Object.entries(operationOf(endpoint).responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content }]) =>
          content ? Object.keys(content).map((type) => `${status} ${type}`) : [status],
        ),
    expectAnswer: (endpoint, response) => {
      const { statusCode: status, headers } = response
      const body = textOf(response)
      const documented = operationOf(endpoint).responses[status]
      expect(documented, `${endpoint.id} answered ${status}: ${body}`).toBeDefined()
      const type = mediaType(headers['content-type'])
      if (!documented!.content) return expect([type, body]).toEqual(['', ''])
      expect(Object.keys(documented!.content), `${endpoint.id} ${status}`).toContain(type)
      if (!type.endsWith('json')) return
      const validate = schemaAt(...at(endpoint), 'responses', String(status), 'content', type, 'schema')
      const answer = JSON.parse(body)
      validate(answer)
      expect(validate.errors ?? [], `${endpoint.id} ${status}: ${body.slice(0, 500)}`).toEqual([])
      if (type !== 'application/problem+json') return
      expect(documented!['x-problem-codes'], endpoint.id).toContain(answer.code)
      // Clients must let unknown members of a problem pass; ours are all in the document all the same.
      expect(common).toEqual(expect.arrayContaining(Object.keys(answer)))
    },
  }
}

/** The body as text, whichever way it was made smaller. */
function textOf({ headers, body, rawPayload }: Response): string {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString()
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString()
  return body
}

function mediaType(header: string | string[] | number | undefined): string {
  return String(header ?? '')
    .split(';')[0]!
    .trim()
}
