import * as z from 'zod'
import { listed, whole } from './setting-values.ts'

/** With a host and the database's name. */
const isClickHouseUrl = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) && /^\/\w+$/.test(new URL(text).pathname)

const isNatsUrl = (text: string) =>
  /^(nats|tls):\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''

/** Where clicks are kept past one database (server/modules/clicks, docs/scaling.md). */
export const clickSettings = {
  CLICKHOUSE_URL: {
    schema: z
      .string()
      .refine(isClickHouseUrl, 'is an address such as http://user:password@host:8123/crels')
      .or(z.literal('')),
    default: '',
    doc: 'HTTP interface of a ClickHouse (25.3 or newer) for clicks and their statistics; empty keeps them in the database.',
    secret: true,
  },
  NATS_URL: {
    schema: z
      .string()
      .transform(listed)
      .refine(
        (urls) => urls.every(isNatsUrl),
        'is a list of addresses such as nats://user:password@host:4222',
      ),
    default: '',
    doc: 'Servers of a NATS with JetStream (comma-separated), a log of clicks before CLICKHOUSE_URL; empty hands them over directly.',
    secret: true,
  },
  CLICK_LOG_REPLICAS: {
    schema: z.enum(['1', '3', '5'], 'is 1, 3 or 5').transform(Number),
    default: '1',
    doc: 'Servers of NATS_URL that have each click; 3 bear the loss of one.',
  },
  CLICK_LOG_DAYS: {
    schema: whole(1, 90),
    default: '7',
    doc: 'Days that clicks stay in the log of NATS_URL, to be played again into an empty ClickHouse.',
  },
} as const

/** Where clicks go; with neither, to the database. */
export interface ClickPlaces {
  clickHouseUrl: string | null
  /** A log of clicks before it; null hands them over directly. */
  log: ClickLogSettings | null
}

export interface ClickLogSettings {
  urls: string[]
  replicas: number
  days: number
}
