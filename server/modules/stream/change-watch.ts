import type { Logger } from 'pino'
import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'
import type { Db } from '#server/platform/database.ts'
import type { TopicVersionSource } from '#server/platform/topic-versions.ts'
import { outsideSpans } from '#server/platform/tracing/tracing.ts'
import type { TopicVersions } from './stream-id.ts'

export type TopicVersionSources = Record<StreamTopic, TopicVersionSource>

/** Whose things are watched, and which. */
export interface Watched {
  uid: string
  party: string
  topics: readonly StreamTopic[]
}

interface Watcher {
  member: Watched
  /** As heard last. */
  versions: TopicVersions
  heard: (versions: TopicVersions) => void
}

/** Says the version of a topic for one of the members who were asked about it. */
type Answer = (topic: StreamTopic, member: Watched) => string

/**
 * Checks every second whether anything of the connected members has changed, with one query a topic for all who listen
 * to it, and none for a topic without listeners. Code that changes data needs to know nothing of it, in any process.
 */
export class ChangeWatch {
  readonly #db: Db
  readonly #sources: TopicVersionSources
  readonly #log: Logger
  readonly #everyMs: number
  readonly #watchers = new Set<Watcher>()
  readonly #streamsOf = new Map<string, number>()
  #reading: Promise<unknown> = Promise.resolve()
  #next: { members: Watched[]; answer: Promise<Answer> } | undefined
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

  /**
   * The versions of a member's topics now. Calls that come while another is answered are answered together after it, as
   * when thousands of streams come back at once.
   */
  async versionsOf(member: Watched): Promise<TopicVersions> {
    this.#next ??= {
      members: [],
      answer: this.#reading.then(async () => {
        const { members } = this.#next!
        this.#next = undefined
        const reading = this.#read(members)
        this.#reading = reading.catch(() => {})
        return await reading
      }),
    }
    this.#next.members.push(member)
    return versionsIn(await this.#next.answer, member)
  }

  /** How many streams a member has open here. */
  countOf(uid: string): number {
    return this.#streamsOf.get(uid) ?? 0
  }

  /** Calls `heard` with the versions after each change since `versions`; answers what ends it. */
  watch(member: Watched, versions: TopicVersions, heard: (versions: TopicVersions) => void): () => void {
    const watcher = { member, versions, heard }
    this.#watchers.add(watcher)
    this.#streamsOf.set(member.uid, this.countOf(member.uid) + 1)
    this.#timer ??= outsideSpans(() => setTimeout(() => void this.#look(), this.#everyMs))
    return () => {
      if (!this.#watchers.delete(watcher)) return
      const left = this.countOf(member.uid) - 1
      if (left === 0) this.#streamsOf.delete(member.uid)
      else this.#streamsOf.set(member.uid, left)
    }
  }

  stop(): void {
    this.#watchers.clear()
    this.#streamsOf.clear()
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    const begun = performance.now()
    const watchers = [...this.#watchers]
    // A database that is away is said once, by DatabaseHealth; the next look sees what was missed.
    const answer = await this.#read(watchers.map(({ member }) => member)).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'stream')
    })
    for (const watcher of answer ? watchers : []) this.#notify(watcher, answer!)
    // From beginning to beginning, and never without a rest: a slow database is not asked more often.
    const restMs = Math.max(this.#everyMs / 4, this.#everyMs - (performance.now() - begun))
    this.#timer = this.#watchers.size > 0 ? setTimeout(() => void this.#look(), restMs) : undefined
  }

  /** Makes nothing for who has no news: it is asked for thousands every second. */
  #notify(watcher: Watcher, answer: Answer): void {
    const { member, versions } = watcher
    const isSame = member.topics.every((topic) => answer(topic, member) === versions[topic])
    if (isSame || !this.#watchers.has(watcher)) return
    watcher.versions = versionsIn(answer, member)
    watcher.heard(watcher.versions)
  }

  async #read(members: Watched[]): Promise<Answer> {
    const known: Partial<Record<StreamTopic, Map<string, string>>> = {}
    await Promise.all(
      streamTopics.map(async (topic) => {
        const { by, versions } = this.#sources[topic]
        const keys = new Set<string>()
        for (const member of members) if (member.topics.includes(topic)) keys.add(member[by])
        if (keys.size > 0) known[topic] = await versions(this.#db, [...keys])
      }),
    )
    return (topic, member) => known[topic]?.get(member[this.#sources[topic].by]) ?? '0'
  }
}

function versionsIn(answer: Answer, member: Watched): TopicVersions {
  return Object.fromEntries(member.topics.map((topic) => [topic, answer(topic, member)]))
}
