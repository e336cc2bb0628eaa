import { useState } from 'react'
import { isProblem } from '#console/platform/api-problem.ts'

/**
 * What is edited: `first` as it was when it was opened, which what is typed is of, and `seen` as it is by now, which an
 * answer that another operator was faster has read again. `versionOf` tells one state of it from another.
 */
export function useSeen<T>(
  read: T,
  { again, versionOf }: { again: () => Promise<T>; versionOf: (one: T) => unknown },
) {
  const [first, setFirst] = useState(read)
  const [seen, setSeen] = useState(read)
  return {
    first,
    seen,
    isOvertaken: versionOf(seen) !== versionOf(first),
    /** What oneself made of it, where there is more to be saved: what is typed is of that from then on. */
    onSaved: (one: T) => {
      setFirst(one)
      setSeen(one)
    },
    /** For the failure of saving. */
    onFailure: async (error: Error) => {
      if (isProblem(error, 'conflict')) setSeen(await again())
    },
  }
}
