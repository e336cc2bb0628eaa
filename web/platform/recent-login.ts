import { useSyncExternalStore } from 'react'
import { ApiProblem } from './api-problem.ts'

/**
 * What asks for a recent sign-in (`requires_recent_login`) or a second factor (`requires_second_factor`) waits here
 * until the member has proved it, in the one dialog of the root layout, and then goes on where it stopped.
 */
export interface ProofWanted {
  /** The refusal's code. */
  code: string
  /** The dialog's answer: proved, or given up. */
  settle: (proved: boolean) => void
  promise: Promise<boolean>
}

let wanted: ProofWanted | null = null
const listeners = new Set<() => void>()

/**
 * Makes a call, and when it is refused for want of a proof asks for it and makes it again, once for each kind. Who gives
 * up gets the refusal itself: nothing has happened.
 */
export async function withRecentLogin<T>(attempt: () => Promise<T>): Promise<T> {
  for (let asked = ''; ;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRecentLoginWanted(error) || asked.includes(error.code)) throw error
      asked += error.code
      if (!(await wantProof(error.code))) throw error
    }
  }
}

/** Whether a call was refused, or given up, for want of a recent sign-in or a second factor. */
export function isRecentLoginWanted(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code.startsWith('requires_')
}

/** Calls that are refused at the same time share one dialog; one for another proof comes after it. */
async function wantProof(code: string): Promise<boolean> {
  if (wanted) {
    const { code: other, promise } = wanted
    if (other === code) return await promise
    await promise
    return await wantProof(code)
  }
  const { promise, resolve } = Promise.withResolvers<boolean>()
  wanted = {
    code,
    promise,
    settle: (proved) => {
      if (wanted?.promise !== promise) return
      wanted = null
      resolve(proved)
      tell()
    },
  }
  tell()
  return await promise
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** The proof that is waited for, null while none is. */
export function proofWanted(): ProofWanted | null {
  return wanted
}

/** The same for the dialog, with a new render when it changes. */
export function useProofWanted(): ProofWanted | null {
  return useSyncExternalStore(subscribe, proofWanted, proofWanted)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
