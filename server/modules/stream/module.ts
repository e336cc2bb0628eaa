import { streamTopics, type StreamTopic } from '#contracts/stream.constants.ts'
import { getStream } from '#contracts/stream.endpoints.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { bind } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { ChangeWatch, type TopicVersionSources } from './change-watch.ts'
import { EventStream, OpenStreams } from './event-stream.ts'
import { changedSince, streamId, type TopicVersions } from './stream-id.ts'

export type { TopicVersionSources } from './change-watch.ts'

/** What the stream works with besides the platform. */
export interface StreamDeps {
  sources: TopicVersionSources
  /** Throws when a token is no longer good: a stream does not outlive the sign-in that opened it. */
  memberOf: (token: string) => Promise<MemberActor>
}

/** How often the database is asked what changed, in milliseconds. */
const everyMs = 1_000
/** Tabs share one; this many are devices, and the leftovers of connections that broke. */
const streamsMax = 20

/** `GET /stream`: what changed of a member's things, while it is open or since an earlier answer. */
export function streamModule({ db, log }: Platform, { sources, memberOf }: StreamDeps): Module {
  const watch = new ChangeWatch({ db, sources, log, everyMs })
  const open = new OpenStreams()
  return {
    routes: [
      bind(getStream, async ({ actor: { uid, party }, query, request, reply }) => {
        reply.header('vary', 'accept')
        const { 'last-event-id': last, accept = '', authorization } = request.headers
        const since = query.since ?? (typeof last === 'string' ? last : undefined)
        const watched = { uid, party, topics: topicsOf(query.topics) }
        const versions = await watch.versionsOf(watched)
        const state = (now: TopicVersions, id?: string) => ({
          id: streamId(now),
          changed: changedSince(id, now),
        })
        if (!/\btext\/event-stream\b/i.test(accept)) return state(versions, since)

        if (watch.countOf(uid) >= streamsMax)
          throw problem('too_many_requests', { headers: { 'retry-after': '60' } })
        const stream = new EventStream({
          isWelcome: async () => await memberOf(authorization!.replace(/^Bearer +/i, '')),
        })
        stream.say(state(versions, since))
        let sent = streamId(versions)
        const leave = watch.watch(watched, versions, (now) => {
          stream.say(state(now, sent))
          sent = streamId(now)
        })
        stream.once('close', leave)
        open.add(stream, query.seconds)
        // Nginx would gather the events otherwise.
        reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
        return reply.send(stream) as never
      }),
    ],
    register: (server) => {
      // The streams end before the server waits for its requests.
      server.addHook('preClose', async () => {
        watch.stop()
        open.finishAll()
      })
    },
  }
}

function topicsOf(named: string | undefined): readonly StreamTopic[] {
  const asked = named?.split(',')
  return asked ? streamTopics.filter((topic) => asked.includes(topic)) : streamTopics
}
