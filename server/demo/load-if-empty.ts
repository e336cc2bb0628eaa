import { sql } from 'kysely'
import { demoCreator } from './content/creators.ts'
import { hasDemo } from './demo-runs.ts'
import { loadDemo, type DemoApp, type DemoSignIn } from './load-demo.ts'

/**
 * Loads the demo data into an empty database; answers how to sign in to it and whether it was loaded just now, or null
 * where there is none.
 */
export async function loadDemoIfEmpty(
  app: DemoApp,
  say: (line: string) => void,
): Promise<(DemoSignIn & { isNew: boolean }) | null> {
  if (await hasDemo(app.db)) return { email: demoCreator.email, password: app.demoPassword(), isNew: false }
  const { rows } = await sql`select from brand union all select from member limit 1`.execute(app.db)
  if (rows.length > 0) return null
  say('Loading the demo data')
  return { ...(await loadDemo(app)), isNew: true }
}
