import { useSyncExternalStore } from 'react'
import { ApiProblem } from './api-problem.ts'

/**
 * What asks for a recent sign-in (`requires_recent_login`) waits here until the member has proved that they are there,
 * in the one dialog of the root layout, and then goes on where it stopped.
 */
export interface ProofWanted {
  /** The dialog's answer: proved, or given up. */
  settle: (proved: boolean) => void
  promise: Promise<boolean>
}

let wanted: ProofWanted | null = null
const listeners = new Set<() => void>()

/**
 * Makes a call, and when it is refused for want of a recent sign-in asks for one and makes it again, once. Who gives
 * up gets the refusal itself: nothing has happened.
 */
export async function withRecentLogin<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!isRecentLoginWanted(error) || !(await wantProof())) throw error
  }
  return await attempt()
}

/** Whether a call was refused, or given up, for want of a recent sign-in. */
export function isRecentLoginWanted(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'requires_recent_login'
}

/** Calls that are refused at the same time share one dialog. */
function wantProof(): Promise<boolean> {
  if (wanted) return wanted.promise
  const { promise, resolve } = Promise.withResolvers<boolean>()
  wanted = {
    promise,
    settle: (proved) => {
      if (wanted?.promise !== promise) return
      wanted = null
      resolve(proved)
      tell()
    },
  }
  tell()
  return promise
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
