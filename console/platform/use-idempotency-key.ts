import { useState } from 'react'
import { isRefusal } from './api-problem.ts'
import { newIdempotencyKey } from './api.ts'

/** The key of what a form sends: sent again without an answer it is the same request. */
export function useIdempotencyKey() {
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const renewKey = () => setKey(newIdempotencyKey())
  return {
    idempotencyKey,
    /** For another request of the same form. */
    renewKey,
    /** What was refused is changed and sent as another request. */
    renewKeyIfRefused: (error: Error) => {
      if (isRefusal(error)) renewKey()
    },
  }
}
