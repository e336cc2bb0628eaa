import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultSiteName, siteNameMeta } from '#contracts/site-name.ts'
import { readTexts, textsOf } from './catalogues.ts'
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
  const texts = Object.entries(textsOf('console', await readTexts(path.join(root, folder), folder)))
  const compiled = texts.map(([key, text]): [string, CompiledText] => {
    try {
      return [key, compileText(text)]
    } catch (error) {
      throw new Error(`${folder}: ${key}: ${(error as Error).message}`, { cause: error })
    }
  })
  const files = Object.entries({ 'messages.js': codeOf(compiled), 'messages.d.ts': typesOf(compiled) })
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

function codeOf(texts: [string, CompiledText][]): string {
  return `const rules = new Intl.PluralRules('en')
const plural = (number) => rules.select(Number(number))
const named = globalThis.document?.querySelector('meta[name=${siteNameMeta}]')
export const siteName = () => named?.content ?? ${JSON.stringify(defaultSiteName)}
export * as m from './messages.js'
${texts.map(([key, { code }]) => `export const ${key} = ${code}\n`).join('')}`
}

function typesOf(texts: [string, CompiledText][]): string {
  return `export declare const siteName: () => string
export * as m from './messages.js'
${texts.map(([key, { inputs }]) => `export declare const ${key}: (${inputTypes(inputs)}) => string\n`).join('')}`
}
