import { useState } from 'react'
import type { SiteLine } from '#contracts/operator-site.constants.ts'
import { useSetLine } from './set-line.ts'

/**
 * A line of the site as it is being written: `value` is what is in force. What was typed stays when another operator sets
 * the line meanwhile; `isOvertaken` says so, and from then on saving replaces what they set.
 */
export function useLineDraft(name: SiteLine, value: string | null) {
  const [typed, setTyped] = useState<string | null>(null)
  const [seen, setSeen] = useState(value)
  const set = useSetLine(() => setTyped(null))
  const shown = typed ?? value ?? ''
  const wanted = shown.trim() === '' ? null : shown.trim()
  const isChanged = typed !== null && wanted !== value
  const isOvertaken = isChanged && seen !== value && !set.isPending
  return {
    shown,
    /** What saving makes it; null removes it. */
    wanted,
    isChanged,
    isOvertaken,
    isPending: set.isPending,
    error: set.error,
    type: (text: string) => {
      if (typed === null) setSeen(value)
      setTyped(text)
    },
    /** Gives up what was typed. */
    discard: () => {
      setTyped(null)
      set.reset()
    },
    save: () => set.mutate({ name, value: wanted, seen: value }),
  }
}
