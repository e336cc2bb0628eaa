import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  asksNotToBeTracked,
  clickVerdict,
  isPrefetchRequest,
  REPEAT_WINDOW_MS,
  type LinkState,
} from '#rules/click-verdict.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Countries } from '#server/platform/country.ts'
import { networkOf, networkPrefix } from '#server/platform/http/network-of.ts'
import type { NetworkKind, NetworkKinds } from '#server/platform/networks/network-kinds.ts'
import { dayOf, newClickId } from './click-id.ts'
import { clickLine, referrerHost, subId } from './click-line.ts'
import { isPublicAddress } from '#server/platform/networks/public-address.ts'
import type { CachedLink } from './link-cache.ts'
import { BoundedMap } from './bounded-map.ts'
import { readUserAgent } from './user-agent.ts'
import type { VisitorSalts } from './visitor-salts.ts'

/** A visitor of a day, and the address they come from: hashes of 16 and 8 bytes in hexadecimal. */
export interface DayVisitor {
  visitor: string
  /** Of IPv6 the prefix. */
  address: string
}

/** What a visit is judged by. The address is used here and goes nowhere else. */
export interface VisitRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  ip: string
}

export interface Visit {
  /** Null where nothing took the click: the redirect goes on without. */
  clickId: string | null
  /** Every state but `active` is answered 410. */
  linkState: LinkState
}

export interface RecorderDeps {
  clock: Clock
  salts: VisitorSalts
  countries: Countries
  networks: NetworkKinds
  /** Resolves when the line is stored, rejects when it is not. */
  append(line: string): Promise<void>
}

/** Judges visits and writes them down. */
export class VisitRecorder {
  readonly #clock: Clock
  readonly #salts: VisitorSalts
  readonly #countries: Countries
  readonly #networks: NetworkKinds
  readonly #append: (line: string) => Promise<void>
  readonly #repeats = new Repeats()

  constructor({ clock, salts, countries, networks, append }: RecorderDeps) {
    this.#clock = clock
    this.#salts = salts
    this.#countries = countries
    this.#networks = networks
    this.#append = append
  }

