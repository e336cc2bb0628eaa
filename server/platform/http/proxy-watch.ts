import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Logger } from 'pino'
import { isLoopback } from '#rules/loopback.ts'
import type { Config } from '#server/config.ts'
import type { ReadinessCheck } from '../readiness.ts'

/** How often the log repeats it while it goes on. */
const repeatMs = 600_000

/**
 * Notices that requests come through a proxy whose X-Forwarded-For is not believed: everybody has its address then,
 * limits are shared, and the visits of different people count as one.
 */
export class ProxyWatch {
  readonly #trusted: BlockList
  readonly #https: boolean
  readonly #log: Pick<Logger, 'error'>
  #finding: string | null = null
  #saidAt = -Infinity

  constructor(config: Pick<Config, 'trustProxy' | 'publicOrigin'>, log: Pick<Logger, 'error'>) {
    this.#trusted = blockListOf(config.trustProxy)
    this.#https = config.publicOrigin.startsWith('https:')
    this.#log = log
  }

  /** For `/readyz`. It does not take the site out of service: the header may come from a client. */
  get check(): ReadinessCheck {
    return { name: 'proxy', refuses: false, look: () => this.#finding }
  }

  /** Looks at one request; called for each, and quick where none was handed on. */
  look({ headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } }): void {
    const handedOn = headers['x-forwarded-for'] !== undefined
    if (!handedOn && !otherHeaders.some((name) => headers[name] !== undefined)) return
    const peer = socket.remoteAddress
    // TLS is a proxy's, so behind https there is one; on this machine only a proxy knows other addresses.
    if (peer === undefined || !(this.#https || isLoopback(peer))) return
    const trusted = this.#trusted.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')
    if (trusted && handedOn) return
    this.#say(peer, trusted)
  }

  #say(peer: string, trusted: boolean): void {
    this.#finding = trusted ? noForwardedFor : notTrusted
    if (performance.now() - this.#saidAt < repeatMs) return
    this.#saidAt = performance.now()
    // An address of the internet may be a person's, which the log does not name.
    const proxy = isPrivate(peer) ? peer : 'an address of the internet'
    this.#log.error({ proxy }, this.#finding)
  }
}

/** What proxies send beside X-Forwarded-For, or in its place. */
const otherHeaders = ['forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host']

const notTrusted =
  'Requests come through a proxy that TRUST_PROXY does not name: all visitors have its address, so they share their limits and count as one visitor. Set TRUST_PROXY to its address'
const noForwardedFor =
  'The proxy sends no X-Forwarded-For, which is what Crels reads: all visitors have its address, so they share their limits and count as one visitor. Let it send X-Forwarded-For'

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
