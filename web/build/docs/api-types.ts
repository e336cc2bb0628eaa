/** A JSON schema, as far as our OpenAPI document uses it. */
export interface Schema {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  contentMediaType?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
  description?: string
}

/** A schema as a type is written: `{ id: string, state: "open" | "closed" }`, an object's fields on lines of their own. */
export function typeText(schema: Schema, indent = ''): string {
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeText(one, indent)))
  if (schema.allOf) return schema.allOf.map((one) => typeText(one, indent)).join(' & ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.contentMediaType) return `bytes (${schema.contentMediaType})`
  if (schema.type === 'array') {
    const items = typeText(schema.items ?? {}, indent)
    return /[|&]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
  }
  if (schema.type === 'object') return objectText(schema, indent)
  if (schema.format === 'date-time') return 'time'
  if (schema.format === 'date') return 'date'
  return Array.isArray(schema.type) ? union(schema.type) : (schema.type ?? 'any')
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const names = Object.keys(properties)
  const inner = `${indent}  `
  if (names.length === 0)
    return typeof additionalProperties === 'object'
      ? `{ [name]: ${typeText(additionalProperties, indent)} }`
      : '{}'
  const lines = names.map((name) => {
    const schema = properties[name]!
    const limits = limitsText(schema)
    const key = `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema, inner)}`
    return `${inner}${key}${limits && `  // ${limits}`}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

/** What a value has to be beside its type, in words. */
export function limitsText({
  minLength,
  maxLength,
  minimum,
  exclusiveMinimum,
  maximum,
  ...rest
}: Schema): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const parts = [
    range(minLength, maxLength, ' characters'),
    range(least === Number.MIN_SAFE_INTEGER ? undefined : least, most, ''),
    rest.default === undefined ? '' : `${JSON.stringify(rest.default)} unless given`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least ? `at least ${least}${unit}` : ''
}

/** A value that fits a schema, for an example: of an object the fields it must have. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.anyOf) return sampleOf(schema.anyOf[0]!, name)
  if (schema.allOf) return sampleOf(schema.allOf[0]!, name)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, name)]
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([field]) => schema.required?.includes(field))
        .map(([field, of]) => [field, sampleOf(of, field)]),
    )
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(
      schema.minimum ?? 1,
      schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1,
    )
  if (schema.format === 'date-time') return '2026-11-23T12:00:00Z'
  return samples[name] ?? '…'
}

const samples: Record<string, string> = {
  email: 'maya@example.com',
  password: 'correct horse battery',
  code: '123456',
  birthday: '1994-05-17',
  timeZone: 'Europe/Lisbon',
  destinationUrl: 'https://northwind.example/beans',
  url: 'https://northwind.example/beans',
}
