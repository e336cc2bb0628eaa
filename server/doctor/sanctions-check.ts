import { failureLine } from '../cli/failure-line.ts'
import { openSanctions } from '../modules/redemptions/public.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const name = 'sanctions'

/** Whether the lists of sanctions answer, without which no payout is approved; null where none are asked. */
export async function checkSanctions({ config }: Patient): Promise<Diagnosis | null> {
  if (config.sanctions === null) return null
  const lists = openSanctions(config.sanctions)
  try {
    await lists.check()
    return { name, verdict: 'ok', says: `${lists.name} answers` }
  } catch (error) {
    return {
      name,
      verdict: 'problem',
      says: `${failureLine(error)}: payouts wait until ${lists.name} answers`,
    }
  }
}
