import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import type { Plugin, Rolldown } from 'vite'
import { pageRoutes, type Layout, type PageId } from '#contracts/page-routes.ts'

/** What a page loads after the first load, as paths on the site. */
export interface PageFiles {
  scripts: string[]
  styles: string[]
}

/** Where the built app says it, in its folder. */
export const pageFilesPath = 'builds/pages.json'

/** A style sheet, with our classes that it is for. */
export interface StyleSheet {
  classes: string[]
  text: string
}

/** Each of them by its path on the site. */
export type StyleSheets = Record<string, StyleSheet>

/** Where the built app has them, for a page that comes with its first screen. */
export const styleSheetsPath = 'builds/styles.json'

/**
 * Emits the files of every page by its id, as the table in `web/routes.tsx` names its module, for the server to write
 * into the page: the browser asks for them at once, and not only when the first load has run.
 */
export function pageFiles(): Plugin {
  return {
    name: 'crels:page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const table = chunks
          .flatMap(({ moduleIds }) => moduleIds)
          .find((id) => id.endsWith('/web/routes.tsx'))
        if (!table) throw new Error('web/routes.tsx was not built')
        const source = await readFile(table, 'utf8')
        const layouts = layoutsIn(source)
        const files: Partial<Record<PageId, PageFiles>> = {}
        for (const [id, module] of pagesIn(source)) {
          const layout = layouts[pageRoutes[id].layout]
          const modules = [module, ...(layout ? [layout] : [])]
          files[id] = filesOf(
            chunks,
            modules.map((path) => join(dirname(table), path)),
          )
        }
        this.emitFile({ type: 'asset', fileName: pageFilesPath, source: JSON.stringify(files) })
        const sheets = JSON.stringify(sheetsIn(bundle))
        this.emitFile({ type: 'asset', fileName: styleSheetsPath, source: sheets })
      },
    },
  }
}

/** Our own classes begin with a line: a screen that has one of them needs the sheet, whatever loads it in a browser. */
function sheetsIn(bundle: Rolldown.OutputBundle): StyleSheets {
  const sheets = Object.values(bundle).filter(
    (file) => file.type === 'asset' && file.fileName.endsWith('.css'),
  ) as Rolldown.OutputAsset[]
  return Object.fromEntries(
    sheets.map(({ fileName, source }) => {
      const text = String(source)
      const found = text.matchAll(/\.(_[\w-]+)/g)
      return [`/${fileName}`, { classes: [...new Set([...found].map(([, name]) => name!))], text }]
    }),
  )
}

/** Each page's id and module in the source of the table. */
function pagesIn(source: string): [PageId, string][] {
  const rows = source.matchAll(/^ {2}'?([\w/-]+)'?: \[[^]*?\(\) => import\('(.+?)'\)/gm)
  return [...rows].map(([, id, module]) => [id as PageId, module!])
}

/** The modules of layouts that not every visit loads. */
function layoutsIn(source: string): Partial<Record<Layout, string>> {
  const rows = source.matchAll(/'?([\w-]+)'?: \{ lazy: .*?import\('(.+?)'\)/g)
  return Object.fromEntries([...rows].map(([, layout, module]) => [layout, module]))
}

function filesOf(chunks: Rolldown.OutputChunk[], modules: string[]): PageFiles {
  const first = closure(chunks, (chunk) => chunk.isEntry)
  const missing = modules.find((module) => !chunks.some(({ facadeModuleId }) => facadeModuleId === module))
  if (missing) throw new Error(`${missing} has no chunk of its own`)
  const own = closure(
    chunks,
    ({ facadeModuleId }) => facadeModuleId !== null && modules.includes(facadeModuleId),
  )
  const added = [...own].filter((chunk) => !first.has(chunk))
  const styles = new Set(added.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return {
    scripts: added.map(({ fileName }) => `/${fileName}`),
    styles: [...styles].map((file) => `/${file}`),
  }
}

/** The named chunks and all they import, but not what they only load later. */
function closure(chunks: Rolldown.OutputChunk[], meant: (chunk: Rolldown.OutputChunk) => boolean) {
  const found = new Set(chunks.filter(meant))
  for (const chunk of found)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) found.add(imported)
    }
  return found
}
