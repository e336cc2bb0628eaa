import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
} from '#contracts/push.endpoints.ts'
import { call } from './api.ts'
import { isIos, isStandalone } from './install.ts'

/** What this browser does with notifications. */
export type DeviceState =
  /** It has none. */
  | 'unsupported'
  /** Only when it is installed (iOS). */
  | 'install-first'
  /** The person, or their administrator, said no. */
  | 'denied'
  | 'off'
  | 'on'

/** Whether this browser notifies the member. Asks for nothing. */
export async function deviceState(): Promise<DeviceState> {
  const refusal = refusalHere()
  if (refusal) return refusal
  const subscription = await presentSubscription()
  if (Notification.permission !== 'granted' || !subscription) return 'off'
  const { items } = await call(listPushSubscriptions, {})
  return items.some(({ endpoint }) => endpoint === subscription.endpoint) ? 'on' : 'off'
}

/** Asks the person, in answer to their press, and has this browser notified. Throws where its push service fails. */
export async function notifyDevice(): Promise<DeviceState> {
  const refusal = refusalHere()
  if (refusal) return refusal
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'denied' : 'off'
  await subscribe()
  return 'on'
}

/** Has this browser notified no more. */
export async function stopDevice(): Promise<DeviceState> {
  const subscription = await presentSubscription()
  if (subscription) {
    const { items } = await call(listPushSubscriptions, {})
    const known = items.find(({ endpoint }) => endpoint === subscription.endpoint)
    if (known) await call(deletePushSubscription, { params: { id: known.id } })
    await subscription.unsubscribe()
  }
  return 'off'
}

/** Subscribes again where the browser or the server has forgotten, or the server has another key. */
export async function renewDevice(): Promise<void> {
  if (refusalHere() || Notification.permission !== 'granted') return
  if ((await deviceState()) !== 'on') await subscribe()
}

/** Lets go of the subscription: the push service then takes nothing more for it, and what it still shows goes. */
export async function dropSubscription(): Promise<void> {
  await (await presentSubscription())?.unsubscribe()
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

function refusalHere(): DeviceState | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIos() && !isStandalone() ? 'install-first' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

async function presentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

async function subscribe(): Promise<void> {
  const { key } = await call(listPushSubscriptions, {})
  // The page may have been quicker than the idle moment in which it is registered.
  await navigator.serviceWorker.register('/sw.js', { scope: '/' })
  const { pushManager } = await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  if (present && keyOf(present) !== key) await present.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  const { p256dh, auth } = keys as { p256dh: string; auth: string }
  await call(createPushSubscription, { body: { endpoint: endpoint!, keys: { p256dh, auth } } })
}

/** In base64url, as the server says it. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
