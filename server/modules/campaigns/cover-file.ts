import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database.ts'
import {
  dropFile,
  filesPrefix,
  availableFiles,
  holdFile,
  keepDroppedFile,
} from '#server/platform/files/stored-files.ts'
import { invalid } from './invalid-campaign.ts'

/** Where uploaded pictures of campaigns are among the stored files. */
export const coverFolder = 'campaigns'

/**
 * Holds the stored file that a campaign is about to show, also one that was replaced in the last week. Several campaigns
 * may show one; throws `validation_failed` for a file that is gone, or is none of a campaign's: it would go with what it
 * belongs to.
 */
export async function holdCover(tx: Tx, coverUrl: string | null): Promise<void> {
  const key = keyOf(coverUrl)
  if (key === null) return
  if (!key.startsWith(`${coverFolder}/`) || !((await holdFile(tx, key)) || (await keepDroppedFile(tx, key))))
    throw invalid('coverUrl', `${coverUrl} is no uploaded picture of a campaign`)
}

/** Which of some pictures a campaign could show: drawn art always, a stored file while it is there. */
export async function availableCovers(
  db: Db,
  coverUrls: readonly (string | null)[],
): Promise<Set<string | null>> {
  const keys = coverUrls.map(keyOf).filter((key) => key !== null)
  const files = await availableFiles(db, keys)
  return new Set(
    coverUrls.filter((url) => {
      const key = keyOf(url)
      return key === null || files.has(key)
    }),
  )
}

/** Removes, after a week, the stored file that a campaign showed, unless another still does. */
export async function dropCover(tx: Tx, coverUrl: string | null): Promise<void> {
  const key = keyOf(coverUrl)
  // Held first: a campaign that takes it at this moment is seen, or finds it gone.
  if (!key?.startsWith(`${coverFolder}/`) || !(await holdFile(tx, key))) return
  const { rows } = await sql`select from campaign where cover_url = ${coverUrl} limit 1`.execute(tx)
  if (rows.length === 0) await dropFile(tx, key)
}

/** The key of an uploaded picture of a campaign; null for anything else. */
export function coverKey(coverUrl: string): string | null {
  const key = keyOf(coverUrl)
  return key?.startsWith(`${coverFolder}/`) ? key : null
}

function keyOf(coverUrl: string | null): string | null {
  return coverUrl?.startsWith(filesPrefix) ? coverUrl.slice(filesPrefix.length) : null
}
