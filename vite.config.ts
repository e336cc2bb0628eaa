import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import countries from 'i18n-iso-countries/index.js'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { pageFiles } from './server/build/page-files.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('web'),
  publicDir: at('web/public'),
  cacheDir: at('node_modules/.vite'),
  // The codes alone of the library's table of 10 KB, which the server holds them to.
  define: { __COUNTRY_CODES__: JSON.stringify(Object.keys(countries.getAlpha2Codes()).join(' ')) },
  resolve: {
    alias: [
      // One module per message in the browser, so that a route carries only its own texts.
      { find: /^#messages$/, replacement: at('generated/messages-web/messages.js') },
    ],
  },
  plugins: [
    contractsOfCalls(),
    writtenVariables(),
    react(),
    texts(),
    preloadFonts(),
    fontsOfPlainPages(),
    pageFiles(),
    buildId(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: [
          'index.html',
          'offline.html',
          'offline.css',
          'colour-scheme.js',
          'favicon.svg',
          'assets/*.{js,css,woff2}',
        ],
        // Firebase is for installations that have it, and nothing without a connection.
        globIgnores: ['assets/*-ext-*', 'assets/*-vietnamese-*', 'assets/*firebase*'],
      },
    }),
  ],
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a wider content security policy for fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Browsers without module preloading load the same files by their imports.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every visit loads: the libraries, which change rarely, and our own code. Before all others, since a
            // group takes what its modules import with it: the first load came in one file more and 1 KB larger.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'], priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            // With a member's first screen: what reads the API's contracts.
            { name: 'schemas', test: /node_modules\/zod\//, priority: 2 },
            // Needed by few screens, and not with what else those need. After `app`, which takes what it imports:
            // before it, all of that came here, and this came with the first load.
            { name: 'interrupted', test: /\/platform\/interrupted\.ts/, priority: 2 },
            // What several screens share comes in few pieces: over a phone's network one more file costs more than
            // the KB of it that a screen does not need. Signing in is kept light, so it has pieces of its own.
            { name: 'shared', test: isShared, minShareCount: 2, priority: 2 },
            { name: 'forms', test: isForm, minShareCount: 2, priority: 1 },
            { name: 'auth', test: isSignIn, minShareCount: 2, priority: 1 },
            { name: 'api', test: isCall, minShareCount: 2, priority: 1 },
            { name: 'ui', test: isPiece, minShareCount: 2, priority: 1 },
            // Signing in with an issuer, for installations that have one. Last of all, since it would take the rest.
            { name: 'issuer', test: /\/features\/auth\/issuer\//, priority: 0 },
            // Texts that several routes share: a small file an area, instead of a tiny one a text.
            { name: areaOfText, test: /generated\/messages-web/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [at('.')] } },
})

