/** For how long two tabs, or a page and its reload, mean the same purchase. */
const intentMs = 15 * 60_000

/** What is kept of an intent: a random name, and when it began. */
type Kept = { name: string; at: number }

/** Where intents are kept; the browser's own storage, which all tabs share. */
export type IntentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The name of one intent to buy an item, and the idempotency key of its order: the same in every tab that asks before it
 * is over, so that two presses are one order. After an order without an answer another quantity or address has the same
 * key too: if the first arrived after all, the server refuses the second. Begins one where there is none, or the last
 * one is older than a quarter of an hour.
 */
export function intentFor(
  storage: IntentStorage | undefined,
  { uid, itemId }: { uid: string; itemId: string },
  newName: () => string,
  now = Date.now(),
): string {
  const place = placeOf(uid, itemId)
  const kept = read(storage, place)
  if (kept && now - kept.at < intentMs && kept.at <= now) return kept.name
  const name = newName()
  write(storage, place, { name, at: now })
  return name
}

/** Ends an intent that was answered: the next purchase of the item is another one. */
export function endIntent(
  storage: IntentStorage | undefined,
  { uid, itemId, name }: { uid: string; itemId: string; name: string },
): void {
  const place = placeOf(uid, itemId)
  // Another tab may have begun the next one.
  if (read(storage, place)?.name !== name) return
  try {
    storage?.removeItem(place)
  } catch {
    // It is over by itself in a quarter of an hour.
  }
}

function placeOf(uid: string, itemId: string): string {
  return `crels:buying:${uid}:${itemId}`
}

function read(storage: IntentStorage | undefined, place: string): Kept | null {
  try {
    const kept = JSON.parse(storage?.getItem(place) ?? 'null') as Partial<Kept> | null
    return typeof kept?.name === 'string' && typeof kept.at === 'number' ? (kept as Kept) : null
  } catch {
    return null
  }
}

function write(storage: IntentStorage | undefined, place: string, kept: Kept): void {
  try {
    storage?.setItem(place, JSON.stringify(kept))
  } catch {
    // Without storage each tab has an intent of its own.
  }
}
