import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { moreSchemes, people, schemes, widths, type Look, type Person } from './shots.ts'
import { pictureFile } from './take-pictures.ts'

/** How wide a picture of each width is on a sheet; the smallest writing is on phones. */
const thumbWidths: Record<string, number> = { 390: 260, 820: 400, 1280: 480, 1920: 640 }

/**
 * Writes a sheet for each route and person with all widths and schemes, and one for each width with every route beside
 * the others; `index.html` has them all. Drawn of the pictures that are in the folder, whichever run took them.
 */
export async function writeContactSheets(browser: Browser, folder: string): Promise<void> {
  const names = readdirSync(path.join(folder, 'pictures')).sort()
  mkdirSync(path.join(folder, 'sheets'), { recursive: true })
  const sheets = [
    ...names.flatMap((name) =>
      people.map((person) => ({ name: `${name}, ${person}`, html: routeSheet(folder, name, person) })),
    ),
    ...Object.keys(widths).map((width) => ({
      name: `all-${width}`,
      html: widthSheet(folder, names, Number(width)),
    })),
  ].filter(({ html }) => html.includes('<img'))
  const page = await browser.newPage({ viewport: { width: 1900, height: 200 } })
  for (const { name, html } of sheets) {
    const file = path.join(folder, 'sheets', `${fileName(name)}.html`)
    writeFileSync(file, html)
    await page.goto(pathToFileURL(file).href)
    await page.evaluate(() => Promise.allSettled([...document.images].map((image) => image.decode())))
    await page.screenshot({ path: file.replace(/html$/, 'png'), fullPage: true })
  }
  await page.close()
  const links = sheets.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' · ')
  const list = sheets.map(({ name }) => {
    const image = `<img src="sheets/${fileName(name)}.png" loading="lazy" style="max-width: 100%">`
    return `<h2 id="${name}">${name}</h2><a href="sheets/${fileName(name)}.html">${image}</a>`
  })
  writeFileSync(path.join(folder, 'index.html'), htmlPage('Screenshots', `<p>${links}</p>${list.join('')}`))
}

/** A row for each scheme, a column for each width. */
function routeSheet(folder: string, name: string, person: Person): string {
  const rows = [...schemes, ...moreSchemes].map((scheme) => {
    const cells = Object.keys(widths).map((width) => thumb(folder, name, person, Number(width), scheme))
    return `<div class="row">${cells.join('')}</div>`
  })
  return htmlPage(`${name}, ${person}`, rows.join(''))
}

/** The first screen of each route at a width, as the typical member has it, or else a visitor. */
function widthSheet(folder: string, names: readonly string[], width: number): string {
  const cells = names.map((name) => {
    const seen = (['typical', 'visitor'] as const).map((person) =>
      thumb(folder, name, person, width, 'light'),
    )
    const first = seen.find((cell) => cell !== '')
    return first ? `<figure><figcaption>${name}</figcaption>${first}</figure>` : ''
  })
  return htmlPage(`Every route at ${width} px`, `<div class="row first">${cells.join('')}</div>`)
}

function fileName(sheet: string): string {
  return sheet.replace(', ', '--')
}

function thumb(folder: string, name: string, person: Person, width: number, scheme: Look['scheme']): string {
  const file = pictureFile(folder, name, person, { width, scheme })
  if (!existsSync(file)) return ''
  const href = escapeHtml(path.relative(path.join(folder, 'sheets'), file))
  const size = `width:${thumbWidths[width]}px;--screen:${(thumbWidths[width]! * widths[width]!) / width}px`
  return `<a href="${href}"><img src="${href}" style="${size}"></a>`
}

function htmlPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>
    body { margin: 16px; font: 14px sans-serif; background: #d8d6c8; color: #222 }
    h1 { font-size: 22px; margin: 0 0 8px }
    .row + .row { margin-top: 16px }
    h2 { font-size: 15px; margin: 16px 0 6px }
    .row { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
    .row img { display: block; max-height: 900px; object-fit: cover; object-position: top; border-radius: 6px }
    .first img { height: var(--screen) }
    figure { margin: 0 }
  </style><h1>${title}</h1>${body}</html>`
}
