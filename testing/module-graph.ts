import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which modules each module of the server imports, all in the order of the alphabet. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>

const folder = 'server/modules'

/** Reads the imports of every file of the checkout at `root` that belongs to a module; tests and fixtures do not count. */
export function moduleGraph(root: string): ModuleGraph {
  const modules = globSync(`${folder}/*/`, { cwd: root })
    .map((name) => path.basename(name))
    .sort()
  return new Map(
    modules.map((name) => [
      name,
      modules.filter((other) => other !== name && importedBy(root, name).has(other)),
    ]),
  )
}

/**
 * The graph as a Mermaid flowchart. An import that another path implies has no arrow of its own: conversions → accounts
 * is not drawn where conversions → campaigns → accounts is. Throws where modules import each other in a circle.
 */
export function mermaidOf(graph: ModuleGraph): string {
  const arrows = [...graph].flatMap(([name, imports]) =>
    imports
      .filter((to) => !imports.some((other) => other !== to && reachableFrom(graph, other).has(to)))
      .map((to) => `  ${name} --> ${to}`),
  )
  const alone = [...graph.keys()].filter((name) => !arrows.some((arrow) => arrow.split(' ').includes(name)))
  return ['```mermaid', 'flowchart LR', ...arrows, ...alone.map((name) => `  ${name}`), '```'].join('\n')
}

/** Every module with all it imports, as a Markdown table; links lead from `docs/`. */
export function tableOf(graph: ModuleGraph): string {
  const rows = [...graph].map(
    ([name, imports]) => `| [${name}](../${folder}/${name}/README.md) | ${imports.join(', ') || '–'} |`,
  )
  return ['| module | imports |', '|---|---|', ...rows].join('\n')
}

function importedBy(root: string, name: string): Set<string> {
  const files = globSync(`${folder}/${name}/**/*.ts`, {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.fixture.ts'],
  })
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)]
        .map(([, target]) => pathOf(target!, file))
        .filter((target) => target.startsWith(`${folder}/`))
        .map((target) => target.split('/')[2]!),
    ),
  )
}

function pathOf(target: string, file: string): string {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? path.posix.join(path.dirname(file), target) : target
}

function reachableFrom(graph: ModuleGraph, from: string, way: readonly string[] = []): Set<string> {
  if (way.includes(from)) throw new Error(`Modules import in a circle: ${[...way, from].join(' → ')}`)
  const imports = graph.get(from) ?? []
  return new Set([...imports, ...imports.flatMap((to) => [...reachableFrom(graph, to, [...way, from])])])
}
