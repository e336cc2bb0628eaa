import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultLanguage } from '#contracts/languages.ts'
import { readCatalogue, readTexts, textsOf } from '#server/build/catalogues.ts'

/** Texts whose keys are put together as the code runs (`textNamed`, server/platform/language.ts). */
const named = [/^problems_/, /^alerts_queue_/, /^campaigns_channel_/, /^pages_\w+_description$/]
const sources = '{web,console,server,contracts,rules}/**/*.{ts,tsx,js,html}'

/** The keys that no source names, of those whose name is not put together. */
export function unusedKeys(keys: readonly string[], code: readonly string[]): string[] {
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []))
  return keys.filter((key) => !words.has(key) && !named.some((pattern) => pattern.test(key)))
}

/** Texts of the product and of the console that nothing shows, a line each: tests show nothing. */
export async function unusedTexts(): Promise<string[]> {
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const code = globSync(sources, { cwd })
    .filter((file) => !/\.(test|spec|fixture)\./.test(file))
    .map((file) => readFileSync(path.join(cwd, file), 'utf8'))
  const product = textsOf(defaultLanguage, await readCatalogue(defaultLanguage))
  const folder = 'console/messages'
  const console = textsOf('console', await readTexts(path.join(cwd, folder), folder))
  return [
    ...unusedKeys(Object.keys(product), code).map((key) => `messages: nothing shows ${key}`),
    ...unusedKeys(Object.keys(console), code).map((key) => `${folder}: nothing shows ${key}`),
  ]
}
