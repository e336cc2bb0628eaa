import { useSyncExternalStore } from 'react'

interface Asked {
  resolve: () => void
  reject: (reason: Error) => void
}

let asked: Asked[] = []
const listeners = new Set<() => void>()

/** A person closed the question whether they are there. */
export class ProofDeclined extends Error {}

/**
 * Asks the operator to prove a factor again (`shell/proof-dialog.tsx` does) and waits for it. Several calls that wait
 * at the same time wait for one answer. Throws `ProofDeclined`.
 */
export async function askForProof(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    asked = [...asked, { resolve, reject }]
    notify()
  })
}

/** Whether somebody waits for a proof. */
export function useProofAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked.length > 0)
}

/** Says that a factor was proved, or with `false` that it was not. */
export function settleProof(isProved: boolean): void {
  const waiting = asked
  asked = []
  for (const { resolve, reject } of waiting) {
    if (isProved) resolve()
    else reject(new ProofDeclined())
  }
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
