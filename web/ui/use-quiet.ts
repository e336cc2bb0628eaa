import { useEffect, useState } from 'react'

/** Between two letters of somebody who types. */
const quietMs = 300

/** A text once it has not changed for a moment: what is asked of the server while somebody types is asked about this. */
export function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
