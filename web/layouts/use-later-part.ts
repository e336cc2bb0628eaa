import { useEffect, useState } from 'react'
import { loadInBackground } from '../platform/builds.ts'
import { whenIdle } from '../platform/when-idle.ts'

/**
 * A part of the frame that comes after the screen, where it is wanted; null until then. Where its file does not load,
 * nothing is missed: the next visit has it. `load` is the same function in every render.
 */
export function useLaterPart<Part>(isWanted: boolean, load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    if (!isWanted) return
    void whenIdle()
      .then(() => loadInBackground(load))
      .then(setPart, () => {})
  }, [isWanted, load])
  return part
}
