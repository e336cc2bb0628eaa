import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { htmlAttributes, type Language } from '#contracts/languages.ts'
import { defaultSiteName, siteNamePlace } from '#contracts/site-name.ts'
import { completedCatalogue } from './catalogues.ts'

/**
 * Fills `{{key}}` in `index.html` from the catalogue of a language, and emits `offline.html`, filled the same way. The
 * site's name is left for the server to write; while developing, Vite serves them.
 */
export function texts(language: Language): Plugin {
  const fill = async (html: string, siteName = siteNamePlace): Promise<string> => {
    const catalogue = await completedCatalogue(language)
    return html
      .replace('<html lang="en" dir="ltr">', `<html ${htmlAttributes(language)}>`)
      .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const text = catalogue[key]
        if (typeof text !== 'string') throw new Error(`There is no message "${key}"`)
        return text
          .replaceAll('{siteName}', siteName)
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('"', '&quot;')
      })
  }
  return {
    name: 'crels:texts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { server }) => fill(html, server && defaultSiteName),
    },
    async generateBundle() {
      const source = await fill(await readFile(new URL('../../web/offline.html', import.meta.url), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
    },
  }
}
