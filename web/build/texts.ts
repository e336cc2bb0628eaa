import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** Fills `{{key}}` in `index.html` from the message catalogue, and emits `offline.html`, filled the same way. */
export function texts(): Plugin {
  const fill = async (html: string): Promise<string> => {
    const messages = (await import('#messages')) as Record<string, unknown>
    return html.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const message = messages[key]
      if (typeof message !== 'function') throw new Error(`There is no message "${key}"`)
      return (message as () => string)().replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    })
  }
  return {
    name: 'crels:texts',
    transformIndexHtml: { order: 'pre', handler: fill },
    async generateBundle() {
      const source = await fill(await readFile(new URL('../offline.html', import.meta.url), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'offline.html', source })
    },
  }
}
