import { isDeepStrictEqual } from 'node:util'
import type { Content, OpenApi, Operation, Parameter, Requirement } from './openapi-parts.ts'
import { breakingSchemaChanges, type Comparison } from './schema-changes.ts'
import type { Schema } from './schema-forms.ts'

/** One change that breaks clients of an operation. */
export interface BreakingChange {
  /** `PATCH /api/v1/users/{uid}`, as the document before the change has it. */
  operation: string
  /** What the changelog must name: a field, a parameter, a status, a code; the operation itself when it is gone. */
  subject: string
  /** One clause: `request field bio: maxLength 200 → 100`. */
  what: string
}

type Found = Omit<BreakingChange, 'operation'>
interface Sides {
  before: OpenApi
  after: OpenApi
}

/** Everything in `after` that breaks a client written against `before`; additions are welcome. */
export function breakingChanges(before: OpenApi, after: OpenApi): BreakingChange[] {
  const now = operationsOf(after)
  return [...operationsOf(before)].flatMap(([key, { name, operation: old }]) => {
    const found = now.get(key)
    if (!found) return [{ operation: name, subject: name, what: 'removed' }]
    return operationChanges(old, found.operation, { before, after }).map((change) => ({
      operation: name,
      ...change,
    }))
  })
}

/** By method and path; what a parameter in the path is called concerns no client. */
function operationsOf({ paths }: OpenApi): Map<string, { name: string; operation: Operation }> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`
        return [name.replaceAll(/\{[^}]+\}/g, '{}'), { name, operation }] as const
      }),
    ),
  )
}

function operationChanges(old: Operation, now: Operation, sides: Sides): Found[] {
  return [
    ...(old.operationId === now.operationId
      ? []
      : [
          {
            subject: old.operationId ?? 'operationId',
            what: `operationId ${old.operationId} → ${now.operationId}`,
          },
        ]),
    ...accessChanges(old, now, sides),
    ...parameterChanges(old.parameters ?? [], now.parameters ?? [], sides),
    ...bodyChanges(old.requestBody, now.requestBody, sides),
    ...responseChanges(old.responses, now.responses, sides),
  ]
}

/** Each way in that worked must still work, with the same kind of credential. */
function accessChanges(old: Operation, now: Operation, { before, after }: Sides): Found[] {
  const [ways, open] = [old.security ?? before.security ?? [], now.security ?? after.security ?? []]
  const scheme = (document: OpenApi, name: string) => ({
    ...document.components?.securitySchemes?.[name],
    description: '',
  })
  const stillWorks = (way: Requirement) =>
    open.length === 0 ||
    open.some((needed) =>
      Object.keys(needed).every(
        (name) => name in way && isDeepStrictEqual(scheme(before, name), scheme(after, name)),
      ),
    )
  const kept = ways.length === 0 ? stillWorks({}) : ways.every(stillWorks)
  const names = (list: Requirement[]) =>
    list.map((way) => Object.keys(way).join(' and ')).join(' or ') || 'public'
  return kept ? [] : [{ subject: 'access', what: `access ${names(ways)} → ${names(open)}` }]
}

function parameterChanges(old: Parameter[], now: Parameter[], sides: Sides): Found[] {
  const before = byPlace(old)
  const after = byPlace(now)
  return [
    ...[...before].flatMap(([key, parameter]) => {
      const { name } = parameter
      const found = after.get(key)
      if (!found) return [{ subject: name, what: `parameter ${name}: removed` }]
      return [
        ...(found.required && !parameter.required
          ? [{ subject: name, what: `parameter ${name}: now required` }]
          : []),
        ...schemaChanges(`parameter ${name}`, name, [parameter.schema, found.schema], {
          ...sides,
          direction: 'request',
        }),
      ]
    }),
    ...[...after].flatMap(([key, { name, required }]) =>
      required && !before.has(key) ? [{ subject: name, what: `parameter ${name}: new and required` }] : [],
    ),
  ]
}

/** Parameters of a path by their order, others by name; of headers without regard to case. */
function byPlace(parameters: Parameter[]): Map<string, Parameter> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  return new Map(
    parameters.map((parameter) => {
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      return [`${parameter.in} ${parameter.in === 'path' ? inPath.indexOf(parameter) : name}`, parameter]
    }),
  )
}

function bodyChanges(old: Operation['requestBody'], now: Operation['requestBody'], sides: Sides): Found[] {
  if (!old) return now?.required ? [{ subject: 'body', what: 'request body: new and required' }] : []
  if (!now) return [{ subject: 'body', what: 'request body: removed' }]
  return [
    ...(now.required && !old.required ? [{ subject: 'body', what: 'request body: now required' }] : []),
    ...contentChanges('request', 'body', [old.content, now.content], { ...sides, direction: 'request' }),
  ]
}

function responseChanges(old: Operation['responses'], now: Operation['responses'], sides: Sides): Found[] {
  return [
    ...Object.entries(old).flatMap(([status, answer]) => {
      const found = now[status]
      const codes = answer['x-problem-codes']
      if (codes) return codeChanges(status, codes, found?.['x-problem-codes'] ?? [])
      if (!found) return [{ subject: status, what: `answer ${status}: removed` }]
      return contentChanges(`answer ${status}`, status, [answer.content ?? {}, found.content ?? {}], {
        ...sides,
        direction: 'response',
      })
    }),
    ...Object.keys(now)
      .filter((status) => /^[23]/.test(status) && !(status in old))
      .map((status) => ({ subject: status, what: `answer ${status}: a success that clients do not know` })),
  ]
}

/** New refusals are welcome; one that clients look for must stay, and under its status. */
function codeChanges(status: string, old: string[], now: string[]): Found[] {
  return old
    .filter((code) => !now.includes(code))
    .map((code) => ({ subject: code, what: `error ${status} ${code}: removed` }))
}

function contentChanges(
  where: string,
  subject: string,
  [old, now]: [Content, Content],
  comparison: Comparison,
): Found[] {
  return Object.entries(old).flatMap(([type, { schema }]) =>
    type in now
      ? schemaChanges(where, subject, [schema, now[type]!.schema], comparison)
      : [{ subject, what: `${where}: ${type} removed` }],
  )
}

function schemaChanges(
  where: string,
  subject: string,
  [old = true, now = true]: (Schema | undefined)[],
  comparison: Comparison,
): Found[] {
  return breakingSchemaChanges(old, now, comparison).map(({ path, what }) => ({
    subject: nameIn(path) || subject,
    what: path ? `${where} field ${path}: ${what}` : `${where}: ${what}`,
  }))
}

/** The last name of a path: `address` of `channels[].address`, `channels` of `channels[]`. */
function nameIn(path: string): string {
  return path
    .split('.')
    .at(-1)!
    .replaceAll(/\[\]|\{\}/g, '')
}
