import { isIP } from 'node:net'
import * as z from 'zod'
import { isLoopback } from '#rules/loopback.ts'

/** A whole number, as text. */
export const whole = (min: number, max: number) => {
  const message = `is a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
}
/** True or false, as text. */
export const flag = z
  .enum(['true', 'false', '1', '0'], 'is true or false')
  .transform((value) => value === 'true' || value === '1')

/** Host names or IP addresses, comma-separated. */
export const hostList = z
  .string()
  .transform(listed)
  .refine((hosts) => hosts.every(isHostName), 'is a list such as crels.internal,10.0.0.5')

/** One of some words. */
export const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `is one of ${words.join(', ')}`)

/** Scheme, host and port, nothing after. */
export function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

/** The host may be missing (`postgres:///crels?host=/run/postgresql` is a socket), the database's name may not. */
export function isDatabaseUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value) && new URL(value).pathname.length > 1
}

/** Such addresses, comma-separated; a comma in one is %2C. */
export const databaseUrlList = z
  .string()
  .transform(listed)
  .refine(
    (urls) => urls.every(isDatabaseUrl),
    'is a list of addresses such as postgres://user:password@host:5432/database',
  )

/** With key, secret and the bucket's name. */
export function isBucketUrl(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { username, password, pathname } = new URL(value)
  return username !== '' && password !== '' && /^\/[a-z0-9][a-z0-9.-]{2,62}$/.test(pathname)
}

function isHostName(host: string): boolean {
  return isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host)
}

/** With a host, over TLS or without. */
export function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== ''
}

/** With a host, over TLS or without. */
export function isRedisUrl(value: string): boolean {
  return /^rediss?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== ''
}

/** The parts of a comma-separated list. */
export function listed(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** An IP address, or a network such as 10.0.0.0/8. */
export function isProxy(proxy: string): boolean {
  const [address = '', bits = '0', ...more] = proxy.split('/')
  const family = isIP(address)
  return family > 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

/** The https origin of a service elsewhere; http is for trying it out on this machine. */
export const outsideOrigin = (example: string) =>
  z.string().refine(isOutsideOrigin, `is an origin such as ${example}, without a path`)

function isOutsideOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}
