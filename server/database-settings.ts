import * as z from 'zod'
import { databaseUrlList, isDatabaseUrl, whole } from './setting-values.ts'

/** The settings of the database and its replicas. */
export const databaseSettings = {
  DATABASE_URL: {
    schema: z
      .string()
      .refine(isDatabaseUrl, 'is an address such as postgres://user:password@host:5432/database')
      .or(z.literal('')),
    default: '',
    doc: 'PostgreSQL 18 or newer to use; empty starts the embedded one in DATA_DIR.',
  },
  DATABASE_DIRECT_URL: {
    schema: z
      .string()
      .refine(isDatabaseUrl, 'is an address such as postgres://user:password@host:5432/database')
      .or(z.literal('')),
    default: '',
    doc: 'The same database past a pooler in transaction mode that DATABASE_URL names: for LISTEN, migrations, locks and kept plans.',
  },
  DATABASE_REPLICA_URLS: {
    schema: databaseUrlList,
    default: '',
    doc: 'Streaming replicas of the database (comma-separated), for analytics, campaign lists and the leaderboard; empty reads all from the database.',
    secret: true,
  },
  DATABASE_REPLICA_LAG_SECONDS: {
    schema: whole(3, 30),
    default: '5',
    doc: 'Seconds that an answer of a replica may be old; one that is further behind is not asked.',
  },
  DATABASE_POOL: {
    schema: whole(2, 200),
    default: '16',
    doc: 'Connections of the main pool; lists of campaigns have up to four more.',
  },
  DATABASE_WAIT_SECONDS: {
    schema: whole(1, 60),
    default: '5',
    doc: 'Seconds a request waits for a connection of a pool before it is answered 503.',
  },
} as const
