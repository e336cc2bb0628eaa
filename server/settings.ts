import { isIP } from 'node:net'
import * as z from 'zod'
import { accountSettings } from './account-settings.ts'
import { alertSettings } from './alert-settings.ts'
import { analyticsSettings } from './analytics-settings.ts'
import { clickSettings } from './click-settings.ts'
import { traceSettings } from './trace-settings.ts'
import { backupSettings } from './backup-settings.ts'
import { databaseSettings } from './database-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { paypalSettings } from './paypal-settings.ts'
import { sanctionsSettings } from './sanctions-settings.ts'
import {
  whole,
  flag,
  hostList,
  oneOf,
  isOrigin,
  isBucketUrl,
  isRedisUrl,
  listed,
  isProxy,
} from './setting-values.ts'

/** Every setting: how it is read, its default as one would write it, and what it is for. */
export const settings = {
  NODE_ENV: {
    schema: oneOf(['development', 'test', 'production']),
    default: 'development',
    doc: 'Production turns off the development tools and the demo data.',
  },
  HOST: {
    schema: z
      .string()
      .refine(
        (value) => value === 'localhost' || isIP(value) > 0,
        'is an IP address of this machine, or localhost',
      ),
    default: '127.0.0.1',
    doc: 'Address to listen on; loopback unless you say otherwise.',
  },
  PORT: { schema: whole(1, 65_535), default: '3000', doc: 'Port to listen on.' },
  WORKER_PORT: {
    schema: whole(1, 65_535).or(z.literal('')),
    default: '',
    doc: 'Port at which `start:worker` answers /healthz, /readyz and /metrics, at HOST; empty opens none.',
  },
  DRAIN_SECONDS: {
    schema: whole(0, 300),
    default: '0',
    doc: 'Seconds after SIGTERM in which everything is still answered and /readyz says 503: longer than the proxy before it takes to notice.',
  },
  MAX_CONNECTIONS: {
    schema: whole(10, 100_000),
    default: '5000',
    doc: 'Connections of clients at once; further ones are closed. Each takes a file handle (ulimit -n).',
  },
  PUBLIC_ORIGIN: {
    schema: z.string().refine(isOrigin, 'is an origin such as https://crels.example, without a path'),
    default: '',
    doc: 'Where people reach Crels, e.g. https://crels.example; by default http://localhost:PORT.',
  },
  ALLOWED_HOSTS: {
    schema: hostList,
    default: '',
    doc: 'Further hosts (comma-separated) under which requests are answered, beside that of PUBLIC_ORIGIN and this machine.',
  },
  DEVELOPMENT_TOOLS: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Mailbox at /dev/mail, demo shops, open /metrics, movable clock; on only where HOST and PUBLIC_ORIGIN are of this machine. Never in production or with https.',
  },
  DEVELOPMENT_HOSTS: {
    schema: hostList,
    default: '',
    doc: 'Further hosts (comma-separated) under which DEVELOPMENT_TOOLS=true answers at /dev, beside this machine, e.g. 192.168.1.5 for a phone.',
  },
  DATA_DIR: {
    schema: z.string(),
    default: '.data',
    doc: 'Folder of the embedded database, click spool, files and keys.',
  },
  ...databaseSettings,
  REDIS_URL: {
    schema: z
      .string()
      .refine(isRedisUrl, 'is an address such as redis://:password@host:6379/0')
      .or(z.literal('')),
    default: '',
    doc: 'A Redis or Valkey in which processes share their rate limits; empty shares them by the database.',
    secret: true,
  },
  ...clickSettings,
  FILES_URL: {
    schema: z
      .string()
      .refine(isBucketUrl, 'is an address such as https://key:secret@s3.example/bucket?region=eu-west-1')
      .or(z.literal('')),
    default: '',
    doc: 'Bucket of an S3 store for uploaded files; empty keeps them in DATA_DIR.',
    secret: true,
  },
  ...backupSettings,
  ...mailSettings,
  ...paypalSettings,
  ...sanctionsSettings,
  SUPPORT_EMAIL: {
    schema: z.email('is one e-mail address such as support@crels.example').or(z.literal('')),
    default: '',
    doc: 'Where messages of the contact form are mailed, and where replies to answers go; empty keeps them in the queue alone (crels support list).',
  },
  SUPPORT_KEEP_MONTHS: {
    schema: whole(1, 120),
    default: '12',
    doc: 'Months a closed support request is kept; then it is removed with its messages and pictures.',
  },
  SECRET: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'Key for cookies and sealed values; empty keeps a generated one in DATA_DIR.',
    secret: true,
  },
  SECRET_PREVIOUS: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'The SECRET before this one, while it is replaced (docs/operating.md).',
    secret: true,
  },
  ...accountSettings,
  CLICK_DAYS: {
    schema: whole(366, 36_500),
    default: '400',
    doc: 'Days each visit of a short link is kept; the figures made of them stay. A conversion needs its click.',
  },
  PAID_VISITORS_PER_HOUR: {
    schema: whole(1, 1_000_000),
    default: '60',
    doc: 'Visitors of an enrolment that are paid per click within an hour; more are under review.',
  },
  PAID_VISITORS_PER_NETWORK: {
    schema: whole(1, 1_000_000),
    default: '5',
    doc: 'Visitors of a member that are paid per click from one network (/24, /56 of IPv6) and from one address in a day, and count for a share from one network; more are under review.',
  },
  PAID_VISITORS_PER_MOBILE_NETWORK: {
    schema: whole(1, 1_000_000),
    default: '50',
    doc: 'The same of a network of a mobile carrier, whose customers share addresses.',
  },
  ...analyticsSettings,
  DEMO_DATA: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Load demo data into an empty database; on with NODE_ENV=development and the development tools.',
  },
  ALLOW_LOCAL_DESTINATIONS: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Lets links lead to this machine, as the demo campaigns do; on with the development tools, refused when PUBLIC_ORIGIN is https.',
  },
  BUILD_WEB: {
    schema: flag,
    default: 'true',
    doc: 'At start, build the web app where it is missing or older than its sources.',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .transform(listed)
      .refine((proxies) => proxies.every(isProxy), 'is a list such as 127.0.0.1,10.0.0.0/8'),
    default: '',
    doc: 'Addresses (comma-separated, CIDR allowed) of proxies whose X-Forwarded-For is believed.',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, 'has at least 16 characters').or(z.literal('')),
    default: '',
    doc: 'Bearer that /metrics asks for; empty closes it, except to this machine with the development tools.',
    secret: true,
  },
  RATE_LIMIT: {
    schema: flag,
    default: 'true',
    doc: 'Limits requests per account and address; turn off only to measure.',
  },
  OPERATOR: {
    schema: z.email('is the e-mail address of an operator').or(z.literal('')),
    default: '',
    doc: 'Who acts by commands where --as does not say (crels operator list).',
  },
  OPERATOR_IDLE_MINUTES: {
    schema: whole(1, 24 * 60),
    default: '30',
    doc: 'Minutes without a request after which a session of the console ends.',
  },
  OPERATOR_SESSION_HOURS: {
    schema: whole(1, 24 * 7),
    default: '12',
    doc: 'Hours after which a session of the console ends, however much it is used.',
  },
  ...alertSettings,
  LOG_LEVEL: {
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'warn',
    doc: 'How much to log.',
  },
  ...traceSettings,
} as const satisfies Record<string, { schema: z.ZodType; default: string; doc: string; secret?: boolean }>

export type SettingName = keyof typeof settings
