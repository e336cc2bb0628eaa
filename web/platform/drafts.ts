import { useState } from 'react'
import { sessionStore } from './session.ts'

const drafts = new Map<string, unknown>()
let owner = sessionStore.state.user?.uid

// No other member finds these drafts.
sessionStore.subscribe(() => {
  const uid = sessionStore.state.user?.uid
  if (uid !== owner) drafts.clear()
  owner = uid
})

/**
 * What is typed into a dialog, kept in memory under `key` as long as the page is open and the same member is signed in,
 * so that closing the dialog loses nothing; `forget` once it was sent. Not for passwords.
 */
export function useDraft<T>(
  key: string,
  initial: () => T,
): [draft: T, keep: (draft: T) => void, forget: () => void] {
  const [draft, setDraft] = useState(() => (drafts.has(key) ? (drafts.get(key) as T) : initial()))
  return [
    draft,
    (next) => {
      drafts.set(key, next)
      setDraft(next)
    },
    () => void drafts.delete(key),
  ]
}
