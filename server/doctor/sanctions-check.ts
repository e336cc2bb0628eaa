import { failureLine } from '../cli/failure-line.ts'
import { openSanctions, type ScreeningRound } from '../modules/redemptions/public.ts'
import { lastOutcomes } from '../platform/job-outcomes.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const name = 'sanctions'
/** So many redemptions are named in one line. */
const namedMax = 3

/**
 * Whether the lists of sanctions answer, without which no payout is approved, and whom they gave no answer in the last
 * round; null where none are asked.
 */
export async function checkSanctions({ config, db }: Patient): Promise<Diagnosis | null> {
  if (config.sanctions === null) return null
  const lists = openSanctions(config.sanctions)
  try {
    await lists.check()
  } catch (error) {
    return {
      name,
      verdict: 'problem',
      says: `${failureLine(error)}: payouts wait until ${lists.name} answers`,
    }
  }
  const { unanswered } = await lastRound(db)
  if (unanswered.length === 0) return { name, verdict: 'ok', says: `${lists.name} answers` }
  const named = unanswered.slice(0, namedMax).join(', ')
  const more = unanswered.length - namedMax
  return {
    name,
    verdict: 'warning',
    says: `${lists.name} answers, but not for ${named}${more > 0 ? ` and ${more} more` : ''}: they are not approved before; the worker’s log says why`,
  }
}

async function lastRound(db: Patient['db']): Promise<Pick<ScreeningRound, 'unanswered'>> {
  const last = db && (await lastOutcomes(db, ['screen-redemptions'])).get('screen-redemptions')
  // A round of an earlier version gave their number alone.
  const unanswered = (last?.output as Partial<ScreeningRound> | undefined)?.unanswered
  return { unanswered: Array.isArray(unanswered) ? unanswered : [] }
}
