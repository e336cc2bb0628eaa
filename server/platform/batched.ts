/**
 * Answers by `load` all keys that are asked for in one turn of the event loop, as when thousands of streams have their
 * sign-ins looked at. A key that `load` does not know is undefined; a failure fails all who asked in that turn.
 */
export function batched<V>(
  load: (keys: string[]) => Promise<Map<string, V>>,
): (key: string) => Promise<V | undefined> {
  let next: { keys: Set<string>; answer: Promise<Map<string, V>> } | undefined
  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.answer).get(key)
  }

  function begin() {
    const keys = new Set<string>()
    const answer = new Promise<void>((go) => setImmediate(go)).then(async () => {
      next = undefined
      return await load([...keys])
    })
    return { keys, answer }
  }
}
