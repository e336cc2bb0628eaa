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

/** Whose factor is guessed at, and the hash of a browser that passed it before (device-proof.ts); null for strangers. */
export interface Guesser {
  uid: string
  browser: string | null
}

/**
 * Counts a guess before the code is looked at. Three codes are right at a time: at 20 a day the right one takes 31 years
 * to be half likely. Each kind has its own count, so that guesses at one leave the owner the other; so has each browser
 * that passed a second factor of the account before: who knows the password uses up none of its guesses. Throws
 * `too_many_requests`.
 */
export async function countFactorGuess(deps: Deps, guesser: Guesser, factor: GuessedFactor): Promise<void> {
  await countGuess(deps, [guessesOf(guesser, factor)], waits[factor])
}

/** A right code was no guess. */
export async function forgetFactorGuess(deps: Deps, guesser: Guesser, factor: GuessedFactor): Promise<void> {
  await giveBack(deps, [guessesOf(guesser, factor)])
}

function guessesOf({ uid, browser }: Guesser, factor: GuessedFactor): Limit {
  const limit = { max: factorGuessesPerDay, windowMin: 24 * 60 }
  if (browser === null) return { name: `factor_${factor}`, of: uid, ...limit }
  return { name: `factor_${factor}_browser`, of: `${uid} ${browser}`, ...limit }
}
