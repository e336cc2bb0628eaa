import type { ClickNetwork } from '#rules/click-review.ts'

/** When somebody came, and from where: hashes of a UTC day. */
export interface Visit {
  at: Date
  from: ClickNetwork
}

type NetworkKind = NonNullable<ClickNetwork>['kind']

/** The minute with the most visits and the first of them; undefined where no minute has two. */
export function busiestMinute(visits: readonly Visit[]): { at: Date; visits: number } | undefined {
  const minutes = new Map<number, { at: Date; visits: number }>()
  for (const { at } of visits) {
    const minute = Math.floor(at.getTime() / 60_000)
    const known = minutes.get(minute)
    minutes.set(minute, { at: known?.at ?? at, visits: (known?.visits ?? 0) + 1 })
  }
  const [most] = [...minutes.values()].toSorted((one, other) => other.visits - one.visits)
  return most && most.visits > 1 ? most : undefined
}

/** Networks of a day that visits came from, the most visits first; those of which it is not known are left out. */
export function networksOf(
  visits: readonly Visit[],
): { kind: NetworkKind; visits: number; addresses: number }[] {
  const networks = new Map<string, { kind: NetworkKind; addresses: string[] }>()
  for (const { at, from } of visits) {
    if (!from) continue
    // The hashes are of one day.
    const key = `${at.toISOString().slice(0, 10)} ${from.network}`
    const known = networks.get(key) ?? { kind: from.kind, addresses: [] }
    networks.set(key, { ...known, addresses: [...known.addresses, from.address] })
  }
  return [...networks.values()]
    .map(({ kind, addresses }) => ({ kind, visits: addresses.length, addresses: new Set(addresses).size }))
    .toSorted((one, other) => other.visits - one.visits)
}
