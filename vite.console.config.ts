import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { consolePath } from '#contracts/console-routes.ts'
import { defaultSiteName, siteNamePlace } from '#contracts/site-name.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** While developing, Vite serves the page, in which the server writes the site's name. */
const namedWhileDeveloping: Plugin = {
  name: 'crels:named-while-developing',
  apply: 'serve',
  transformIndexHtml: (html) => html.replaceAll(siteNamePlace, defaultSiteName),
}

/** What an operator's browser loads: an app of its own, of which a member's browser has no byte. */
export const operatorsConsole: UserConfig = {
  root: at('console'),
  base: `${consolePath}/`,
  publicDir: at('console/public'),
  cacheDir: at('node_modules/.vite-console'),
  plugins: [react(), namedWhileDeveloping],
  build: {
    outDir: at('dist/console'),
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a wider content security policy for fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/, tags: ['$initial' as const] }] },
      },
    },
  },
  server: { fs: { allow: [at('.')] } },
}

/** For `npm run dev`; `server/build/console-build.ts` builds it. */
export default defineConfig(operatorsConsole)
