/** A JSON schema as our documents have them: what zod writes of a contract. */
export type Schema = { [keyword: string]: unknown } | boolean

/** The part of an OpenAPI document that references point into. */
export type Document = { components?: { schemas?: Record<string, Schema> } }

/** A schema that is one kind of value: no reference, no alternatives, no list of types. */
export type Form = Record<string, unknown>

/** The alternatives of a schema. */
export function formsOf(schema: Schema, document: Document): Form[] {
  const { anyOf, oneOf, ...rest } = resolve(schema, document)
  const options = (anyOf ?? oneOf) as Schema[] | undefined
  if (options)
    return options.flatMap((option) => formsOf({ ...rest, ...resolve(option, document) }, document))
  if (Array.isArray(rest.type)) return rest.type.map((type: unknown) => ({ ...rest, type }))
  return [rest]
}

/** Its type, or that of its fixed values; undefined where anything goes. */
export function typeOf(form: Form): unknown {
  if (form.type !== undefined) return form.type
  const value = valuesOf(form)?.[0]
  return value === undefined ? undefined : value === null ? 'null' : typeof value
}

/** The fixed values it is one of, if it names them. */
export function valuesOf(form: Form): unknown[] | undefined {
  return 'const' in form ? [form.const] : (form.enum as unknown[] | undefined)
}

function resolve(schema: Schema, document: Document): Form {
  if (typeof schema === 'boolean') return schema ? {} : { enum: [] }
  if (typeof schema.$ref !== 'string') return schema
  const target = document.components?.schemas?.[schema.$ref.replace('#/components/schemas/', '')]
  if (target === undefined) throw new Error(`The document has no ${schema.$ref}`)
  return resolve(target, document)
}