  /** Records one visit of a link; one that nothing keeps has no click's id. */
  async record(link: CachedLink, request: VisitRequest): Promise<Visit> {
    const { method, headers } = request
    const atMs = this.#clock.now().getTime()
    const userAgent = headers['user-agent'] ?? ''
    const { isBot, isPreviewBot, device } = readUserAgent(userAgent)
    const salt = this.#salts.of(dayOf(atMs))
    const visitor = visitorHash(salt, request.ip, userAgent)
    const linkState = stateOf(link, atMs)
    const { countable, reason = null } = clickVerdict({
      method,
      isPrefetch: isPrefetchRequest(headers),
      isPreviewBot,
      isBot,
      linkState,
      isRepeat:
        this.#repeats.has(link.id, visitor, atMs) ||
        this.#isRepeatOverMidnight(link, request.ip, userAgent, atMs),
    })
    const clickId = newClickId(atMs)
    const line = clickLine({
      clickId,
      linkId: link.id,
      visitor,
      reason,
      ...(asksNotToBeTracked(headers)
        ? { country: null, device: 'other' as const, referrerHost: null }
        : { country: this.#countries.of(request.ip), device, referrerHost: referrerHost(headers.referer) }),
      // A link that leads nowhere says nothing of its owner any more, who may have left.
      subId: linkState === 'active' ? (subId(request.url) ?? link.defaultSub) : null,
      network: countable ? networkCode(salt, request.ip, this.#networks) : null,
    })
    // Before it is stored: two visits at the same moment are not both the first.
    if (countable) this.#repeats.add(link.id, visitor, atMs)
    try {
      await this.#append(line)
    } catch {
      if (countable) this.#repeats.remove(link.id, visitor)
      return { clickId: null, linkState }
    }
    return { clickId, linkState }
  }

  /**
   * The visitor that a request would be as a visit now; null where its address is not public: behind a proxy that is
   * not configured, all visitors have the same.
   */
  visitorOf({ headers, ip }: Pick<VisitRequest, 'headers' | 'ip'>): DayVisitor | null {
    if (!isPublicAddress(ip)) return null
    const salt = this.#salts.of(dayOf(this.#clock.now().getTime()))
    const visitor = visitorHash(salt, ip, headers['user-agent'] ?? '')
    return { visitor, address: networkHashes(salt, ip).whole }
  }

  /** In the first hour of a day the visitor of the hour before has another hash, made with yesterday’s salt. */
  #isRepeatOverMidnight({ id }: CachedLink, ip: string, userAgent: string, atMs: number): boolean {
    const day = dayOf(atMs - REPEAT_WINDOW_MS)
    const salt = day === dayOf(atMs) ? undefined : this.#salts.ofPast(day)
    return salt !== undefined && this.#repeats.has(id, visitorHash(salt, ip, userAgent), atMs)
  }
}

function stateOf(link: CachedLink, atMs: number): LinkState {
  if (link.state !== 'active') return link.state
  return link.expiresAtMs <= atMs ? 'expired' : 'active'
}

const letters: Record<NetworkKind, string> = { hosting: 'h', mobile: 'm', other: 'o' }

/**
 * What is kept of the network of a visit that may be paid: a letter for its kind, and two hashes of 8 bytes under the
 * day's salt, of the address prefix (/24, /56 of IPv6) and of the address (of IPv6 the prefix, since a household has all
 * of it). As with a visitor, no address can be found by it once the salt is deleted.
 */
function networkCode(salt: string, address: string, kinds: NetworkKinds): string {
  const { network, whole } = networkHashes(salt, address)
  return letters[kinds.of(address)] + network + whole
}

function networkHashes(salt: string, address: string): { network: string; whole: string } {
  const prefix = networkPrefix(address)
  const network = short(salt, prefix)
  return { network, whole: prefix.includes(':') ? network : short(salt, networkOf(address)) }
}

/** The ends of what is hashed differ from a visitor's: no hash here is half of one there. */
function short(salt: string, network: string): string {
  return hash('sha256', `${salt}${network}`).slice(0, 16)
}

/**
 * The pseudonym of a visitor: 16 bytes, in hexadecimal, of a hash of address and user agent keyed with the
 * day's salt. Once the salt is deleted, visitors of two days cannot be matched, and no address can be found.
 *
 * The salt fills one block of SHA-256 and half of the result is dropped, so the plain keyed hash is as good as an
 * HMAC here; one of those took 8 µs of a redirect's 30, this takes 1.
 */
export function visitorHash(salt: string, address: string, userAgent: string): string {
  return hash('sha256', `${salt}${networkOf(address)}\n${userAgent}`).slice(0, 32)
}

/** Most countable clicks this process remembers; past twice that the oldest count again, never a fresh one less. */
const entriesMax = 100_000

/** Which visitors had a countable click on which link within the hour, as far as this process saw. */
class Repeats {
  readonly #lastAtMs = new BoundedMap<string, number>(entriesMax)

  /** Whether `visitor` had a countable click on the link less than an hour before `atMs`. */
  has(linkId: string, visitor: string, atMs: number): boolean {
    const last = this.#lastAtMs.get(linkId + visitor)
    // Either way: the clock of a development machine is put back too.
    return last !== undefined && Math.abs(atMs - last) < REPEAT_WINDOW_MS
  }

  /** Remembers a countable click. */
  add(linkId: string, visitor: string, atMs: number): void {
    this.#lastAtMs.set(linkId + visitor, atMs)
  }

  /** Forgets a click that could not be stored. */
  remove(linkId: string, visitor: string): void {
    this.#lastAtMs.delete(linkId + visitor)
  }
}
