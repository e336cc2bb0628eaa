import { m } from '#console-messages'
import { ApiProblem, NetworkFailure } from '../platform/api-problem.ts'
import { ProofDeclined } from '../platform/proof.ts'

/** What went wrong as a sentence for a person, and the request that a log names. */
export function sentenceOf(error: unknown): { sentence: string; requestId?: string } {
  if (error instanceof ApiProblem) return { sentence: error.message, requestId: error.requestId }
  if (error instanceof NetworkFailure)
    return { sentence: error.isAct ? m.common_no_answer() : m.common_failed_network() }
  if (error instanceof ProofDeclined) return { sentence: m.common_proof_declined() }
  return { sentence: error instanceof Error ? error.message : String(error) }
}
