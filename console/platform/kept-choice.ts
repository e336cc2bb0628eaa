import { useSyncExternalStore } from 'react'

/** How an operator wants the console to be in this browser: the first of `choices` until they choose another. */
export function keptChoice<T extends string>(key: string, choices: readonly [T, ...T[]]) {
  const listeners = new Set<() => void>()
  let current = read(key, choices)
  const now = () => current
  return {
    now,
    use: () =>
      useSyncExternalStore((listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }, now),
    change: (next: T) => {
      current = next
      try {
        localStorage.setItem(key, next)
      } catch {
        // Storage may be refused; then it holds until the page is closed.
      }
      for (const listener of listeners) listener()
    },
  }
}

function read<T extends string>(key: string, choices: readonly [T, ...T[]]): T {
  try {
    const kept = localStorage.getItem(key)
    return choices.find((choice) => choice === kept) ?? choices[0]
  } catch {
    return choices[0]
  }
}
