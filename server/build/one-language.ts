import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { languageDirections, type Language } from '#contracts/languages.ts'
import { defaultSiteName, siteNameMeta, siteNamePlace } from '#contracts/site-name.ts'
import { completedCatalogue, type Catalogue } from './catalogues.ts'
import { compileText } from './compile-texts.ts'

/** Where the modules of texts seem to lie: nothing is written there. */
const textsDir = fileURLToPath(new URL('../../generated/messages-web/', import.meta.url))

/**
 * `#messages` with the texts of one language alone, and one module a text, so that a route carries only its own. What the
 * server has holds every language and chooses as it runs: a choice that no bundler sees through. The site's name is what
 * the page says; `prerendered` texts leave its place to the server.
 */
export function oneLanguage(language: Language, { prerendered = false } = {}): Plugin {
  let texts: Catalogue = {}
  return {
    name: 'crels:one-language',
    enforce: 'pre',
    async buildStart() {
      texts = await completedCatalogue(language)
    },
    resolveId: {
      filter: { id: /^#messages$|\/generated\/messages-web\// },
      handler: (source) => ({
        id: source === '#messages' ? `${textsDir}messages.js` : source,
        moduleSideEffects: false,
      }),
    },
    load: {
      filter: { id: /\/generated\/messages-web\// },
      handler: (id) => {
        const name = id.slice(textsDir.length, -'.js'.length)
        return name === 'siteName' ? siteModule(prerendered) : moduleOf(name, language, texts)
      },
    },
  }
}

/** A service worker has no page that says the name. */
function siteModule(prerendered: boolean): string {
  if (prerendered) return `export const siteName = () => ${JSON.stringify(siteNamePlace)}`
  return `const named = globalThis.document?.querySelector('meta[name=${siteNameMeta}]')
export const siteName = () => named?.content ?? ${JSON.stringify(defaultSiteName)}`
}

function moduleOf(name: string, language: Language, texts: Catalogue): string {
  // Quoted by JSON: the path of a checkout may have any letter.
  const from = (module: string) => JSON.stringify(`${textsDir}${module}.js`)
  if (name === 'messages') return `export * as m from ${from('index')}`
  if (name === 'index')
    return Object.keys(texts)
      .map((key) => `export { ${key} } from ${from(key)}`)
      .join('\n')
  if (name === 'plural')
    return `const rules = new Intl.PluralRules('${language}')\nexport const plural = (number) => rules.select(Number(number))`
  const { code } = compileText(texts[name]!, { isolates: languageDirections[language] === 'rtl' })
  const plural = code.includes('plural(') ? `import { plural } from ${from('plural')}\n` : ''
  const site = code.includes('${siteName()}') ? `import { siteName } from ${from('siteName')}\n` : ''
  return `${plural}${site}export const ${name} = ${code}`
}
