import { useSyncExternalStore } from 'react'
import { ApiProblem } from './api-problem.ts'
import { bearer } from './bearer.ts'
import { callRefused, sessionStore } from './session.ts'

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
 * Makes a call, and makes it again for each reason that can be mended: once with a new token where the server says that
 * the one sent has expired, and, where the call `proves`, once for each proof that it asks for. Who gives up a proof gets
 * the refusal itself: nothing has happened. The session hears of every refusal. The token is null where none is carried,
 * or where there is none and it is not forced.
 */
export async function repeated<T>(
  call: (token: string | null) => Promise<T>,
  { carries, proves }: { carries: 'forced' | 'wanted' | 'none'; proves: boolean },
): Promise<T> {
  const mended = new Set<string>()
  for (;;) {
    const token = carries === 'none' ? null : await bearer(sessionStore, { forced: carries === 'forced' })
    try {
      return await call(token)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      const { code } = error
      callRefused(token, code)
      if (mended.has(code)) throw error
      mended.add(code)
      if (code === 'access_token_expired' && token !== null) continue
      if (!proves || !isRecentLoginWanted(error) || !(await wantProof(code))) throw error
      // A proof takes a person's time, in which the next token may expire, too.
      mended.delete('access_token_expired')
    }
  }
}

/** Whether a call was refused, or given up, for want of a recent sign-in or a second factor. */
export function isRecentLoginWanted(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code.startsWith('requires_')
}

/**
 * Asks for the proof that a refusal names; answers whether it was given. Calls that are refused at the same time share one
 * dialog; one for another proof comes after it.
 */
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
      notify()
    },
  }
  notify()
  return await promise
}

function notify(): void {
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
