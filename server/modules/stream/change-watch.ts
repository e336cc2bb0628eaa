import type { Logger } from 'pino'
import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'
import type { Db } from '#server/platform/database.ts'
import type { TopicVersionSource } from '#server/platform/topic-versions.ts'
import { streamId, type TopicVersions } from './stream-id.ts'

export type TopicVersionSources = Record<StreamTopic, TopicVersionSource>

/** Whose things are watched. */
export interface Watched {
  uid: string
  party: string
}

interface Watcher {
  member: Watched
  /** The id heard last. */
  id: string
  heard: (versions: TopicVersions) => void
}

/**
 * Checks every second whether anything of the connected members has changed, with one query a topic for all of them,
 * and none while no member is connected. Code that changes data needs to know nothing of it, in any process.
 */
export class ChangeWatch {
  readonly #db: Db
  readonly #sources: TopicVersionSources
  readonly #log: Logger
  readonly #everyMs: number
  readonly #watchers = new Set<Watcher>()
  #timer: NodeJS.Timeout | undefined

  constructor({
    db,
    sources,
    log,
    everyMs,
  }: {
    db: Db
    sources: TopicVersionSources
    log: Logger
    everyMs: number
  }) {
    this.#db = db
    this.#sources = sources
    this.#log = log
    this.#everyMs = everyMs
  }

  /** The versions of a member's topics now. */
  async versionsOf(member: Watched): Promise<TopicVersions> {
    return (await this.#read([member]))(member)
  }

  /** How many streams a member has open here. */
  countOf(uid: string): number {
    return [...this.#watchers].filter(({ member }) => member.uid === uid).length
  }

  /** Calls `heard` with the versions after each change since `versions`; answers what ends it. */
  watch(member: Watched, versions: TopicVersions, heard: (versions: TopicVersions) => void): () => void {
    const watcher = { member, id: streamId(versions), heard }
    this.#watchers.add(watcher)
    this.#timer ??= setTimeout(() => void this.#look(), this.#everyMs)
    return () => void this.#watchers.delete(watcher)
  }

  stop(): void {
    this.#watchers.clear()
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const watchers = [...this.#watchers]
    // A database that is away is said once, by DatabaseHealth; the next look sees what was missed.
    const versionsOf = await this.#read(watchers.map(({ member }) => member)).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'stream')
    })
    for (const watcher of versionsOf ? watchers : []) this.#notify(watcher, versionsOf!(watcher.member))
    this.#timer = this.#watchers.size > 0 ? setTimeout(() => void this.#look(), this.#everyMs) : undefined
  }

  #notify(watcher: Watcher, versions: TopicVersions): void {
    const id = streamId(versions)
    if (id === watcher.id || !this.#watchers.has(watcher)) return
    watcher.id = id
    watcher.heard(versions)
  }

  async #read(members: Watched[]): Promise<(member: Watched) => TopicVersions> {
    const read = streamTopics.map(async (topic) => {
      const { by, versions } = this.#sources[topic]
      const known = await versions(this.#db, [...new Set(members.map((member) => member[by]))])
      return (member: Watched) => [topic, known.get(member[by]) ?? '0'] as const
    })
    const topics = await Promise.all(read)
    return (member) => Object.fromEntries(topics.map((versionOf) => versionOf(member))) as TopicVersions
  }
}
