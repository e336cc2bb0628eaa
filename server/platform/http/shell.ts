import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '#messages'
import { bootDataId, visitorScreenAttribute, type BootData } from '#contracts/boot-data.ts'
import { identityMetaName, type PublicIdentity } from '#contracts/identity-provider.ts'
import { analyticsMetaName, type PublicAnalytics } from '#contracts/public-analytics.ts'
import type { Layout, PageId } from '#contracts/page-routes.ts'
import { paths } from '#contracts/paths.ts'
import { writtenPlace } from '#contracts/written-place.ts'
import {
  pageFilesPath,
  styleSheetsPath,
  type PageFiles,
  type StyleSheet,
  type StyleSheets,
} from '#server/build/page-files.ts'
import { prerenderedPagesPath, type PrerenderedPages } from '#server/build/prerendered-pages.ts'
import { escapeHtml } from './plain-page.ts'
import { shareTags, type SharedPage } from './share-tags.ts'
import { withSite } from './with-site.ts'

/** What the server knows of a page before the web app runs. */
export interface ShellPage {
  title: string
  layout: Layout
  /** May be found by search engines and shared, as this. */
  shared: SharedPage | null
  /** The pages whose files are needed for it. */
  needs: PageId[]
  /** What is said of analytics to who asked; null where there is none. */
  analytics: PublicAnalytics | null
  /** What the member or visitor who asked is answered first; null in a page for anyone. */
  bootData: BootData | null
  /** The first screen as who asked sees it, as HTML; null where the app draws it. */
  screen: string | null
  /** That screen is to be looked at until the app draws its own. */
  isInert: boolean
  /** The page whose first screen it carries, where that was rendered when the app was built. */
  prerendered: PageId | null
  /** What is written into that screen's place for it. */
  written: string | null
  /** What it says where no script runs, as HTML; null: what it is about. */
  content: string | null
}

/** Reads the built web app once, and answers how to write a page's shell. */
export function openShell(webDir: string, identity: PublicIdentity): (page: ShellPage) => string {
  const provider = metaOf(identityMetaName, identity)
  const html =
    read(join(webDir, 'index.html')) ??
    '<!doctype html><title>Crels</title><body>The web app is not built.</body>'
  const files = JSON.parse(read(join(webDir, pageFilesPath)) ?? '{}') as Partial<Record<PageId, PageFiles>>
  const screens = JSON.parse(read(join(webDir, prerenderedPagesPath)) ?? '{}') as PrerenderedPages
  const sheets = JSON.parse(read(join(webDir, styleSheetsPath)) ?? '{}') as StyleSheets
  const later = Object.entries(sheets).filter(([file]) => !html.includes(file))
  return ({
    title,
    layout,
    shared,
    needs,
    analytics,
    bootData,
    screen: asked,
    isInert,
    prerendered,
    written,
    content,
  }) => {
    const screen =
      asked ?? (prerendered ? screens[prerendered] : undefined)?.replace(writtenPlace, () => written ?? '')
    const loads = filesFor(
      needs.map((id) => files[id]),
      asked ? stylesOf(asked, later) : [],
    )
    const shell = described(html, shared?.description)
      .replace(
        /<title>.*?<\/title>/s,
        () =>
          `<title>${escapeHtml(title)}</title>${searchTags(shared)}${provider}${analytics ? metaOf(analyticsMetaName, analytics) : ''}`,
      )
      // After what the first load needs: the order is that of the requests.
      .replace('</head>', () => `${loads}</head>`)
      .replace('<body>', `<body data-layout="${layout}">`)
      .replace('</body>', () => `${bootDataBlock(bootData)}</body>`)
      .replace(noscript, () => withoutScripts(shared ?? { title }, content))
    if (screen === undefined) return withSite(shell)
    const isMembers = Boolean(bootData?.user)
    // Where no script runs, a visitor's screen says less than its page does without it.
    const isRead = isMembers || asked === null
    const page = shell.replace(noscript, (text) =>
      isRead ? '' : `<noscript>${withoutScreen}</noscript>${text}`,
    )
    return withSite(withScreen(isMembers ? page : ofVisitor(page), { screen, isInert }, sheets))
  }
}

