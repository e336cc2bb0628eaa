import type { IdentityDeps } from '../identity-deps.ts'
import { countGuess, giveBack, type Limit } from '../guess-limits.ts'

/** Wrong codes of one kind that an account may be sent in a day. */
const factorGuessesPerDay = 20

export type GuessedFactor = 'authenticator' | 'recovery_code'

const waits: Record<GuessedFactor, string> = {
  authenticator: 'Too many wrong codes today. Use a recovery code, or wait.',
  recovery_code: 'Too many wrong recovery codes today. Use your authenticator app, or wait.',
}

type Deps = Pick<IdentityDeps, 'identityDb' | 'secret'>

/**
 * Counts a guess before the code is looked at. Three codes are right at a time: at 20 a day the right one takes 31 years
 * to be half likely. Each kind has its own count, so that guesses at one leave the owner the other. Throws
 * `too_many_requests`.
 */
export async function countFactorGuess(deps: Deps, uid: string, factor: GuessedFactor): Promise<void> {
  await countGuess(deps, [guessesOf(uid, factor)], waits[factor])
}

/** A right code was no guess. */
export async function forgetFactorGuess(deps: Deps, uid: string, factor: GuessedFactor): Promise<void> {
  await giveBack(deps, [guessesOf(uid, factor)])
}

function guessesOf(uid: string, factor: GuessedFactor): Limit {
  return { name: `factor_${factor}`, of: uid, max: factorGuessesPerDay, windowMin: 24 * 60 }
}
