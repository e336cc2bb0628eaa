import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Removes files that were dropped as the job does six hours later. */
export async function removeDroppedFiles(app: TestApp): Promise<void> {
  await sql`
    update stored_file set since = since - interval '6 hours' where state = 'dropped'`.execute(app.db)
  await app.jobs.run('remove-dropped-files')
}
