import type { Consumer, JetStreamClient, JetStreamManager, StoredMsg, StreamConfig } from '@nats-io/jetstream'
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import { dayMs } from '#rules/utc-date.ts'
import type { ClickLogSettings } from '#server/click-settings.ts'
import { clickTime, isClickId } from '../click-id.ts'

export const stream = 'crels_clicks'
export const subject = 'crels.clicks'
const durable = 'crels_store'

/** For how long a segment that is published again is known to be there, in milliseconds; the store knows it for longer. */
const duplicatesMs = 2 * 3_600_000
/** For how long a worker may store what it was given, before another is given it, in milliseconds. */
export const storingMs = 60_000
const nanos = 1_000_000

/** A NATS with JetStream, by its own client, which is loaded only where it is set. */
export interface NatsConnectionOf {
  nats: NatsConnection
  publish: JetStreamClient
  manage: JetStreamManager
  /** The workers' common place in the log, which they share the segments by. */
  consumer(): Promise<Consumer>
}

/** Connects, makes the stream where it is missing, and has it as the settings say. Throws where it cannot. */
export async function connectNats(
  { urls, replicas, days }: ClickLogSettings,
  givenMs = storingMs,
): Promise<NatsConnectionOf> {
  const [{ connect }, { jetstream, jetstreamManager }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ])
  const nats = await connect({
    ...addresses(urls),
    name: 'crels',
    timeout: 5_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  })
  try {
    const manage = await jetstreamManager(nats, { timeout: 5_000 })
    await makeStream(manage, { replicas, days })
    await makeConsumer(manage, givenMs)
    const publish = jetstream(nats, { timeout: 5_000 })
    return { nats, publish, manage, consumer: async () => await publish.consumers.get(stream, durable) }
  } catch (error) {
    await nats.close()
    throw error
  }
}

/** User and password are of the first address that has them. */
function addresses(urls: string[]): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'> {
  const parsed = urls.map((url) => new URL(url))
  const named = parsed.find(({ username }) => username !== '')
  return {
    servers: parsed.map(({ host }) => host),
    ...(named && { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) }),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}

async function makeStream(
  manage: JetStreamManager,
  { replicas, days }: Pick<ClickLogSettings, 'replicas' | 'days'>,
): Promise<void> {
  const wanted = {
    subjects: [subject],
    num_replicas: replicas,
    max_age: days * dayMs * nanos,
    duplicate_window: duplicatesMs * nanos,
  }
  const found = await manage.streams.info(stream).catch((error: { code?: number; status?: number }) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!found)
    return void (await manage.streams.add({ name: stream, storage: 'file', retention: 'limits', ...wanted }))
  const isAsWanted = (Object.keys(wanted) as (keyof StreamConfig & keyof typeof wanted)[]).every(
    (name) => String(found.config[name]) === String(wanted[name]),
  )
  if (!isAsWanted) await manage.streams.update(stream, wanted)
}

/** Whether a failure says that the stream or the workers' place in it is not there: connecting makes it. */
export function isLogGone(error: unknown): boolean {
  return /(stream|consumer) not found|consumer deleted|no responders|jetstream is not enabled/i.test(
    (error as Error).message,
  )
}

function isMissing(error: unknown): boolean {
  return /not found/i.test((error as Error).message)
}

async function makeConsumer(manage: JetStreamManager, givenMs: number): Promise<void> {
  await manage.consumers.add(stream, {
    durable_name: durable,
    ack_policy: 'explicit',
    ack_wait: givenMs * nanos,
    max_ack_pending: 5_000,
  })
}

/** What waits in the log, for how long, and whether its servers follow. */
export interface ClickLogState {
  /** Segments that are not stored yet. */
  waiting: number
  /** For how many seconds the oldest of them has waited; 0 where none does. */
  oldestSec: number
  /** When the first click of that was made, which may be long before it came here; null where nothing waits. */
  oldestClickAt: Date | null
  /** For how many seconds the log keeps a segment, stored or not. */
  keptSec: number
  /** Names of servers that are to have them and do not follow. */
  lagging: string[]
}

export async function logState({ manage }: Pick<NatsConnectionOf, 'manage'>): Promise<ClickLogState> {
  const [consumer, log] = await Promise.all([
    manage.consumers.info(stream, durable),
    manage.streams.info(stream),
  ])
  const lagging = (log.cluster?.replicas ?? []).filter(({ current, offline }) => !current || offline)
  const waiting = consumer.num_pending + consumer.num_ack_pending
  const seq = Math.max(consumer.ack_floor.stream_seq + 1, log.state.first_seq)
  const oldest = waiting === 0 ? null : await messageOf(manage, seq)
  return {
    waiting,
    oldestSec: oldest ? Math.max(0, (Date.now() - oldest.time.getTime()) / 1_000) : 0,
    oldestClickAt: oldest && madeAt(Buffer.from(oldest.data).toString('latin1')),
    keptSec: log.config.max_age / nanos / 1_000,
    lagging: lagging.map(({ name }) => name),
  }
}

/** Null for one that was stored meanwhile and is no longer there. */
async function messageOf(manage: JetStreamManager, seq: number): Promise<StoredMsg | null> {
  return await manage.streams.getMessage(stream, { seq }).catch((error: Error) => {
    if (isNoMessage(error)) return null
    throw error
  })
}

function madeAt(lines: string): Date | null {
  const clickId = lines.slice(0, lines.indexOf('\t'))
  return isClickId(clickId) ? new Date(clickTime(clickId)) : null
}

/** Whether a failure says that the log does not go back so far. */
export function isNoMessage(error: unknown): boolean {
  return /no message/i.test((error as Error).message)
}
