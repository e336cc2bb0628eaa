import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { poolerProblem } from '../platform/database-logins.ts'
import { readSecret } from '../platform/keyring.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Whether the pooler of DATABASE_URL lets the product's role in; null without DATABASE_DIRECT_URL. */
export async function checkPooler({ config, db }: Patient): Promise<Diagnosis | null> {
  const name = 'pooler'
  const { databasePooledUrl: url } = config
  if (url === null) return null
  // Without a file a look at the secret would make one, which is for a start to do.
  const isThere = config.secret !== null || existsSync(join(config.dataDir, 'secret'))
  const secret = db && isThere ? await readSecret(db, config) : undefined
  if (!secret)
    return { name, verdict: 'not checked', says: 'the database or its SECRET does not open, which say it' }
  const problem = await poolerProblem(url, secret)
  return problem === null
    ? { name, verdict: 'ok', says: 'lets roles of Crels in' }
    : {
        name,
        verdict: 'problem',
        says: `${problem}. A process that starts meanwhile goes to DATABASE_DIRECT_URL with all of its connections where it is refused, and does not start where it is not answered`,
      }
}
