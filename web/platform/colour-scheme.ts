import { useSyncExternalStore } from 'react'

export type ColourScheme = 'light' | 'dark' | 'auto'

/** The same key and attribute as in `public/colour-scheme.js`, which sets the scheme before the first paint. */
const storageKey = 'colour-scheme'

const listeners = new Set<() => void>()
let chosen: ColourScheme = 'auto'

/** Follows the system's scheme where none was chosen, and a choice made in another tab. */
export function startColourScheme(): void {
  chosen = storedScheme()
  systemIsDark().addEventListener('change', apply)
  window.addEventListener('storage', ({ key }) => {
    // Null: the whole storage was cleared.
    if (key === storageKey || key === null) change(storedScheme())
  })
}

/** Light, dark, or as the system says; kept in this browser where it has storage. */
export function chooseColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(storageKey, scheme)
  } catch {
    // Storage may be refused: the choice lasts until the next load.
  }
  change(scheme)
}

export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(
    subscribe,
    () => chosen,
    () => 'auto',
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(scheme: ColourScheme): void {
  chosen = scheme
  apply()
  for (const listener of listeners) listener()
}

function apply(): void {
  const isDark = chosen === 'dark' || (chosen === 'auto' && systemIsDark().matches)
  document.documentElement.dataset['colourScheme'] = isDark ? 'dark' : 'light'
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

function storedScheme(): ColourScheme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}
