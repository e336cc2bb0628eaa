import { useEffect, useState } from 'react'

/** Longer than between two typed letters. */
const quietMs = 300

/** A text once it has not changed for a moment: the server is asked about it, and not about each letter. */
export function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
