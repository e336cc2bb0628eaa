import { readFile } from 'node:fs/promises'
import type { App } from '../app.ts'
import { demoItems } from './content/shop-items.ts'

/** Where the drawings are, each as SVG and as the WebP that is loaded. */
export const demoPictures = new URL('pictures/', import.meta.url)

/** Writes the pictures of the demo's items; answers their keys by slug. They stay once a transaction keeps them. */
export async function writeItemPictures({
  db,
  files,
}: Pick<App, 'db' | 'files'>): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for (const { file } of demoItems) {
    const bytes = await readFile(new URL(`${file.slug}.webp`, demoPictures))
    keys.set(file.slug, await files.write(db, { folder: 'shop', extension: 'webp', bytes }))
  }
  return keys
}
