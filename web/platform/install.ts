import { useSyncExternalStore } from 'react'

/** The event of browsers that can install a page as an app. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** In this browser's storage: when its person last said "not now", milliseconds. */
const snoozedAtKey = 'crels:install-snoozed'
const snoozeMs = 30 * 24 * 3_600_000

let prompt: InstallPromptEvent | null = null
/** Until the page is left, where the browser has no storage. */
let snoozedHere = false
const listeners = new Set<() => void>()

function set(next: InstallPromptEvent | null): void {
  prompt = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the browser's offer to install for the places where we make it ourselves. */
export function keepInstallPrompt(): void {
  // One that came before the scripts is kept by `public/first-screen.js`.
  set((window as { crelsInstallPrompt?: InstallPromptEvent }).crelsInstallPrompt ?? null)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

/** How this browser installs: `offer` when `install` may be called, `ios` by hand from its share menu, else null. */
export function useInstall(): { way: 'offer' | 'ios' | null; install: () => Promise<void> } {
  return { way: useSyncExternalStore(subscribe, wayNow, () => null), install }
}

function wayNow(): 'offer' | 'ios' | null {
  if (isStandalone()) return null
  return prompt ? 'offer' : isIosSafari() ? 'ios' : null
}

/** Has the browser ask its person. A kept event is good for one question; another comes when it may be asked again. */
async function install(): Promise<void> {
  const offered = prompt
  set(null)
  const answer = await offered?.prompt().catch(() => null)
  if (answer?.outcome !== 'accepted') snoozeInstall()
}

/** Whether we may propose it by ourselves: "not now" holds for 30 days in this browser. */
export function useInstallSnoozed(): boolean {
  return useSyncExternalStore(subscribe, isSnoozed, () => true)
}

/** "Not now". */
export function snoozeInstall(): void {
  snoozedHere = true
  try {
    localStorage.setItem(snoozedAtKey, String(Date.now()))
  } catch {
    // Storage is full or refused: until the page is left.
  }
  set(prompt)
}

function isSnoozed(): boolean {
  if (snoozedHere) return true
  try {
    const at = Number(localStorage.getItem(snoozedAtKey))
    // A clock that was ahead then snoozes for no longer either.
    return Math.abs(Date.now() - at) < snoozeMs
  } catch {
    return false
  }
}

/** Whether it runs as an installed app. */
export function isStandalone(): boolean {
  const isIosApp = (navigator as { standalone?: boolean }).standalone === true
  return isIosApp || matchMedia('(display-mode: standalone)').matches
}

/** An iPhone or iPad; iPadOS calls itself a Mac, with touch. */
export function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1)
  )
}

/** Safari itself: other apps' browsers there have no "Add to Home Screen", or another way to it. */
function isIosSafari(): boolean {
  const { userAgent } = navigator
  return (
    isIos() && /Version\/\S+ .*Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|DuckDuckGo/.test(userAgent)
  )
}
