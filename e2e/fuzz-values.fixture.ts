import fc from 'fast-check'
import { nastyJson } from './nasty-texts.fixture.ts'
import { utcDate } from '#rules/utc-date.ts'

/** What of JSON schema our document uses. */
export interface ValueSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: ValueSchema[]
  oneOf?: ValueSchema[]
  properties?: Record<string, ValueSchema>
  required?: string[]
  items?: ValueSchema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  minimum?: number
  maximum?: number
}

/** JSON text as it is, where no value of the language says the same. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const nastyValues = nastyJson.map((text) => new Raw(text))

/** Values that a schema accepts, as far as it says; `known` are texts that name something in the database. */
export function valuesOf(schema: ValueSchema, known: string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known)))
  if (schema.type === 'object') return objectsOf(schema, known)
  if (schema.type === 'array')
    return fc.array(valuesOf(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength: 4 })
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  if (schema.type === 'string') return fc.oneof(fc.constantFrom(...known), textsOf(schema))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return fc.jsonValue({ maxDepth: 2 })
}

/** JSON texts: what the schema accepts, the same with one thing wrong in it, and anything at all. */
export function bodiesOf(schema: ValueSchema, known: string[]): fc.Arbitrary<string> {
  const right = valuesOf(schema, known)
  return fc.oneof(
    { weight: 4, arbitrary: right.map(write) },
    { weight: 6, arbitrary: fc.tuple(right, fc.nat(), fc.constantFrom(...nastyValues)).map(spoilt) },
    { weight: 2, arbitrary: fc.tuple(right, fc.nat(), fc.nat()).map(cutOrDoubled) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom(...nastyValues).map(write) },
  )
}

function objectsOf({ properties = {}, required = [] }: ValueSchema, known: string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, of]) => [name, valuesOf(of, known)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never })
}

function numbersOf({ minimum = -1e6, maximum = 1e6 }: ValueSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -Number.MAX_SAFE_INTEGER), Math.min(maximum, Number.MAX_SAFE_INTEGER)]
  return fc.oneof(
    fc.constantFrom(min, max, Math.max(min, 1)),
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
  )
}

function textsOf({ format, pattern, minLength = 0, maxLength = 200 }: ValueSchema): fc.Arbitrary<string> {
  const times = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') return times.map((time) => time.toISOString())
  if (format === 'date') return times.map(utcDate)
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) })
  if (pattern === undefined) return plain
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    // A pattern that cannot be turned round (it looks ahead, or names classes of characters).
    return plain
  }
}

/** The value with one thing in it, or one thing more, that is nasty. */
function spoilt([value, where, nasty]: [unknown, number, Raw]): string {
  const spots: ((put: Raw) => void)[] = []
  const root = { value: structuredClone(value) }
  const walk = (holder: Record<string, unknown>, key: string) => {
    spots.push((put) => (holder[key] = put))
    const inner = holder[key]
    if (typeof inner !== 'object' || inner === null) return
    if (!Array.isArray(inner)) spots.push((put) => ((inner as Record<string, unknown>).more = put))
    for (const name of Object.keys(inner)) walk(inner as Record<string, unknown>, name)
  }
  walk(root, 'value')
  spots[where % spots.length]!(nasty)
  return write(root.value)
}

/** The text cut off somewhere, or with its first field said twice. */
function cutOrDoubled([value, where, how]: [unknown, number, number]): string {
  const text = write(value)
  if (how % 2 === 0) return text.slice(0, where % (text.length + 1))
  return text.startsWith('{"') ? text.replace(/^\{("[^"]*":)/, '{$1null,$1') : `${text}${text}`
}

function write(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${write(inner)}`)
    .join(',')}}`
}
