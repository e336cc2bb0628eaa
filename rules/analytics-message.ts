/** The calls of the Segment specification by the letter that stands for each in an address. */
export const analyticsCalls = {
  i: 'identify',
  t: 'track',
  p: 'page',
  a: 'alias',
  g: 'group',
  s: 'screen',
} as const

export type AnalyticsCall = (typeof analyticsCalls)[keyof typeof analyticsCalls]

/** A message as it is stored, exported and forwarded: of the Segment specification, without what identifies anyone. */
export interface AnalyticsMessage {
  type: AnalyticsCall
  messageId: string
  /** When it happened, by our clock (ISO 8601). */
  timestamp: string
  userId?: string
  anonymousId?: string
  previousId?: string
  groupId?: string
  event?: string
  name?: string
  [member: string]: unknown
}

/** Why a message is not taken. */
export type MessageRefusal =
  | 'no_object'
  | 'type_unknown'
  | 'id_missing'
  | 'id_is_address'
  | 'id_too_long'
  | 'event_missing'

export interface MessageReading {
  /** As the address of a single call says; otherwise the message says its own. */
  type?: AnalyticsCall
  /** Of a batch, for messages that say none. */
  sentAt?: unknown
  receivedAt: Date
  /** Traits that may be kept; no other is. */
  traits: readonly string[]
  /** An id for a message that has none. */
  newId: () => string
}

/** Longest id and name, in characters. */
const idMax = 200

/**
 * Reads one message of the Segment HTTP API. What could identify a person beyond the ids is left out: addresses of mail
 * and network, query strings, secrets, and every trait that is not allowed by name.
 */
export function readAnalyticsMessage(
  raw: unknown,
  { type: asked, sentAt, receivedAt, traits, newId }: MessageReading,
): { message: AnalyticsMessage } | { refusal: MessageRefusal } {
  if (!isObject(raw)) return { refusal: 'no_object' }
  const type = asked ?? Object.values(analyticsCalls).find((call) => call === raw.type)
  if (!type) return { refusal: 'type_unknown' }
  const ids = readIds(raw)
  if (typeof ids === 'string') return { refusal: ids }
  if (ids.userId === undefined && ids.anonymousId === undefined) return { refusal: 'id_missing' }
  const [event, name, category] = [text(raw.event), text(raw.name), text(raw.category)]
  if (type === 'track' && event === undefined) return { refusal: 'event_missing' }
  const at = timeOf(raw.timestamp ?? raw.originalTimestamp, raw.sentAt ?? sentAt, receivedAt)
  const message: AnalyticsMessage = {
    type,
    messageId: ids.messageId ?? newId(),
    timestamp: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    ...ids.named,
    ...(event === undefined ? {} : { event }),
    ...(name === undefined ? {} : { name }),
    ...(category === undefined ? {} : { category }),
  }
  if (isObject(raw.properties)) message.properties = withoutPersonalData(raw.properties)
  if (isObject(raw.traits)) message.traits = allowed(raw.traits, traits)
  if (isObject(raw.context)) message.context = contextOf(raw.context, traits)
  if (isObject(raw.integrations)) message.integrations = withoutPersonalData(raw.integrations)
  return { message }
}

interface Ids {
  messageId?: string
  userId?: string
  anonymousId?: string
  /** Those that the message keeps under their names. */
  named: Record<string, string>
}

function readIds(raw: Record<string, unknown>): Ids | MessageRefusal {
  const found: Record<string, string> = {}
  for (const name of ['messageId', 'userId', 'anonymousId', 'previousId', 'groupId']) {
    const value = raw[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const id = wellFormed(String(value)).trim()
    if (id === '') continue
    if (id.length > idMax) return 'id_too_long'
    if (/@|%40/.test(id)) return 'id_is_address'
    found[name] = id
  }
  const { messageId, ...named } = found
  return { messageId, userId: named.userId, anonymousId: named.anonymousId, named }
}

/**
 * When it happened by our clock: a device's may be wrong by a day, but not between a message and its sending. Never
 * later than it was received.
 */
function timeOf(timestamp: unknown, sentAt: unknown, receivedAt: Date): Date {
  const [at, sent] = [instant(timestamp), instant(sentAt)]
  const by = receivedAt.getTime()
  if (at === undefined) return receivedAt
  const ms = sent === undefined ? at : by - (sent - at)
  return new Date(Math.max(0, Math.min(ms, by)))
}

function instant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

function contextOf(context: Record<string, unknown>, traits: readonly string[]): Record<string, unknown> {
  const { traits: given, ...rest } = context
  const kept = withoutPersonalData(rest)
  return isObject(given) ? { ...kept, traits: allowed(given, traits) } : kept
}

function allowed(traits: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(traits).flatMap(([name, value]) =>
      names.includes(name) && (value === null || typeof value !== 'object')
        ? [[name, typeof value === 'string' ? wellFormed(value) : value]]
        : [],
    ),
  )
}

/** Members that are left out at every depth, by their name without case, `_` and `-`. */
const personal =
  /^(ip|ipaddress|remoteaddr(ess)?|search|.*(e?mail|phone|passw|secret|token|authorization|cookie|apikey|writekey|iban|cardnumber).*)$/

/** Deeper than this nothing is kept. */
const depthMax = 8

/** A value without members that are personal or secret, and its texts without addresses, query strings and tokens. */
export function withoutPersonalData(value: Record<string, unknown>): Record<string, unknown> {
  return clean(value, 0) as Record<string, unknown>
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (value === null || typeof value !== 'object') return value
  if (depth >= depthMax) return null
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      personal.test(name.toLowerCase().replaceAll(/[_\-\s]/g, ''))
        ? []
        : [[cleanText(name), clean(one, depth + 1)]],
    ),
  )
}

/** Lengths are bounded, so that no text takes long. */
const mailAddress = /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,253}/giu
const address = /(\bhttps?:\/\/[^\s?#]{0,2048})[?#]\S*/gi
const path = /^(\/[^\s?#]*)[?#]\S*/
const signedToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g

function cleanText(value: string): string {
  return wellFormed(value)
    .replace(address, '$1')
    .replace(path, '$1')
    .replace(mailAddress, '[email]')
    .replace(signedToken, '[token]')
}

/** As PostgreSQL can store it. */
function wellFormed(value: string): string {
  return value.replaceAll('\0', '').toWellFormed()
}

function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const cleaned = cleanText(value).trim().slice(0, idMax)
  return cleaned === '' ? undefined : cleaned.toWellFormed()
}

/** Whether a value of JSON is an object, with members by name. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
