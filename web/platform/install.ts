import { useSyncExternalStore } from 'react'

/** The event of browsers that can install a page as an app. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

let prompt: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function set(next: InstallPromptEvent | null): void {
  prompt = next
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer to install for the place where we make it ourselves. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

/** How this browser installs: `offer` when `install` may be called, `ios` by hand from its share menu, else null. */
export function useInstall(): { way: 'offer' | 'ios' | null; install: () => void } {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => prompt,
    () => null,
  )
  const install = (): void => {
    void offered?.prompt()
    set(null)
  }
  if (isStandalone()) return { way: null, install }
  return { way: offered ? 'offer' : isIos() ? 'ios' : null, install }
}

/** Whether it runs as an installed app. */
export function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}

/** An iPhone or iPad; iPadOS calls itself a Mac, with touch. */
export function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)
  )
}
