import { dayMs } from './utc-date.ts'

/**
 * Which visitors of a paid hour a person looks at before they are paid, by the advertising field's guidelines on invalid
 * traffic (IAB and MRC, "Invalid Traffic Detection and Filtration"): data-centre traffic, many visitors from one network,
 * and rates that people do not reach. What is above a limit is under review with the reason, and never dropped.
 */

/** The reasons, in the order asked: the first that applies is the one. */
export const CLICK_REVIEW_REASONS = [
  /** The address belongs to a data centre, cloud or VPN, where programs run and few people are. */
  'hosting_network',
  /** More visitors of one network in a day than are paid unseen. */
  'network_limit',
  /** More visitors within a minute than people who read a post are. */
  'impossible_rate',
  /** More visitors within an hour than are paid unseen. */
  'hourly_limit',
] as const

export type ClickReviewReason = (typeof CLICK_REVIEW_REASONS)[number]

/** How many visitors are paid without a look: in an hour those of an enrolment, of a network those of a member. */
export type ClickLimits = {
  /** In a UTC hour. */
  perHour: number
  /** Of one network (/24, or /56 of IPv6), and of one address anywhere, in a UTC day. */
  perNetwork: number
  /** Of one network of a mobile carrier, whose customers share addresses, in a UTC day. */
  perMobileNetwork: number
}

/** The limits of a new installation; settings change them. */
export const DEFAULT_CLICK_LIMITS: ClickLimits = { perHour: 60, perNetwork: 5, perMobileNetwork: 50 }

/** The most visitors paid within one UTC minute: people do not arrive faster than that on a link shared by hand. */
export const PAID_PER_MINUTE = 20

/** Where a visitor came from: hashes of a UTC day. Null for clicks from before they were kept. */
export type ClickNetwork = { kind: 'hosting' | 'mobile' | 'other'; network: string; address: string } | null

/** A click to be paid: when (milliseconds since 1970) and from where; `isAccepted` once a person has decided for it. */
export type ReviewedClick = { at: number; from: ClickNetwork; isAccepted: boolean }

/** How many were paid already, by a key of `limitKeys`; absent is none. */
export type PaidCounts = ReadonlyMap<string, number>

/**
 * The reason each of some clicks (in order) is under review for, null for one that is paid. Those that a person accepted
 * pass, and count for no other member.
 */
export function reviewClicks(
  clicks: readonly ReviewedClick[],
  limits: ClickLimits,
  paid: PaidCounts,
): (ClickReviewReason | null)[] {
  const counts = new Map(paid)
  return clicks.map((click) => {
    if (click.isAccepted) return null
    if (click.from?.kind === 'hosting') return 'hosting_network'
    const keys = limitKeys(click, limits)
    const above = keys.find(({ key, most }) => (counts.get(key) ?? 0) >= most)
    if (above) return above.reason
    for (const { key } of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return null
  })
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** What a click counts toward, in the order of the reasons, and how many may. */
export function limitKeys(
  { at, from }: Pick<ReviewedClick, 'at' | 'from'>,
  { perHour, perNetwork, perMobileNetwork }: ClickLimits,
): { key: string; most: number; reason: ClickReviewReason }[] {
  const day = Math.floor(at / dayMs)
  return [
    ...(from
      ? [
          { key: `address ${day} ${from.address}`, most: perNetwork, reason: 'network_limit' as const },
          {
            key: `network ${day} ${from.network}`,
            most: from.kind === 'mobile' ? perMobileNetwork : perNetwork,
            reason: 'network_limit' as const,
          },
        ]
      : []),
    { key: `minute ${Math.floor(at / minuteMs)}`, most: PAID_PER_MINUTE, reason: 'impossible_rate' },
    { key: `hour ${Math.floor(at / hourMs)}`, most: perHour, reason: 'hourly_limit' },
  ]
}

/** Why visitors of a share do not count as different people. */
export type ShareReviewReason =
  /** The member used the product from the same address that day: their other devices, or who lives with them. */
  'own_network' | Extract<ClickReviewReason, 'hosting_network' | 'network_limit'>

/** Visitors of a share: how many count as different people, and why the others do not; null where all count. */
export interface CountedVisitors {
  counted: number
  reason: ShareReviewReason | null
}

/**
 * Which visitors of a share count as different people: one for an address, however many user agents it has, at most as
 * many of a network as are paid without a look, none from a data center, and none from an address (a hash of the day)
 * that the member had themselves. The reason is the one that most have.
 */
export function countVisitors(
  visitors: readonly ClickNetwork[],
  { perNetwork, perMobileNetwork }: Pick<ClickLimits, 'perNetwork' | 'perMobileNetwork'>,
  ownAddresses: ReadonlySet<string>,
): CountedVisitors {
  const networks = new Map<string, { most: number; addresses: Set<string> }>()
  let unknown = 0
  let own = 0
  let hosting = 0
  for (const from of visitors) {
    if (from === null) unknown += 1
    else if (ownAddresses.has(from.address)) own += 1
    else if (from.kind === 'hosting') hosting += 1
    else {
      const most = from.kind === 'mobile' ? perMobileNetwork : perNetwork
      const network = networks.get(from.network) ?? { most, addresses: new Set() }
      networks.set(from.network, network)
      network.addresses.add(from.address)
    }
  }
  const known = [...networks.values()].reduce(
    (sum, { most, addresses }) => sum + Math.min(addresses.size, most),
    0,
  )
  const alike = visitors.length - own - hosting - unknown - known
  return { counted: unknown + known, reason: mostOf({ own, hosting, alike }) }
}

function mostOf({
  own,
  hosting,
  alike,
}: {
  own: number
  hosting: number
  alike: number
}): CountedVisitors['reason'] {
  if (own + hosting + alike === 0) return null
  if (own >= Math.max(hosting, alike)) return 'own_network'
  return hosting > alike ? 'hosting_network' : 'network_limit'
}
