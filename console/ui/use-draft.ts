import { useState } from 'react'

/**
 * What is typed, of `base`: it begins with `start`. When another base was read meanwhile, fields that are as they were in
 * the one before follow it, and those that were typed stay.
 */
export function useDraft<T extends object>(
  base: T,
  start: T = base,
): readonly [draft: T, setDraft: (draft: T) => void] {
  const [held, setHeld] = useState({ base, draft: start })
  const current = isSame(held.base, base) ? held : { base, draft: follow(held.draft, held.base, base) }
  if (current !== held) setHeld(current)
  return [current.draft, (draft) => setHeld({ base, draft })]
}

function follow<T extends object>(draft: T, before: T, after: T): T {
  const untouched = (Object.keys(after) as (keyof T)[]).filter((field) => isSame(draft[field], before[field]))
  return { ...draft, ...Object.fromEntries(untouched.map((field) => [field, after[field]])) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
