import { useState } from 'react'
import { identity } from './session.ts'

/**
 * Ends the session here. What shows its button says where that failed: without a connection the member is still in. No
 * mutation of the query library: the first load would have that for this alone.
 */
export function useSignOut() {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function leave(): Promise<void> {
    setIsPending(true)
    setError(null)
    try {
      await identity.signOut()
    } catch (failed) {
      setError(failed)
    }
    setIsPending(false)
  }
  return { mutate: () => void leave(), isPending, isError: error !== null, error }
}
