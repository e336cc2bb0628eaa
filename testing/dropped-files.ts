import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Removes files that were dropped as the job does when they have waited: six hours, a campaign's picture a week. */
export async function removeDroppedFiles(app: TestApp): Promise<void> {
  await sql`
    update stored_file
    set since = since - case when key like 'campaigns/%' then interval '7 days' else interval '6 hours' end
    where state = 'dropped'`.execute(app.db)
  await app.jobs.run('remove-dropped-files')
}
