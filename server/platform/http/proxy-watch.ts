import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { isLoopback } from '#rules/loopback.ts'
import type { Config } from '#server/config.ts'
import { deviceName } from '../device-name.ts'
import type { ReadinessCheck } from '../readiness.ts'

/** How often the log repeats it while it goes on. */
const repeatMs = 600_000
/** So many kinds of browser, each on its system, come from one address of a proxy where different people do … */
const kindsMax = 3
/** … within this time. */
const kindsMs = 600_000
/** How long it is a finding once it was seen: who opened their own site by three browsers is no fault. */
const ownAddressMs = 3_600_000
/** Addresses of proxies whose browsers are counted. */
const addressesMax = 20

/**
 * Notices that requests come through a proxy whose X-Forwarded-For is not believed, or is its own address or that of
 * another proxy: everybody has that address then, limits are shared, and the visits of different people count as one.
 */
export class ProxyWatch {
  readonly #trusted: BlockList
  readonly #https: boolean
  readonly #log: Pick<Logger, 'error'>
  /** By the address of a proxy that is said to be the visitor's, when which kinds of browser came from it. */
  readonly #kinds = new Map<string, Map<string, number>>()
  #finding: string | null = null
  #ownAddressAt = -Infinity
  #saidAt = -Infinity

  constructor(config: Pick<Config, 'trustProxy' | 'publicOrigin'>, log: Pick<Logger, 'error'>) {
    this.#trusted = blockListOf(config.trustProxy)
    this.#https = config.publicOrigin.startsWith('https:')
    this.#log = log
  }

  /** For `/readyz`. It does not take the site out of service: the header may come from a client. */
  get check(): ReadinessCheck {
    return { name: 'proxy', refuses: false, look: () => this.#finding ?? this.#sharedAddress() }
  }

  /** Looks at one request; called for each, and quick where none was handed on. */
  look({ headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } }): void {
    const handedOn = headers['x-forwarded-for'] !== undefined
    if (!handedOn && !otherHeaders.some((name) => headers[name] !== undefined)) return
    const peer = socket.remoteAddress
    // TLS is a proxy's, so behind https there is one; on this machine only a proxy knows other addresses.
    if (peer === undefined || !(this.#https || isLoopback(peer))) return
    const trusted = this.#isTrusted(peer)
    if (!trusted || !handedOn) return this.#say(peer, trusted ? noForwardedFor : notTrusted)
    const visitor = this.#proxyAsVisitor(String(headers['x-forwarded-for']))
    if (visitor === null || !this.#isManyAt(visitor, headers['user-agent'])) return
    this.#ownAddressAt = performance.now()
    this.#repeat(visitor, ownAddress)
  }

  #sharedAddress(): string | null {
    return performance.now() - this.#ownAddressAt < ownAddressMs ? ownAddress : null
  }

  /** The address that a request is said to come from, where it is a proxy's; null where it is a visitor's. */
  #proxyAsVisitor(forwardedFor: string): string | null {
    const addresses = forwardedFor.split(',').map((one) => one.trim())
    return addresses.every((one) => isIP(one) !== 0 && this.#isTrusted(one)) ? addresses[0]! : null
  }

  /** Whether browsers of several kinds come from an address at a time. What watches this site from its machine is none. */
  #isManyAt(address: string, userAgent = ''): boolean {
    const { browser, system } = deviceName(userAgent)
    if (browser === null || system === null) return false
    const now = performance.now()
    const kinds = this.#kinds.get(address) ?? new Map<string, number>()
    kinds.set(`${browser} ${system}`, now)
    if (this.#kinds.size < addressesMax) this.#kinds.set(address, kinds)
    return [...kinds.values()].filter((at) => now - at < kindsMs).length >= kindsMax
  }

  #isTrusted(address: string): boolean {
    return this.#trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }

  #say(peer: string, finding: string): void {
    this.#finding = finding
    this.#repeat(peer, finding)
  }

  /** Once in a while. */
  #repeat(peer: string, finding: string): void {
    if (performance.now() - this.#saidAt < repeatMs) return
    this.#saidAt = performance.now()
    // An address of the internet may be a person's, which the log does not name.
    const proxy = isPrivate(peer) ? peer : 'an address of the internet'
    this.#log.error({ proxy }, finding)
  }
}

/** What proxies send beside X-Forwarded-For, or in its place. */
const otherHeaders = ['forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host']

const notTrusted =
  'Requests come through a proxy that TRUST_PROXY does not name: all visitors have its address, so they share their limits and count as one visitor. Set TRUST_PROXY to its address'
const noForwardedFor =
  'The proxy sends no X-Forwarded-For, which is what Crels reads: all visitors have its address, so they share their limits and count as one visitor. Let it send X-Forwarded-For'
const ownAddress =
  'Browsers of several kinds come from one address that TRUST_PROXY names as a proxy: those visitors share their limits and count as one. Let the proxy hand on the address of who asks, by IPv6 too'

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const one of addresses) {
    const [address = '', bits] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const networksOfOnesOwn = blockListOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
])

function isPrivate(address: string): boolean {
  return networksOfOnesOwn.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
