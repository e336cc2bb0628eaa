import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultLanguage, languageDirections, languages, type Language } from '#contracts/languages.ts'
import { defaultSiteName } from '#contracts/site-name.ts'
import { completed, readCatalogue, textsOf, type Catalogue, type CatalogueFiles } from './catalogues.ts'
import { compileText, inputTypes, type CompiledText } from './compile-texts.ts'
import { generateConsoleTexts } from './console-texts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settingsFile = path.join(root, 'project.inlang/settings.json')
const messagesDir = path.join(root, 'generated/messages')
const stampFile = path.join(root, 'generated/messages.stamp')

/**
 * Compiles the catalogues of all languages into `generated/messages` for the server, which speaks all of them, unless
 * that is already current; a text that a language does not have yet is English. (`one-language.ts` makes the browser's.)
 * Those of the console are its own. Answers whether anything was written. Throws one clear line for what is wrong in a
 * catalogue.
 */
export async function generate(): Promise<boolean> {
  const isConsoleNew = await generateConsoleTexts()
  return (await generateTexts()) || isConsoleNew
}

async function generateTexts(): Promise<boolean> {
  const settings = await readFile(settingsFile, 'utf8')
  const catalogues = await Promise.all(
    languages.map(async (language) => [language, await readCatalogue(language)] as const),
  )
  const stamp = await stampOf(settings, catalogues)
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false

  const texts = textsByLanguage(settings, catalogues)
  const fresh = `${messagesDir}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  for (const [name, content] of Object.entries(modulesOf(texts)))
    await writeFile(path.join(fresh, name), content)
  await replaceDirectory(fresh, messagesDir)
  await writeFile(stampFile, stamp)
  return true
}

async function stampOf(settings: string, catalogues: (readonly [string, CatalogueFiles])[]): Promise<string> {
  const makers = ['generate.ts', 'catalogues.ts', 'compile-texts.ts'].map(
    (name) => new URL(name, import.meta.url),
  )
  const files = catalogues.flatMap(([language, areas]) =>
    Object.entries(areas).flatMap(([area, { text }]) => [`${language}/${area}`, text]),
  )
  const parts = [settings, ...(await Promise.all(makers.map((file) => readFile(file, 'utf8')))), ...files]
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

function textsByLanguage(
  settings: string,
  catalogues: (readonly [string, CatalogueFiles])[],
): Record<string, Catalogue> {
  const { locales, baseLocale } = JSON.parse(settings) as { locales: string[]; baseLocale: string }
  if (locales.join() !== languages.join() || baseLocale !== defaultLanguage)
    throw new Error('project.inlang/settings.json and contracts/languages.ts name different languages')
  const texts = Object.fromEntries(
    catalogues.map(([language, files]) => [language, textsOf(language, files)] as const),
  )
  for (const [language, files] of catalogues)
    for (const area of Object.keys(files))
      if (!settings.includes(`/${area}.json"`))
        throw new Error(`messages/${language}/${area}.json is not listed in project.inlang/settings.json`)
  return Object.fromEntries(
    languages.map((language) => [language, completed(texts[defaultLanguage]!, texts[language]!)]),
  )
}

/** A module a language, one that chooses among them as it runs, and its types. */
function modulesOf(texts: Record<string, Catalogue>): Record<string, string> {
  const compiled = Object.fromEntries(
    Object.entries(texts).map(
      ([language, catalogue]) => [language, compiledTexts(language as Language, catalogue)] as const,
    ),
  )
  const keys = Object.entries(compiled[defaultLanguage]!)
  return {
    ...Object.fromEntries(
      Object.entries(compiled).map(([language, own]) => [`${language}.js`, languageModule(language, own)]),
    ),
    // Apart, since every language says it.
    'site-name.js': `let named = () => ${JSON.stringify(defaultSiteName)}
export const siteName = () => named()
export const nameSite = (nameInForce) => void (named = nameInForce)
`,
    'messages.js': `${languages.map((language) => `import * as ${language} from './${language}.js'\n`).join('')}
const texts = { ${languages.join(', ')} }
let language = () => '${defaultLanguage}'
export const speak = (languageInUse) => void (language = languageInUse)
export { nameSite } from './site-name.js'
export * as m from './messages.js'
${keys.map(([key]) => `export const ${key} = (i) => texts[language()].${key}(i)\n`).join('')}`,
    'messages.d.ts': `/** Says which language is in use where a text is asked for. */
export declare function speak(languageInUse: () => ${languages.map((language) => `'${language}'`).join(' | ')}): void
/** Says what the site is called where a text says it. */
export declare function nameSite(nameInForce: () => string): void
export * as m from './messages.js'
${keys.map(([key, { inputs }]) => `export declare const ${key}: (${inputTypes(inputs)}) => string\n`).join('')}`,
  }
}

function compiledTexts(language: Language, texts: Catalogue): Record<string, CompiledText> {
  const isolates = languageDirections[language] === 'rtl'
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, compileText(text, { isolates })]
      } catch (error) {
        throw new Error(`messages/${language}: ${key}: ${(error as Error).message}`, { cause: error })
      }
    }),
  )
}

function languageModule(language: string, texts: Record<string, CompiledText>): string {
  return `import { siteName } from './site-name.js'
const rules = new Intl.PluralRules('${language}')
const plural = (number) => rules.select(Number(number))
${Object.entries(texts)
  .map(([key, { code }]) => `export const ${key} = ${code}\n`)
  .join('')}`
}

/** Swaps the directory in two renames, so that a process loading messages meanwhile never sees half of them. */
async function replaceDirectory(fresh: string, dir: string): Promise<void> {
  const old = `${dir}.${process.pid}.old`
  await rename(dir, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(fresh, dir)
  await rm(old, { recursive: true, force: true })
}

if (import.meta.main) {
  try {
    if (await generate()) console.log('Messages compiled')
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
