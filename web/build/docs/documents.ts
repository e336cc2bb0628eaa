import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { compile, type CompileOptions } from '@mdx-js/mdx'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import type { Plugin } from 'vite'
import { problems } from '#contracts/errors.ts'
import { plainText } from '#rules/markdown.ts'
import { operations } from './api-reference.ts'
import { rehypeDocArticle, remarkFacts, remarkTakeFrontmatter, type DocFile } from './doc-tree.ts'
import { readFaq } from './faq.ts'

const docsDir = fileURLToPath(new URL('../../../content/docs/', import.meta.url))

/** The page a document is, as the route table calls it. */
const pageIdOf = (path: string): string => `docs/${relative(docsDir, path).replace(/\.mdx$/, '')}`

const options: CompileOptions = {
  remarkPlugins: [remarkGfm, remarkFrontmatter, remarkTakeFrontmatter as never, remarkFacts as never],
  rehypePlugins: [rehypeSlug, [rehypeDocArticle as never, { idOf: pageIdOf }]],
  providerImportSource: '#web/features/docs/doc-components.tsx',
}

/** What is made from all documents, as modules. */
const modules: Record<string, () => Promise<unknown>> = {
  'virtual:docs-search': searchRecords,
  'virtual:docs-descriptions': descriptions,
}

/**
 * The documentation of `content/docs`: each file is the module of a page, with the numbers of `facts.ts` in it. Beside them
 * stands what search looks through, a module that loads with the first search.
 */
export function documents(): Plugin {
  return {
    name: 'crels:documents',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    async load(id) {
      const made = id.startsWith('\0') ? modules[id.slice(1)] : undefined
      return made && `export default ${JSON.stringify(await made())}`
    },
    async transform(source, id) {
      if (!id.endsWith('.mdx')) return undefined
      const file = await compile({ value: source, path: id }, options)
      return { code: String(file), map: null }
    },
  }
}

/** A passage that search can find: the page it is on, the id and words of its heading (none before the first), and its text. */
export type SearchRecord = [page: string, id: string, heading: string, text: string]

/** Every passage of the documentation, every answer, and every call and error of the API. */
export async function searchRecords(): Promise<SearchRecord[]> {
  const passages = (await compileAll()).flatMap(([page, { sections = [] }]) =>
    sections
      .filter(({ heading, text }) => heading !== '' || text !== '')
      .map(({ id, heading, text }): SearchRecord => [page, id, heading, text]),
  )
  const answers = readFaq().flatMap(({ entries }) =>
    entries.map(({ slug, question, answer }): SearchRecord => ['faq', slug, question, plainText(answer)]),
  )
  const calls = operations().map(({ method, path, operation: { operationId, summary } }): SearchRecord => [
    'docs/api',
    operationId,
    `${method} ${path}`,
    summary,
  ])
  const errors = Object.entries(problems).map(([code, [status, title, detail]]): SearchRecord => [
    'docs/api',
    code,
    code,
    `${status} ${title}. ${detail}`,
  ])
  return [...passages, ...answers, ...calls, ...errors]
}

/** What each document is about, in a sentence, by page. */
export async function descriptions(): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await compileAll()).map(([page, { frontmatter }]) => [page, frontmatter!['description']!]),
  )
}

let compiled: Promise<[page: string, data: DocFile['data']][]> | undefined

/** Once a build. */
async function compileAll(): Promise<[page: string, data: DocFile['data']][]> {
  const files = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  return await (compiled ??= Promise.all(
    files
      .filter((name) => name.endsWith('.mdx'))
      .sort()
      .map(async (name) => {
        const path = docsDir + name
        const file = await compile({ value: await readFile(path, 'utf8'), path }, options)
        return [pageIdOf(path), file.data as DocFile['data']] as const
      }),
  ) as Promise<[string, DocFile['data']][]>)
}
