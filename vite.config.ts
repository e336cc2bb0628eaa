import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import countries from 'i18n-iso-countries/index.js'
import { defineConfig, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defaultLanguage, languageDirections, languageTags, type Language } from '#contracts/languages.ts'
import { pageFiles } from './server/build/page-files.ts'
import { prerenderPages } from './server/build/prerendered-pages.ts'
import { buildId } from './web/build/build-id.ts'
import { chunks } from './web/build/chunks.ts'
import { apiReference } from './web/build/docs/api-reference.ts'
import { documents } from './web/build/docs/documents.ts'
import { fontsOfPlainPages, preloadFonts } from './web/build/fonts.ts'
import { oneLanguage } from './server/build/one-language.ts'
import { texts } from './server/build/page-texts.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const isAnalyticsLibrary = (module: string): boolean => module.includes('/node_modules/@segment/')

const shared = (language: Language) =>
  ({
    root: at('web'),
    publicDir: at('web/public'),
    cacheDir: at('node_modules/.vite'),
    // The codes alone of the library's table of 10 KB, which the server holds them to.
    define: {
      __COUNTRY_CODES__: JSON.stringify(Object.keys(countries.getAlpha2Codes()).join(' ')),
      __LANGUAGE__: JSON.stringify(language),
      __LANGUAGE_DIRECTION__: JSON.stringify(languageDirections[language]),
      __LANGUAGE_TAG__: JSON.stringify(languageTags[language]),
    },
  }) satisfies UserConfig

/** The documentation and the API's reference, in both builds. */
const readersTexts = (language: Language) => [documents(language), apiReference()]

/** What a browser loads whose pages are in a language. */
export const browser = (language: Language): UserConfig => ({
  ...shared(language),
  plugins: [
    react(),
    oneLanguage(language),
    ...readersTexts(language),
    texts(language),
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
        // The library of analytics too; half of its files are for what we do not use.
        globIgnores: ['assets/*-ext-*', 'assets/*-vietnamese-*', 'assets/*firebase*', 'assets/segment-*'],
      },
    }),
  ],
  build: {
    outDir: at(`dist/web-${language}`),
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need a wider content security policy for fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Browsers without module preloading load the same files by their imports.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Without the names of all screens that share it: each import of it would repeat them.
        chunkFileNames: ({ name, moduleIds }) =>
          `assets/${moduleIds.some(isAnalyticsLibrary) ? 'segment' : name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: chunks },
      },
    },
  },
  server: { fs: { allow: [at('.')] } },
})

/** What renders in Node: the pages that are the same for everyone, when it is built, and members' screens, when they are asked for. */
export const prerender = (language: Language): UserConfig => ({
  ...shared(language),
  // Else the libraries' parts for development come too and are chosen as it runs: they take five times as long.
  define: { ...shared(language).define, 'process.env.NODE_ENV': '"production"' },
  plugins: [
    react(),
    oneLanguage(language, { prerendered: true }),
    ...readersTexts(language),
    prerenderPages(),
  ],
  // The libraries' parts for servers, of the same kind as the browser's: not those for development.
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: at(`dist/prerender-${language}`),
    copyPublicDir: false,
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [at('web/prerender.tsx'), at('web/member-screen.tsx')],
      // Their ending says that they are modules, wherever the folder is.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})

/** For `npm run dev`; `server/build/build-languages.ts` builds each language. */
export default defineConfig(browser(defaultLanguage))
