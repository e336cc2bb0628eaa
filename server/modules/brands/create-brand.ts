import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import type { BrandFile } from './brand-file.ts'
import { insertBrand } from './brand-queries.ts'

/** Makes a brand and answers its id. Throws `conflict` when the slug is taken. */
export async function createBrand(tx: Tx, input: BrandFile & { demo?: boolean }): Promise<{ id: string }> {
  const id = newId('brand')
  if (!(await insertBrand(tx, id, input)))
    throw problem('conflict', { detail: `There is already a brand ${input.slug}.` })
  return { id }
}
