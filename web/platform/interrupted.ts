import { useEffect, useEffectEvent } from 'react'
import { useSession } from './session.ts'

/** What may be interrupted for a proof at a provider, and what of it is kept: never a password. */
export interface Interrupted {
  what:
    | 'change-email'
    | 'choose-password'
    | 'unlink'
    | 'delete-account'
    | 'export'
    | 'add-authenticator'
    | 'remove-authenticator'
    | 'make-recovery-codes'
    | 'add-passkey'
    | 'remove-passkey'
    | 'remove-ways-in'
  draft: string
}

const key = 'crels:interrupted'
/** As long as a person may be away at the provider. */
const keptMs = 10 * 60_000

/** After how long a page that is still there was not left. */
const leavingMs = 10_000

let doing: Interrupted | null = null
let leftAt = -Infinity

/** Makes a call that a proof may interrupt: who leaves the page for it finds their work again when they are back. */
export async function resumable<T>(work: Interrupted, call: () => Promise<T>): Promise<T> {
  doing = work
  try {
    return await call()
  } finally {
    if (doing === work) doing = null
  }
}

/** Keeps for this tab what is being done; the page is about to be left for a proof. */
export function keepInterrupted(uid: string): void {
  leftAt = performance.now()
  try {
    if (doing) sessionStorage.setItem(key, JSON.stringify({ ...doing, uid, at: Date.now() }))
  } catch {
    // Without storage it is begun anew; the proof holds.
  }
}

/** Whether the page is being left for a proof, after which they are back at what they did. */
export function leavesToProve(): boolean {
  return performance.now() - leftAt < leavingMs
}

/** The proof came in another way: there is nothing to come back to. */
export function forgetInterrupted(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Goes on with what this member left in this tab, once, as soon as they are known to be here. */
export function useInterrupted(what: Interrupted['what'], resume: (draft: string) => void): void {
  const uid = useSession().user?.uid
  const goOn = useEffectEvent(resume)
  useEffect(() => {
    const draft = uid === undefined ? null : take(what, uid)
    if (draft !== null) goOn(draft)
  }, [what, uid])
}

function take(what: Interrupted['what'], uid: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Interrupted> & {
      uid?: string
      at?: number
    }
    if (kept.what !== what || kept.uid !== uid || typeof kept.draft !== 'string') return null
    forgetInterrupted()
    return Date.now() - (kept.at ?? 0) < keptMs ? kept.draft : null
  } catch {
    return null
  }
}
