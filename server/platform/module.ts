import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { StreamTopic } from '#contracts/stream.constants.ts'
import type { Config } from '../config.ts'
import type { SharedClock } from './clock.ts'
import type { Db } from './database.ts'
import type { Files } from './files/stored-files.ts'
import type { Route } from './http/bind.ts'
import type { RateLimiter } from './http/rate-limits.ts'
import type { Job } from './jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MemberErasure } from './member-erasure.ts'
import type { MemberExport } from './member-export.ts'
import type { ReadinessCheck } from './readiness.ts'
import type { Secret } from './secret.ts'
import type { SharePictures } from './share-pictures/share-pictures.ts'
import type { StaleReads } from './stale-reads/stale-reads.ts'
import type { TopicVersionSource } from './topic-versions.ts'

/** What every module is opened with; server/open-platform.ts makes it. */
export interface Platform {
  config: Config & { databaseUrl: string }
  db: Db
  /** For what may be some seconds old, and what is asked often and keeps its plans. */
  reads: StaleReads
  clock: SharedClock
  log: Logger
  secret: Secret
  mailer: Mailer
  files: Files
  sharePictures: SharePictures
}

/**
 * What a module is to the product. Its `module.ts` returns it, server/modules.ts lists it, server/app.ts loops over the
 * list.
 */
export interface Module {
  /** Its endpoints with their handlers. */
  routes?: Route[]
  jobs?: Job[]
  /** What it erases of a deleted member. Each step is named in `erasureOrder` (server/account-deletion.ts). */
  erase?: MemberErasure[]
  /** What it hands a member of their data; the archive lists it in the order of the modules. */
  export?: MemberExport[]
  /** What the stream compares to see that a topic changed. */
  topicVersions?: Partial<Record<StreamTopic, TopicVersionSource>>
  /** Registers what it shows at /metrics. */
  metrics?: (registry: Registry) => void
  /** What it adds to /readyz. */
  checks?: ReadinessCheck[]
  /** Registers what it serves outside the contracts, and its hooks. */
  register?: (server: FastifyInstance, shared: { rateLimiter: RateLimiter }) => void
  /** Begins what it does by itself beside the jobs, in a process that works on them. */
  work?: () => void
  /** Closes what it opened; requests and jobs have ended by then. */
  close?: () => Promise<void>
}
