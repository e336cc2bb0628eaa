import * as z from 'zod'
import { flag, listed, oneOf, whole } from './setting-values.ts'

/** Product analytics as the program uses it. */
export interface AnalyticsSettings {
  /** Whether pages send and the intake takes anything. */
  isOn: boolean
  /** Names this installation in messages; it is in every page, and no secret. */
  writeKey: string
  /** Whom pages ask before they send anything: visitors of regions that require it, everyone or no one. */
  consent: 'region' | 'always' | 'never'
  /** Names of the traits that are kept. */
  traits: string[]
  /** Days events are kept. */
  days: number
  /** Another service that gets every event. */
  forward: ForwardTarget | null
}

/** A service that speaks the Segment HTTP API. */
export interface ForwardTarget {
  /** Of its batches, e.g. `https://api.segment.io/v1/batch`. */
  url: string
  writeKey: string
}

/** The settings of product analytics. */
export const analyticsSettings = {
  ANALYTICS: {
    schema: flag,
    default: 'true',
    doc: 'Whether pages send analytics events to this installation; they are stored here (docs/analytics-events.md).',
  },
  ANALYTICS_WRITE_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9_-]{4,64}$/, 'has 4 to 64 letters, digits, _ or -'),
    default: 'crels',
    doc: 'What senders of events name this installation by; it is in every page and no secret.',
  },
  ANALYTICS_CONSENT: {
    schema: oneOf(['region', 'always', 'never']),
    default: 'region',
    doc: 'Whom pages ask before they send events: visitors of regions whose law wants it and of unknown ones, everyone, or no one.',
  },
  ANALYTICS_TRAITS: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9_, -]*$/, 'is a list such as plan,email')
      .transform(listed),
    default: '',
    doc: 'Names (comma-separated) of traits of identify and group that are kept, e.g. plan,email; others are left out.',
  },
  ANALYTICS_DAYS: {
    schema: whole(1, 3_650),
    default: '395',
    doc: 'Days analytics events are kept.',
  },
  ANALYTICS_FORWARD: {
    schema: z
      .string()
      .refine(isTarget, 'is an address such as https://WRITE_KEY@api.segment.io/v1/batch')
      .transform(targetOf)
      .or(z.literal('').transform(() => null)),
    default: '',
    doc: 'Another service of the Segment HTTP API that gets every event, as https://WRITE_KEY@host/v1/batch; empty forwards nothing.',
    secret: true,
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string; doc: string; secret?: boolean }>

function isTarget(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { username, hash } = new URL(value)
  return username !== '' && hash === ''
}

function targetOf(value: string): ForwardTarget {
  const url = new URL(value)
  const writeKey = decodeURIComponent(url.username)
  url.username = ''
  url.password = ''
  return { url: url.href, writeKey }
}
