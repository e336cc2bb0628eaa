import { sessionStore } from './session.ts'

/** In this browser's storage: the uid of the member who asked to be notified here. */
const key = 'crels-notified'

function consented(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is refused: no one asked here.
    return null
  }
}

/** Keeps who asked to be notified in this browser; null is no one. */
export function setConsent(uid: string | null): void {
  try {
    if (uid === null) localStorage.removeItem(key)
    else localStorage.setItem(key, uid)
  } catch {
    // As above.
  }
}

/** Brings what the browser and the server know of one another up to date, where the signed-in member asked for it. */
export async function followPush(): Promise<void> {
  const uid = consented()
  if (uid !== null && uid === sessionStore.state.user?.uid)
    await (await import('./push-device.ts')).renewDevice()
}

/** After sign-out: this browser lets go of its notifications. */
export async function leavePush(): Promise<void> {
  if (consented() === null) return
  setConsent(null)
  await (await import('./push-device.ts')).dropSubscription()
}
