import type { Db } from '#server/platform/database.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'

export { categoryExists } from './category-queries.ts'

/** Whether a campaign has a page: a draft, an archived one and a suspended brand's have none. */
export async function campaignExists(db: Db, id: string): Promise<boolean> {
  const row = await findCampaign(db, id)
  return row !== undefined && isShown(row)
}
