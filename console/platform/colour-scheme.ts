import { useSyncExternalStore } from 'react'

export type ColourScheme = 'light' | 'dark'

const key = 'console-colour-scheme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The scheme in use: the one chosen in this browser, else the system's. */
export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset.colourScheme === 'dark' ? 'dark' : 'light',
  )
}

/** Changes between light and dark, and keeps it in this browser. */
export function changeColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(key, scheme)
  } catch {
    // Storage may be refused; then it holds until the page is closed.
  }
  show(scheme)
}

function show(scheme: ColourScheme): void {
  document.documentElement.dataset.colourScheme = scheme
  document.documentElement.dataset.mantineColorScheme = scheme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const follow = () => {
    if (localStorage.getItem(key) === null) show(system.matches ? 'dark' : 'light')
  }
  listeners.add(listener)
  system.addEventListener('change', follow)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', follow)
  }
}
