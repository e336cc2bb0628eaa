import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { mermaidOf, moduleGraph, tableOf } from './module-graph.ts'

/** The text of a document with the parts between `<!-- generated: name -->` and `<!-- end -->` written anew. */
export function withParts(text: string, parts: Record<string, string>): string {
  return text.replaceAll(
    /(<!-- generated: ([a-z-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      const part = parts[name]
      if (part === undefined) throw new Error(`Nothing generates "${name}"`)
      return `${begin}\n${part}\n\n${end}`
    },
  )
}

/** The decisions in `folder` as a Markdown list, by number. Throws for a number given twice and a title without one. */
export function listOfDecisions(folder: string): string {
  const files = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort()
  const numbers = files.map((name) => name.slice(0, 3))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice) throw new Error(`Two decisions are numbered ${twice}`)
  return files
    .map((name) => {
      const [title] = readFileSync(path.join(folder, name), 'utf8').split('\n')
      const [, number, rest] = /^# (\d{3}) (.+ \(\d{4}-\d\d-\d\d\))$/.exec(title!) ?? []
      if (number !== name.slice(0, 3))
        throw new Error(`${name} begins with "${title}", not with "# ${name.slice(0, 3)} Title (2026-11-23)"`)
      return `- [${number}](${name}) ${rest}`
    })
    .join('\n')
}

// Writes the parts of documents that are generated; with `--check` only says whether they are current.
if (import.meta.main) {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const graph = moduleGraph(root)
  const documents = {
    'docs/architecture.md': { 'module-picture': mermaidOf(graph), 'module-table': tableOf(graph) },
    'docs/decisions/README.md': { decisions: listOfDecisions(path.join(root, 'docs/decisions')) },
  }
  for (const [document, parts] of Object.entries(documents)) {
    const file = path.join(root, document)
    const before = readFileSync(file, 'utf8')
    const text = withParts(before, parts)
    if (!process.argv.includes('--check')) writeFileSync(file, text)
    else if (text !== before) {
      console.error(`${document} is not current: run \`npm run generate\``)
      process.exitCode = 1
    }
  }
}
