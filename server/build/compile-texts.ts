import type { CatalogueText } from './catalogues.ts'

/** A text as a function of JavaScript. */
export interface CompiledText {
  /** What it is given, by name. */
  inputs: string[]
  /** `(i) => …`, with `plural(n)` for the plural form of a number, and `siteName()` for the site’s name. */
  code: string
}

/**
 * Compiles one text. Throws what is wrong with it, in words. In a language from right to left each input goes the way of
 * its own letters (`isolates`): a name, an address or a code in Latin letters takes no mark or word beside it along.
 */
export function compileText(text: CatalogueText, { isolates = false } = {}): CompiledText {
  const literal = (words: string) => literalOf(words, isolates)
  if (typeof text === 'string') {
    const inputs = inputsIn(text)
    return { inputs, code: `(${inputs.length > 0 ? 'i' : ''}) => ${literal(text)}` }
  }
  const { declarations, selectors, match } = text[0]
  const declared = new Map(declarations.map(parseDeclaration))
  const inputs = [...declared].filter(([, number]) => number === undefined).map(([name]) => name)
  const rows = Object.entries(match).map(([conditions, words]) => ({
    tests: testsOf(conditions, selectors, declared),
    words: literal(words),
  }))
  const otherwise = rows.pop()
  if (!otherwise || otherwise.tests.length > 0) throw new Error('its last case must be for all others')
  const unknown = Object.values(match)
    .flatMap(inputsIn)
    .find((name) => !inputs.includes(name))
  if (unknown !== undefined) throw new Error(`“${unknown}” is not declared`)
  const cases = rows.map(({ tests, words }) => `${tests.join(' && ')} ? ${words} : `)
  return { inputs, code: `(i) => ${cases.join('')}${otherwise.words}` }
}

/** The site's name, which every text knows without being given it. */
const siteInput = 'siteName'

/** The inputs named in a text, once each. */
export function inputsIn(text: string): string[] {
  const named = partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [part.input]))
  return [...new Set(named)].filter((name) => name !== siteInput)
}

/** A text in its parts: words, and inputs among them. `\{` is a brace. */
export function partsOf(text: string): (string | { input: string })[] {
  const parts: (string | { input: string })[] = []
  let words = ''
  for (const [token, escaped, input] of text.matchAll(/\\([\\{}])|\{(\w+)\}|[\s\S]/g)) {
    if (input === undefined) {
      if (token === '{') throw new Error('a brace that is meant as one is written \\{')
      words += escaped ?? token
      continue
    }
    parts.push(words, { input })
    words = ''
  }
  return [...parts, words].filter((part) => part !== '')
}

/** U+2068 and U+2069: what stands between them turns nothing around it, and is turned by nothing. */
const isolated = (code: string, isolates: boolean): string => (isolates ? `\u2068${code}\u2069` : code)

function literalOf(text: string, isolates: boolean): string {
  const parts = partsOf(text).map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`)
    return isolated(part.input === siteInput ? '${siteName()}' : `\${i.${part.input}}`, isolates)
  })
  return `\`${parts.join('')}\``
}

/** `input count`, or `local countPlural = count: plural`, which is the plural form of that number. */
function parseDeclaration(declaration: string): [name: string, number: string | undefined] {
  const [, input, local, number] = /^(?:input (\w+)|local (\w+) = (\w+): plural)$/.exec(declaration) ?? []
  if (input === undefined && local === undefined) throw new Error(`“${declaration}” cannot be declared`)
  return [input ?? local!, number]
}

/**
 * What has to hold in a case. `other` holds always: a language may have forms that a text need not tell apart (Spanish
 * has one for whole millions), and an English text that stands in has only those of English.
 */
function testsOf(
  conditions: string,
  selectors: string[],
  declared: Map<string, string | undefined>,
): string[] {
  return conditions.split(',').flatMap((condition) => {
    const [, name = '', value] = /^\s*(\w+)=(\S+)\s*$/.exec(condition) ?? []
    if (!selectors.includes(name) || !declared.has(name)) throw new Error(`“${condition}” chooses by nothing`)
    const number = declared.get(name)
    if (value === '*' || (number !== undefined && value === 'other')) return []
    return [
      `${number === undefined ? `String(i.${name})` : `plural(i.${number})`} === ${JSON.stringify(value)}`,
    ]
  })
}

/** What a text is given, as the type of a parameter. */
export function inputTypes(inputs: string[]): string {
  if (inputs.length === 0) return 'inputs?: {}'
  return `inputs: { ${inputs.map((name) => `${name}: NonNullable<unknown>`).join('; ')} }`
}
