import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { pageRoutes, type PageId, type PageRoute } from '#contracts/page-routes.ts'

/** The first screen of every page that is the same for everyone, as HTML. */
export type PrerenderedPages = Partial<Record<PageId, string>>

/** Where the built app has them, in its folder. */
export const prerenderedPagesPath = 'builds/prerendered.json'

/** Where it has what renders members' screens, in its folder: for the server, which serves nothing of it. */
export const screenRendererPath = 'renderer/member-screen.mjs'

/** In the folder of the second build, which is for the server. */
const fileName = 'pages.json'

/** Renders the pages of the route table that are `prerendered`, once `web/prerender.tsx` is built. */
export function prerenderPages(): Plugin {
  return {
    name: 'crels:prerender-pages',
    apply: 'build',
    async writeBundle({ dir }) {
      const built = pathToFileURL(join(dir!, 'prerender.mjs')).href
      const { prerenderPage } = (await import(built)) as { prerenderPage(path: string): Promise<string> }
      const pages: PrerenderedPages = {}
      for (const [id, { path, prerendered }] of Object.entries<PageRoute>(pageRoutes))
        if (prerendered) pages[id as PageId] = await prerenderPage(path)
      await writeFile(join(dir!, fileName), JSON.stringify(pages))
    },
  }
}

/** Puts them into the built app, and beside them the second build, by which members' screens are rendered. */
export async function takeRenderer(from: string, webDir: string): Promise<void> {
  const pages = await readFile(join(from, fileName))
  const to = join(webDir, dirname(screenRendererPath))
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
  await rm(join(to, fileName))
  await writeFile(join(webDir, prerenderedPagesPath), pages)
}
