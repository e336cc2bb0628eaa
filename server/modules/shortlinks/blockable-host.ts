import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** A host as the network knows it, in ASCII. Throws one line for people where `text` is none. */
export function hostName(text: string): string {
  const host = /[/?#@:\\]/.test(text) ? '' : domainToASCII(text.trim()).replace(/\.$/, '')
  if (!/^[a-z0-9.-]{1,253}$/.test(host))
    throw new Error(`${JSON.stringify(text)} is no host, such as spam.example`)
  return host
}

/**
 * A host that may be blocked with everything below it. Throws where it is none, and for a name under which everybody
 * registers their own, `com` or `co.uk` (the public suffix list, as bundled). One that a company lets others use,
 * `github.io`, is refused unless `isShared` says that all of it is meant.
 */
export function blockableHost(text: string, isShared: boolean): string {
  const host = hostName(text)
  const { isIp, isIcann, isPrivate, publicSuffix } = parse(host, { allowPrivateDomains: true })
  if (isIp || publicSuffix !== host) return host
  if (isPrivate && !isIcann) {
    if (isShared) return host
    throw new Error(`${host} is shared by many who have nothing to do with each other: name the one you mean`)
  }
  throw new Error(`${host} is no one’s host: everybody registers their own names below it`)
}