const areas = readdirSync(at('messages/en'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort((a, b) => b.length - a.length)

/** The area whose messages a compiled message belongs to, as the name of its chunk. */
function areaOfText(module: string): string {
  const key = basename(module).replaceAll('_', '-')
  return `texts-${areas.find((area) => key.startsWith(`${area}-`)) ?? 'runtime'}`
}

/** Whether a module is loaded by signing in and by members' screens alike. */
function isShared(module: string): boolean {
  return (
    /\/@tanstack\/|\/contracts\/(endpoint|shapes)|\/platform\/(api|invitation)\.ts/.test(module) ||
    /\/web\/ui\/(format|notice|coin|checklist|email-address)|\/messages\/common_/.test(module)
  )
}

/**
 * Whether a module belongs to signing in. What members do about their security comes with its own screen: several parts
 * of it share modules, and a group takes what its modules import, dialogs and errors of every screen among them.
 */
function isSignIn(module: string): boolean {
  return /\/features\/auth\/(?!security\/)|\/contracts\/identity/.test(module)
}

/** Whether a module belongs to forms, signing in above all. */
function isForm(module: string): boolean {
  return /@mantine\/form|\/web\/ui\/((text-|password-)?field|code-input|eye-icons|stage)\b/.test(module)
}

/** Whether a module belongs to the calls of the screens that members see first; the others bring their own. */
function isCall(module: string): boolean {
  return (
    /\/contracts\/(campaigns|earnings|enrolments|exchange|paging|rewards|stream|taxonomies|users|wallet)\./.test(
      module,
    ) ||
    /\/rules\/(?!analytics|local-date|identity|password|economy|payout|redemption|channel|mail-kinds)/.test(
      module,
    ) ||
    /\/features\/(campaigns|check-in|earnings|enrolments|exchange|home|wallet)\/queries\.ts/.test(module)
  )
}

/** Whether a module is a piece of members' screens, or a small part of home and another; some are for two others alone. */
function isPiece(module: string): boolean {
  if (
    /\/features\/(account\/profile-meter|check-in\/use-stamp|exchange\/rate-failed|home\/welcome)/.test(
      module,
    )
  )
    return true
  return (
    /\/web\/ui\/(?!countries|date-choice|done-note|entry-list|ghost|newly-paid|pill-select|points-promise|search-field|switch-row)/.test(
      module,
    ) &&
    !isForm(module) &&
    !isShared(module)
  )
}

/** Takes out of the contracts what only the OpenAPI document says: no browser reads it, and it was more than 1 KB. */
function contractsOfCalls(): Plugin {
  const described =
    /\b(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|errors:\s*\[[^\]]*\]|tag(?::\s*'[^']*')?),/g
  return {
    name: 'contracts-of-calls',
    enforce: 'pre',
    transform: (code, id) => (/\/contracts\/[^/]+\.ts$/.test(id) ? code.replaceAll(described, '') : null),
  }
}

/**
 * Takes out of the UI library the code that computes its CSS variables: ours are written down in
 * `mantine-variables.css`, and the first load carried it unused. Fails where the library has moved that file.
 */
function writtenVariables(): Plugin {
  let isFound = false
  return {
    name: 'crels:written-variables',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/MantineCssVariables/MantineCssVariables.mjs')) return null
      isFound = true
      return 'export const MantineCssVariables = () => null'
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error('MantineCssVariables is not where it was: see writtenVariables')
    },
  }
}

/** Fills `{{key}}` in `index.html` from the message catalogue, and emits `offline.html`, filled the same way. */
function texts(): Plugin {
  const fill = async (html: string): Promise<string> => {
    const messages = (await import('./generated/messages/messages.js')) as Record<string, unknown>
    return html.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const message = messages[key]
      if (typeof message !== 'function') throw new Error(`There is no message "${key}"`)
      return String((message as () => string)())
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
    })
  }
  return {
    name: 'crels:texts',
    transformIndexHtml: { order: 'pre', handler: fill },
    async generateBundle() {
      const source = await fill(await readFile(at('web/offline.html'), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
    },
  }
}

/** Preloads the Latin subset of both fonts: the page's text needs them before its style sheet says so. */
function preloadFonts(): Plugin {
  return {
    name: 'crels:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Emits `fonts.css`, under a name that stays: the server's plain pages (short links, mails) have the fonts by it. */
function fontsOfPlainPages(): Plugin {
  const families: [family: string, file: RegExp][] = [
    ['Figtree Variable', /figtree-latin-wght-normal-.*\.woff2$/],
    ['Bricolage Grotesque Variable', /bricolage-grotesque-latin-wght-normal-.*\.woff2$/],
  ]
  return {
    name: 'crels:fonts-of-plain-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const source = families
        .map(([family, pattern]) => {
          const file = Object.keys(bundle).find((name) => pattern.test(name))
          if (!file) throw new Error(`The build has no font ${family}`)
          return `@font-face{font-family:'${family}';font-display:swap;font-weight:200 900;src:url('/${file}') format('woff2')}\n`
        })
        .join('')
      this.emitFile({ type: 'asset', fileName: 'fonts.css', source })
    },
  }
}

/**
 * Emits `builds/latest.json`: `{ "id" }`, a hash of what was built, and writes the same id into the page, so that an
 * open page can see that there is a newer one.
 */
function buildId(): Plugin {
  return {
    name: 'crels:build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [
        { tag: 'meta', attrs: { name: 'build', content: idOf(bundle ?? {}) }, injectTo: 'head' },
      ],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify({ id: idOf(bundle) })
        this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source })
      },
    },
  }
}

/** The hashed names say everything about the contents. */
function idOf(bundle: Record<string, unknown>): string {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
}
