import { isIPv4, isIPv6 } from 'node:net'
import { domainToUnicode } from 'node:url'
import { m } from '#messages'
import { isLookalikeHost, readsLike } from '#rules/host-look.ts'
import { isLoopback } from '#rules/loopback.ts'
import { problem, type Problem } from '#server/platform/http/problems.ts'
import { isPublicAddress, isPublicIPv6 } from '#server/platform/networks/public-address.ts'

export interface DestinationOptions {
  /** Development and tests: this machine is a destination too. */
  allowLocalDestinations: boolean
  publicOrigin: string
}

/** Why an address is no destination. */
export type DestinationRefusal = keyof typeof messages

const messages = {
  too_long: m.links_destination_too_long,
  not_an_address: m.links_destination_not_an_address,
  not_web: m.links_destination_not_web,
  credentials: m.links_destination_credentials,
  not_public: m.links_destination_not_public,
  own_redirector: m.links_destination_own_redirector,
  lookalike_host: m.links_destination_lookalike_host,
}

const charactersMax = 2_048

/** Answers the address of a destination in its one normal form, or throws `validation_failed` with the reason. */
export function assertDestination(
  text: string,
  options: DestinationOptions,
  field: 'destinationUrl' | 'fallbackUrl' = 'destinationUrl',
): string {
  const judged = judgeDestination(text, options)
  if (judged.refusal) throw refused(judged.refusal, field)
  return judged.url
}

/**
 * Whether a short link may lead to an address, and to which in its normal form: http or https, a public host in any
 * notation, no credentials, not our own redirector, not made to be taken for another host (docs/economy.md, Links and
 * clicks).
 */
export function judgeDestination(
  text: string,
  { allowLocalDestinations, publicOrigin }: DestinationOptions,
): { url: string; refusal?: undefined } | { refusal: DestinationRefusal } {
  if (text.length > charactersMax) return { refusal: 'too_long' }
  // The parser would drop these silently, and what is stored would not be what was typed.
  if (/[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return { refusal: 'not_an_address' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { refusal: 'not_web' }
  if (url.username !== '' || url.password !== '') return { refusal: 'credentials' }
  if (url.href.length > charactersMax) return { refusal: 'too_long' }
  // The parser takes `localhost..`, which is no name and would pass for a public one.
  if (hostOf(url).split('.').includes('')) return { refusal: 'not_an_address' }
  if (isOwnRedirector(url, new URL(publicOrigin))) return { refusal: 'own_redirector' }
  const host = hostOf(url)
  if (!isPublicHost(host) && !(allowLocalDestinations && isLoopback(host))) return { refusal: 'not_public' }
  const own = domainToUnicode(hostOf(new URL(publicOrigin)))
  const name = domainToUnicode(host)
  if (isLookalikeHost(name) || readsLike(name, own)) return { refusal: 'lookalike_host' }
  return { url: url.href }
}

function refused(refusal: DestinationRefusal, field: string): Problem {
  const message = messages[refusal]()
  return problem('validation_failed', {
    members: { issues: [{ path: `body.${field}`, code: refusal, message }] },
  })
}

/** The host as the parser normalised it (any notation of an address of four bytes is dotted then). */
function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1')
}

function isOwnRedirector(url: URL, own: URL): boolean {
  const sameHost =
    hostOf(url) === hostOf(own) ||
    (isLoopback(hostOf(url)) && isLoopback(hostOf(own)) && url.port === own.port)
  if (!sameHost) return false
  try {
    return /^\/+s(\/|$)/i.test(decodeURIComponent(url.pathname))
  } catch {
    return true
  }
}

function isPublicHost(host: string): boolean {
  if (isIPv4(host)) return isPublicAddress(host)
  // In a destination, one of IPv4 has no business in the clothes of IPv6.
  if (isIPv6(host)) return isPublicIPv6(host)
  // A name without a dot, and these endings, are names of a local network only (RFC 6761, 6762, 8375, 9476).
  return (
    host.includes('.') &&
    !/\.(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|onion|alt)$/.test(host)
  )
}
