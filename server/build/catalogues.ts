import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A text of the catalogue: as it stands, or one for each case, the last for all others. */
export type CatalogueText =
  | string
  | [{ declarations: string[]; selectors: string[]; match: Record<string, string> }]

/** The texts of one language by key. */
export type Catalogue = Record<string, CatalogueText>

/** A language's files as they are written, by area. */
export type CatalogueFiles = Record<string, { text: string; texts: Catalogue }>

const messagesDir = fileURLToPath(new URL('../../messages/', import.meta.url))

/** Reads a language's files; none where it has no folder yet. Throws one clear line for what is not JSON. */
export async function readCatalogue(language: string): Promise<CatalogueFiles> {
  return await readTexts(path.join(messagesDir, language), `messages/${language}`)
}

/** Reads the files of texts in a folder, which is called `name` where one is not JSON. */
export async function readTexts(dir: string, name: string): Promise<CatalogueFiles> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    names
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map(async (file) => {
        const text = await readFile(path.join(dir, file), 'utf8')
        const texts = parse(`${name}/${file}`, text)
        return [file.slice(0, -'.json'.length), { text, texts }] as const
      }),
  )
  return Object.fromEntries(files)
}

function parse(file: string, text: string): Catalogue {
  try {
    const { $schema: _schema, ...texts } = JSON.parse(text) as Catalogue
    return texts
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`, { cause: error })
  }
}

/** All texts of a language in one. Throws one clear line for a key defined twice or outside its file's prefix. */
export function textsOf(language: string, files: CatalogueFiles): Catalogue {
  const owner = new Map<string, string>()
  for (const [area, { texts }] of Object.entries(files)) {
    const file = `messages/${language}/${area}.json`
    for (const key of Object.keys(texts)) {
      const prefix = `${area.replaceAll('-', '_')}_`
      if (!/^[a-z0-9_]+$/.test(key) || !key.startsWith(prefix))
        throw new Error(`${file}: the key "${key}" must be snake_case and start with "${prefix}"`)
      if (owner.has(key)) throw new Error(`${file}: "${key}" is already in ${owner.get(key)}`)
      owner.set(key, file)
    }
  }
  return Object.assign({}, ...Object.values(files).map(({ texts }) => texts)) as Catalogue
}

/** A language's texts as they are compiled: English where it has none yet, and nothing that English does not have. */
export function completed(english: Catalogue, translated: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, translated[key] ?? text]))
}

/** The texts of a language from its files, as they are compiled. */
export async function completedCatalogue(language: string): Promise<Catalogue> {
  const [english, translated] = await Promise.all(
    ['en', language].map(async (name) => textsOf(name, await readCatalogue(name))),
  )
  return completed(english!, translated!)
}
