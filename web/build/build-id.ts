import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Emits `builds/latest.json`: `{ "id" }`, a hash of what was built, and writes the same id into the page, so that an
 * open page can see that there is a newer one.
 */
export function buildId(): Plugin {
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
