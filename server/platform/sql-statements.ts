/** A statement in small letters, without comments: `''` stands for each string in it and `$$` for each quoted body. */
export interface SqlStatement {
  text: string
  /** What its strings say, in order. */
  strings: string[]
  /** What is between `$$` and `$$`, in order. */
  bodies: string[]
}

/** The statements of a script, in order. Lines of psql (`\ir`) are none. */
export function statementsOf(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let current: SqlStatement = { text: '', strings: [], bodies: [] }
  const end = () => {
    const text = current.text.toLowerCase().trim()
    if (text) statements.push({ ...current, text })
    current = { text: '', strings: [], bodies: [] }
  }
  for (const { 0: whole, groups } of sql.matchAll(token)) {
    if (groups!.comment !== undefined) continue
    if (groups!.string !== undefined) {
      current.strings.push(groups!.string.replaceAll("''", "'"))
      current.text += "''"
    } else if (groups!.body !== undefined) {
      current.bodies.push(groups!.body)
      current.text += '$$'
    } else if (groups!.name !== undefined) current.text += groups!.name
    else if (whole === ';') end()
    else current.text += whole
  }
  end()
  return statements
}

const token =
  /(?<comment>--.*|\/\*[^]*?\*\/|^\\.*$)|'(?<string>(?:[^']|'')*)'|\$(?<tag>\w*)\$(?<body>[^]*?)\$\k<tag>\$|"(?<name>[^"]*)"|;|[^]/gm

/** What the body of a `do` does, statement by statement: without what it declares and what its conditions say. */
export function statementsOfBody(body: string): SqlStatement[] {
  let isDeclared = false
  return statementsOf(body).flatMap((statement) => {
    let text = statement.text
    for (let before = ''; before !== text;) {
      before = text
      isDeclared ||= /^declare\b/.test(text)
      if (isDeclared && !/\bbegin\b/.test(text)) return []
      if (isDeclared) text = text.replace(/^[^]*?(?=\bbegin\b)/, '')
      isDeclared = false
      text = text.replace(lead, '')
    }
    const left = text.split("''").length - 1
    return text
      ? [{ ...statement, text, strings: statement.strings.slice(statement.strings.length - left) }]
      : []
  })
}

/** What stands before a statement of PL/pgSQL. The query that a loop goes over stays: it may change rows. */
const lead =
  /^(?:<<\w+>>|begin\b|else\b|exception\b|(?:if|elsif|when|while)\b[^]*?\b(?:then|loop)\b|foreach\b[^]*?\bloop\b|for\b[^]*?\bin\b(?! (?:update|delete|insert|with)\b)[^]*?\bloop\b)\s*/

/** What is between the commas of `text` that no brackets are around. */
export function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}
