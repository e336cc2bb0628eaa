import { sql } from 'kysely'
import { ANSWER_WITHIN_DAYS } from '#rules/conversion-claim.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import { unpublishedDocuments } from '../modules/legal/public.ts'
import { reviewedQueues, type ReviewedQueue } from '../modules/queues/public.ts'
import { appRole, appRoleExists, type Db } from '../platform/database.ts'
import { pendingReviews } from '../pending-reviews.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const away = (name: string): Diagnosis => ({
  name,
  verdict: 'not checked',
  says: 'the database does not open',
})

/** Whether the product works under a role that may not write the ledger. */
export async function checkDatabaseRole({ db }: Patient): Promise<Diagnosis> {
  const name = 'database role'
  if (!db) return away(name)
  return (await appRoleExists(db))
    ? { name, verdict: 'ok', says: `works under ${appRole}` }
    : {
        name,
        verdict: 'warning',
        says: `there is no role ${appRole}: the ledger is guarded by its triggers alone. Let the role of DATABASE_URL create roles, and run \`crels migrate\``,
      }
}

const clockOffMaxMs = 5_000

/** Whether this machine and the database agree on the time, and the shared clock was not moved. */
export async function checkClock({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'clock'
  if (!db) return away(name)
  const { offMs, shift } = await readClock(db)
  if (Math.abs(offMs) > clockOffMaxMs)
    return {
      name,
      verdict: 'problem',
      says: `this machine is ${(offMs / 1000).toFixed(0)} s off the clock of the database: sales can be refused. Keep both by NTP`,
    }
  if (shift === null) return { name, verdict: 'ok', says: 'agrees with the database' }
  return hasDevelopmentTools(config)
    ? { name, verdict: 'ok', says: `agrees with the database; moved by ${shift} for development` }
    : { name, verdict: 'problem', says: `was moved by ${shift}: \`crels clock --reset\`` }
}

async function readClock(db: Db): Promise<{ offMs: number; shift: string | null }> {
  const before = Date.now()
  const { rows } = await sql<{ ms: string; shift: string | null }>`
    select (extract(epoch from clock_timestamp()) * 1000)::text as ms,
      (select nullif(shift, '0')::text from clock_offset) as shift`.execute(db)
  return { offMs: (before + Date.now()) / 2 - Number(rows[0]!.ms), shift: rows[0]!.shift }
}

/** Whether the legal pages are the operator's. */
export async function checkLegal({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'legal pages'
  if (!db) return away(name)
  const templates = await unpublishedDocuments(db)
  if (templates.length === 0) return { name, verdict: 'ok', says: 'published' }
  return {
    name,
    verdict: hasDevelopmentTools(config) ? 'ok' : 'warning',
    says: `${templates.join(', ')}: people see the template. \`crels legal publish\`, docs/operating.md#legal-pages`,
  }
}

/** How an operator lists what waits, and after how many days it has waited too long: a brand has 14 to answer a claim. */
const reviews: Record<ReviewedQueue, { command: string; daysMax: number }> = {
  clicks: { command: 'crels click reviews', daysMax: 7 },
  shares: { command: 'crels click reviews', daysMax: 7 },
  conversions: { command: 'crels conversion under-review', daysMax: 7 },
  invitations: { command: 'crels invitation under-review', daysMax: 7 },
  claims: { command: 'crels claim list', daysMax: ANSWER_WITHIN_DAYS },
  // Who asks waits for a person, and perhaps outside their account.
  support: { command: 'crels support list', daysMax: 2 },
  abuse: { command: 'crels support list', daysMax: 2 },
}

/** Whether an operator decides what is under review: it waits without end, and members see it wait. */
export async function checkReviews({ db }: Patient): Promise<Diagnosis> {
  const name = 'reviews'
  if (!db) return away(name)
  const pending = await pendingReviews(db)
  const open = reviewedQueues.filter((kind) => pending[kind].open > 0)
  if (open.length === 0) return { name, verdict: 'ok', says: 'nothing waits for a decision' }
  const days = (kind: ReviewedQueue) => Math.floor(pending[kind].oldestSeconds / 86_400)
  const says = `under review: ${open.map((kind) => `${kind} ${pending[kind].open}`).join(', ')}`
  const late = open.filter((kind) => days(kind) >= reviews[kind].daysMax)
  const lists = late.map((kind) => `${kind} for ${days(kind)} days: \`${reviews[kind].command}\``)
  return late.length === 0
    ? { name, verdict: 'ok', says }
    : { name, verdict: 'warning', says: `${says}; the oldest ${lists.join('; ')}` }
}

/** Whether brands and creators of the demo are among real ones. */
export async function checkDemo({ db, config }: Patient): Promise<Diagnosis> {
  const name = 'demo data'
  if (!db) return away(name)
  const { rows } = await sql`select from brand where demo limit 1`.execute(db)
  if (rows.length === 0) return { name, verdict: 'ok', says: 'none' }
  return hasDevelopmentTools(config)
    ? { name, verdict: 'ok', says: 'loaded, for development' }
    : { name, verdict: 'warning', says: 'people see campaigns that no one pays: `crels demo remove`' }
}
