import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { Providers } from './app.tsx'
import { routes } from './routes.tsx'

/**
 * The first screen of a page as a visitor sees it before anything has answered, as HTML for `#root`: the browser shows it
 * before a script has run, and takes it over (`main.tsx`). Runs in Node, at build time. Throws when a part of it fails.
 */
export async function prerenderPage(path: string): Promise<string> {
  return await openRouter().render(path)
}

/** What renders pages in Node by the app's own routes, whose modules it loads once. */
export function openRouter() {
  const { query, dataRoutes } = createStaticHandler(routes)
  return {
    /** Throws when a part of it fails, or the path leads elsewhere. */
    async render(path: string): Promise<string> {
      const context = await query(new Request(`http://localhost${path}`))
      if (context instanceof Response) throw new Error(`${path} leads elsewhere`)
      const failures: unknown[] = []
      const { prelude } = await prerender(
        <Providers>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Providers>,
        {
          // Else what is past 12 KB comes hidden, for inline scripts to show.
          progressiveChunkSize: Infinity,
          onError: (error) => void failures.push(error),
        },
      )
      const html = await new Response(prelude).text()
      if (failures.length > 0) throw new Error(`${path} cannot be rendered`, { cause: failures[0] })
      return html
    },
  }
}