/**
 * With its first screen, which is read before a script has run, or without any: its styles are in the page, so that
 * nothing is fetched before it is painted, and the scripts are asked for afterwards (`web/public/first-screen.js`).
 */
function withScreen(
  shell: string,
  { screen, isInert }: { screen: string; isInert: boolean },
  sheets: StyleSheets,
): string {
  const styles: string[] = []
  return shell
    .replace(sheetLink, (_, path: string) => {
      styles.push(sheets[path]!.text)
      return `<link data-later="stylesheet" href="${path}">`
    })
    .replaceAll('<link rel="modulepreload" crossorigin ', '<link data-later="modulepreload" ')
    .replace(
      /<script type="module" crossorigin src=("[^"]+")><\/script>/,
      '<link data-later="script" href=$1>',
    )
    .replace('</title>', '</title><script src="/first-screen.js"></script>')
    .replace('</head>', () => `<style>${styles.join('')}</style></head>`)
    .replace('<div id="root">', () => `<div id="root"${isInert ? inert : ''}>${screen}`)
}

/** Nothing in it can be reached, and what looks at it says why. */
const inert = ' inert aria-disabled="true"'

const noscript = /<noscript>.*?<\/noscript>/s

const withoutScreen = '<style>#root{display:none}</style>'

/** A browser that remembers a member shows nothing of it (`web/public/first-screen.js`). */
function ofVisitor(shell: string): string {
  return shell.replace('<html', `<html ${visitorScreenAttribute}`)
}

/** How a page loads a sheet: the build's own link, or ours. */
const sheetLink = /<link rel="(?:stylesheet|preload" as="style)" crossorigin href="([^"]+)">/g

/** What is read of a page where no script runs, and where to go from there: to the pages that need none. */
function withoutScripts(
  { title, description = m.layout_description() }: Pick<SharedPage, 'title'> & Partial<SharedPage>,
  content: string | null,
): string {
  const links = [
    [paths.faq, m.layout_faq()],
    [paths.docs, m.layout_docs()],
    [paths.doc('terms'), m.layout_terms()],
    [paths.doc('privacy'), m.layout_privacy()],
  ].map(([href, text]) => `<li><a href="${href}">${escapeHtml(text!)}</a></li>`)
  const needsThem = content === null ? m.layout_noscript() : m.layout_noscript_to_act()
  const [about, noscript] = [description, needsThem].map((text) => `<p dir="auto">${escapeHtml(text)}</p>`)
  return `<noscript><main><h1 dir="auto">${escapeHtml(title)}</h1>${about}${content ?? ''}${noscript}<ul>${links.join('')}</ul></main></noscript>`
}

function metaOf(name: string, content: object): string {
  return `<meta name="${name}" content="${escapeHtml(JSON.stringify(content))}">`
}

function searchTags(shared: SharedPage | null): string {
  return shared ? shareTags(shared) : '<meta name="robots" content="noindex">'
}

/** With a page's own description in place of the product's. */
function described(html: string, description: string | undefined): string {
  if (description === undefined) return html
  return html.replace(
    /(<meta\s+name="description"\s+content=")[^"]*/,
    (_, tag: string) => tag + escapeHtml(description),
  )
}

/** JSON that no browser runs. Nothing in it ends the element or begins a comment: both need a `<`. */
function bootDataBlock(bootData: BootData | null): string {
  if (!bootData) return ''
  const json = JSON.stringify(bootData).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${bootDataId}">${json}</script>`
}

/** Has the browser load a page's own files beside the first load, and not one round trip after it. */
function filesFor(needed: (PageFiles | undefined)[], ofParts: string[]): string {
  const found = needed.filter((files) => files !== undefined)
  const styles = new Set([...found.flatMap((files) => files.styles), ...ofParts])
  const scripts = new Set(found.flatMap((files) => files.scripts))
  return [
    ...[...styles].map((href) => `<link rel="preload" as="style" crossorigin href="${href}">`),
    ...[...scripts].map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('')
}

/** The style sheets of a screen's parts, some of which a browser loads by themselves. */
function stylesOf(screen: string, sheets: [file: string, sheet: StyleSheet][]): string[] {
  const shown = new Set([...screen.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))
  return sheets.filter(([, { classes }]) => classes.some((name) => shown.has(name))).map(([file]) => file)
}

function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
