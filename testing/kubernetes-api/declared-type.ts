/** As much of JSON Schema as the types of the API take. */
export interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | false
}

/**
 * The schema of a type as a declaration has it: names, strings, arrays, maps, and objects, which have no other fields.
 * `definitionOf` is told each name that the type refers to, and says which definition it is. Throws at what it does not
 * know.
 */
export function readType(declared: string, definitionOf: (name: string) => string): Schema {
  const tokens = declared.match(/"[^"]*"|\w+|[^\s\w"]/g) ?? []
  let at = 0
  const schema = union()
  if (at < tokens.length && tokens[at] !== ';')
    throw new Error(`Not known as a type: ${tokens.slice(at).join(' ')}`)
  return schema

  function take(expected?: string): string {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Instead of ${expected ?? 'a type'} there is ${token} in ${declared}`)
    return token
  }

  function union(): Schema {
    const all = [one()]
    while (tokens[at] === '|') {
      take()
      all.push(one())
    }
    if (all.length === 1) return all[0]!
    return all.every((schema) => schema.enum)
      ? { enum: all.flatMap((schema) => schema.enum!) }
      : { anyOf: all }
  }

  function one(): Schema {
    const token = take()
    if (token.startsWith('"')) return { enum: [JSON.parse(token) as string] }
    if (token === 'string' || token === 'number' || token === 'boolean') return { type: token }
    if (token === '{') return members()
    if (token !== 'Array') return { $ref: `#/definitions/${definitionOf(token)}` }
    take('<')
    const items = union()
    take('>')
    return { type: 'array', items }
  }

  function members(): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    let others: Schema | false = false
    while (tokens[at] !== '}') {
      const name = take()
      if (name === '[') {
        for (const token of ['key', ':', 'string', ']', ':']) take(token)
        others = union()
      } else {
        const key = JSON.parse(name) as string
        if (tokens[at] === '?') take()
        else required.push(key)
        take(':')
        properties[key] = union()
      }
      take(';')
    }
    take('}')
    return others
      ? { type: 'object', additionalProperties: others }
      : { type: 'object', properties, required, additionalProperties: false }
  }
}
