import type { Plugin } from 'vite'

/** Preloads the Latin subset of both fonts: the page's text needs them before its style sheet says so. */
export function preloadFonts(): Plugin {
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
export function fontsOfPlainPages(): Plugin {
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
