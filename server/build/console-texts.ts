import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultSiteName, siteNameMeta } from '#contracts/site-name.ts'
import { readTexts, textsOf, type CatalogueText } from './catalogues.ts'
import { compileText, inputTypes, type CompiledText } from './compile-texts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = 'console/messages'
const madeDir = path.join(root, 'generated/console-messages')

/**
 * Compiles the texts of the console, which are English (decision 091), into `generated/console-messages`, unless that is
 * already current. Answers whether anything was written. Throws one clear line for what is wrong in a file. A release has
 * the built console and no texts to compile: there nothing is written, since its folder may be another account's.
 */
export async function generateConsoleTexts(): Promise<boolean> {
  if (!existsSync(path.join(root, folder))) return false
  const read = await readTexts(path.join(root, folder), folder)
  textsOf('console', read)
  const areas = Object.entries(read).map(([area, { texts }]): [string, [string, CompiledText][]] => [
    area,
    Object.entries(texts).map(([key, text]) => [key, compiled(key, text)]),
  ])
  const files = Object.entries({
    // Without it a bundler keeps all texts together: any of these files might do something as it is loaded.
    'package.json': '{ "type": "module", "sideEffects": false }\n',
    'language.js': languageCode,
    'messages.js': messagesCode,
    'texts.js': areas.map(([area]) => `export * from './${area}.js'\n`).join(''),
    'messages.d.ts': typesOf(areas.flatMap(([, texts]) => texts)),
    ...Object.fromEntries(areas.map(([area, texts]) => [`${area}.js`, codeOfArea(texts)])),
  })
  await mkdir(madeDir, { recursive: true })
  const written = await Promise.all(
    files.map(async ([name, text]) => await put(path.join(madeDir, name), text)),
  )
  return written.includes(true)
}

/** Writes a file at once, so that a process that loads it never sees half of it, and only where it says something else. */
async function put(file: string, text: string): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return false
  const partial = `${file}.${process.pid}`
  await writeFile(partial, text)
  await rename(partial, file)
  return true
}

function compiled(key: string, text: CatalogueText): CompiledText {
  try {
    return compileText(text)
  } catch (error) {
    throw new Error(`${folder}: ${key}: ${(error as Error).message}`, { cause: error })
  }
}

const languageCode = `const rules = new Intl.PluralRules('en')
export const plural = (number) => rules.select(Number(number))
const named = globalThis.document?.querySelector('meta[name=${siteNameMeta}]')
export const siteName = () => named?.content ?? ${JSON.stringify(defaultSiteName)}
`

const messagesCode = `export { siteName } from './language.js'
export * as m from './texts.js'
`

/** A file an area, so that a screen loads those alone whose texts it has. */
function codeOfArea(texts: [string, CompiledText][]): string {
  return `import { plural, siteName } from './language.js'
${texts.map(([key, { code }]) => `export const ${key} = ${code}\n`).join('')}`
}

function typesOf(texts: [string, CompiledText][]): string {
  return `export declare const siteName: () => string
export * as m from './messages.js'
${texts.map(([key, { inputs }]) => `export declare const ${key}: (${inputTypes(inputs)}) => string\n`).join('')}`
}
