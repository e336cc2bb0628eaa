import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { demoItems } from './content/shop-items.ts'

/** Where the drawings are, each as SVG and as the WebP that is loaded. */
export const demoPictures = new URL('pictures/', import.meta.url)

/** Writes the pictures of the demo's items; answers their keys by slug. They stay once a transaction keeps them. */
export async function writeItemPictures(app: Pick<App, 'db' | 'files'>): Promise<Map<string, string>> {
  const slugs = demoItems.map(({ file }) => file.slug)
  return await writeImages(
    app,
    'shop',
    new Map(slugs.map((slug) => [slug, new URL(`${slug}.webp`, demoPictures)])),
  )
}

/** Writes WebP images, given where they are, to a folder of the store; answers their keys under the same names. */
export async function writeImages(
  { db, files }: Pick<App, 'db' | 'files'>,
  folder: string,
  images: ReadonlyMap<string, URL>,
): Promise<Map<string, string>> {
  const read = async (place: URL) => ({ folder, extension: 'webp', bytes: await readFile(place) })
  const keys = await files.writeAll(db, await Promise.all([...images.values()].map(read)))
  return new Map([...images.keys()].map((name, at) => [name, keys[at]!]))
}
