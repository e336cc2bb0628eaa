import { isDeepStrictEqual } from 'node:util'
import { limitChanges } from './limit-changes.ts'
import { formsOf, typeOf, valuesOf, type Document, type Form, type Schema } from './schema-forms.ts'

/** What broke at `path` (a field like `channels[].address`, empty for the whole value). */
export interface SchemaChange {
  path: string
  what: string
}

/** Two documents, and which way their values go: a client sends a `request` and reads a `response`. */
export interface Comparison {
  before: Document
  after: Document
  direction: 'request' | 'response'
}

/** Keywords that say nothing about which values are right. */
const annotations = new Set(
  'title description examples example deprecated readOnly writeOnly $comment $id $schema'.split(' '),
)

/** Keywords that are compared below; a change of any other counts as broken. */
const compared = new Set(
  [
    'type enum const anyOf oneOf properties required additionalProperties items default pattern format',
    'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems',
  ].flatMap((keywords) => keywords.split(' ')),
)

/**
 * Changes of a schema that break clients: in a request, what was accepted must still be; in a response, what is
 * answered must be what could be answered before, new fields aside. What the comparison does not know counts as broken.
 */
export function breakingSchemaChanges(
  before: Schema,
  after: Schema,
  comparison: Comparison,
  path = '',
  depth = 0,
): SchemaChange[] {
  // Deeper than any contract is a type that contains itself; its fields were compared on the way here.
  if ((isDeepStrictEqual(before, after) && !hasReference(before)) || depth > 40) return []
  const [oldForms, newForms] = [formsOf(before, comparison.before), formsOf(after, comparison.after)]
  if (oldForms.length === 1 && newForms.length === 1)
    return formChanges(oldForms[0]!, newForms[0]!, comparison, path, depth)
  return alternativeChanges(oldForms, newForms, comparison, path, depth)
}

/** Of alternatives, each that is given must be one of those that are taken. */
function alternativeChanges(
  oldForms: Form[],
  newForms: Form[],
  comparison: Comparison,
  path: string,
  depth: number,
): SchemaChange[] {
  const request = comparison.direction === 'request'
  const [given, taken] = request ? [oldForms, newForms] : [newForms, oldForms]
  return given.flatMap((form) => {
    const tries = taken.map((other) => ({
      alike: typeOf(form) === typeOf(other),
      changes: formChanges(
        ...(request ? ([form, other] as const) : ([other, form] as const)),
        comparison,
        path,
        depth,
      ),
    }))
    if (tries.some(({ changes }) => changes.length === 0)) return []
    // The alternative of its own type says best what changed in it.
    const nearest = tries.filter(({ alike }) => alike).sort((a, b) => a.changes.length - b.changes.length)[0]
    return (
      nearest?.changes ?? [
        { path, what: `${nameOf(form)} ${request ? 'is no longer accepted' : 'can now be answered'}` },
      ]
    )
  })
}

function formChanges(
  old: Form,
  now: Form,
  comparison: Comparison,
  path: string,
  depth: number,
): SchemaChange[] {
  const request = comparison.direction === 'request'
  const [taking, giving] = request ? [now, old] : [old, now]
  const changes = [
    ...typeChanges(taking, giving),
    ...valueChanges(taking, giving),
    ...limitChanges(taking, giving),
    ...['pattern', 'format'].filter((keyword) => keyword in taking && taking[keyword] !== giving[keyword]),
    // Who leaves a field out gets another meaning.
    ...(request && 'default' in old && !isDeepStrictEqual(old.default, now.default) ? ['default'] : []),
    ...unknownChanges(old, now),
  ].map((keyword) => ({ path, what: `${keyword} ${shown(old[keyword])} → ${shown(now[keyword])}` }))
  if (changes.some(({ what }) => what.startsWith('type '))) return changes
  return [
    ...changes,
    ...objectChanges(old, now, comparison, path, depth),
    ...breakingSchemaChanges(itemsOf(old), itemsOf(now), comparison, `${path}[]`, depth + 1),
  ]
}

function typeChanges(taking: Form, giving: Form): string[] {
  const [wide, narrow] = [typeOf(taking), typeOf(giving)]
  return wide === undefined || wide === narrow || (wide === 'number' && narrow === 'integer') ? [] : ['type']
}

function valueChanges(taking: Form, giving: Form): string[] {
  const [taken, given] = [valuesOf(taking), valuesOf(giving)]
  if (!taken || given?.every((value) => taken.some((one) => isDeepStrictEqual(one, value)))) return []
  return ['enum' in taking || 'enum' in giving ? 'enum' : 'const']
}

function objectChanges(
  old: Form,
  now: Form,
  comparison: Comparison,
  path: string,
  depth: number,
): SchemaChange[] {
  const request = comparison.direction === 'request'
  const [oldFields, newFields] = [fieldsOf(old), fieldsOf(now)]
  const [oldRequired, newRequired] = [requiredOf(old), requiredOf(now)]
  const at = (name: string) => (path ? `${path}.${name}` : name)
  return [
    ...Object.keys(oldFields)
      .filter((name) => !(name in newFields))
      .map((name) => ({ path: at(name), what: 'removed' })),
    ...Object.entries(oldFields).flatMap(([name, schema]) =>
      name in newFields
        ? breakingSchemaChanges(schema, newFields[name]!, comparison, at(name), depth + 1)
        : [],
    ),
    ...(request
      ? newRequired
          .filter((name) => !oldRequired.includes(name))
          .map((name) => ({ path: at(name), what: 'now required' }))
      : oldRequired
          .filter((name) => name in newFields && !newRequired.includes(name))
          .map((name) => ({ path: at(name), what: 'no longer always there' }))),
    ...otherFieldChanges(old.additionalProperties, now.additionalProperties, comparison, path, depth),
  ]
}

/** Fields without a name of their own: records by key, and whether strangers are taken. */
function otherFieldChanges(
  old: unknown = true,
  now: unknown = true,
  comparison: Comparison,
  path: string,
  depth: number,
): SchemaChange[] {
  if (typeof old === 'object' && typeof now === 'object')
    return breakingSchemaChanges(old as Schema, now as Schema, comparison, `${path}{}`, depth + 1)
  const narrowed =
    comparison.direction === 'request'
      ? old !== false && now !== true && !isEmpty(now)
      : typeof old === 'object' && !isEmpty(old)
  return narrowed ? [{ path, what: `other fields ${shown(old)} → ${shown(now)}` }] : []
}

function unknownChanges(old: Form, now: Form): string[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (keyword) =>
      !compared.has(keyword) &&
      !annotations.has(keyword) &&
      !keyword.startsWith('x-') &&
      !isDeepStrictEqual(old[keyword], now[keyword]),
  )
}

const fieldsOf = (schema: Form) => (schema.properties ?? {}) as Record<string, Schema>
const requiredOf = (schema: Form) => (schema.required ?? []) as string[]
const itemsOf = (schema: Form) => (schema.items ?? true) as Schema
const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
const shown = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value))
const nameOf = (schema: Form) => shown(valuesOf(schema) ?? schema.type ?? 'anything')

/** Two equal references may point to different things. */
function hasReference(schema: Schema): boolean {
  return JSON.stringify(schema).includes('"$ref"')
}
