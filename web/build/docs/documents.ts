import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { compile, type CompileOptions } from '@mdx-js/mdx'
import rehypeSlug from 'rehype-slug'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import type { Plugin } from 'vite'
import type { Language } from '#contracts/languages.ts'
import { problems } from '#contracts/errors.ts'
import { operations } from './api-reference.ts'
import { rehypeDocArticle, remarkFacts, remarkTakeFrontmatter, type DocFile } from './doc-tree.ts'

const contentDir = fileURLToPath(new URL('../../../content/', import.meta.url))
const docsDir = `${contentDir}docs/`

/** The page a document is, as the route table calls it. */
const pageIdOf = (path: string): string => `docs/${relative(docsDir, path).replace(/\.mdx$/, '')}`

const optionsIn = (language: Language): CompileOptions => ({
  remarkPlugins: [
    remarkGfm,
    remarkFrontmatter,
    remarkTakeFrontmatter as never,
    [remarkFacts as never, { language }],
  ],
  rehypePlugins: [
    rehypeSlug,
    [
      rehypeDocArticle as never,
      {
        idOf: pageIdOf,
        isEnglish: (path: string) => language !== 'en' && !existsSync(translationOf(path, language)),
      },
    ],
  ],
  providerImportSource: '#web/features/docs/doc-components.tsx',
})

/** What is made from all documents, as modules. */
const modules: Record<string, (language: Language) => Promise<unknown>> = {
  'virtual:docs-search': searchRecords,
  'virtual:docs-descriptions': descriptions,
}

/**
 * The documentation of `content/docs`: each file is the module of a page, with the numbers of `rules/text-facts.ts` in
 * it. Beside them stands what search looks through, a module that loads with the first search.
 */
export function documents(language: Language): Plugin {
  return {
    name: 'crels:documents',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    async load(id) {
      const made = id.startsWith('\0') ? modules[id.slice(1)] : undefined
      return made && `export default ${JSON.stringify(await made(language))}`
    },
    async transform(_source, id) {
      if (!id.endsWith('.mdx')) return undefined
      const file = await compileDocument(id, language)
      return { code: String(file), map: null }
    },
  }
}

/**
 * A passage that search can find: the page it is on, the id and words of its heading (none before the first), and its
 * text.
 */
export type SearchRecord = [page: string, id: string, heading: string, text: string]

/**
 * Every passage of the documentation, and every call and error of the API: answers are the operator's, so no build knows
 * them.
 */
export async function searchRecords(language: Language): Promise<SearchRecord[]> {
  const passages = (await compileAll(language)).flatMap(([page, { sections = [] }]) =>
    sections
      .filter(({ heading, text }) => heading !== '' || text !== '')
      .map(({ id, heading, text }): SearchRecord => [page, id, heading, text]),
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
  return [...passages, ...calls, ...errors]
}

/** What each document is about, in a sentence, by page. */
export async function descriptions(language: Language): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await compileAll(language)).map(([page, { frontmatter }]) => [page, frontmatter!['description']!]),
  )
}

/** What was compiled, by language, page and source: a page itself and what is made from all of them need the same. */
const compiled = new Map<string, ReturnType<typeof compile>>()

/** The page of a file of `content/docs`, from its translation where there is one. */
async function compileDocument(path: string, language: Language) {
  const translated = translationOf(path, language)
  const value = await readFile(existsSync(translated) ? translated : path, 'utf8')
  const key = [language, path, value].join('\0')
  const made = compiled.get(key) ?? compile({ value, path }, optionsIn(language))
  compiled.set(key, made)
  return await made
}

/** Where a file's translation would be. */
function translationOf(path: string, language: Language): string {
  return `${contentDir}${language}/docs/${relative(docsDir, path)}`
}

async function compileAll(language: Language): Promise<[page: string, data: DocFile['data']][]> {
  const files = readdirSync(docsDir, { recursive: true, encoding: 'utf8' })
  return await Promise.all(
    files
      .filter((name) => name.endsWith('.mdx'))
      .sort()
      .map(async (name): Promise<[string, DocFile['data']]> => {
        const path = docsDir + name
        const { data } = await compileDocument(path, language)
        return [pageIdOf(path), data as DocFile['data']]
      }),
  )
}
