import { EventSourceParserStream } from 'eventsource-parser/stream'
import { getStream } from '#contracts/stream.endpoints.ts'
import type { StreamTopic } from '#contracts/stream.constants.ts'
import type { StreamState } from '#contracts/stream.schemas.ts'
import { call } from './api.ts'
import { answerOf, type HttpRequest } from './http.ts'
import { pause } from './pause.ts'

export interface StreamReader {
  uid: string
  /** The state from before what is on screen was answered, where that is known. */
  since?: string
  /** What to listen to. */
  topics: readonly StreamTopic[]
  /** Ends the reading. */
  signal: AbortSignal
  /** Hears what changed, in every tab; all topics where changes may have been missed. */
  changed: (topics: readonly StreamTopic[]) => void
}

/** The server says that it is there every 15 s: this long without a word is a connection that died. */
const silenceMs = 45_000

/**
 * Reads `GET /stream` until `signal` aborts: in one tab of this browser for all that listen to the same, again after
 * every loss, from where it was left.
 */
export async function readStream({ uid, since, topics, signal, changed }: StreamReader): Promise<void> {
  const name = `crels:stream:${uid}:${topics.join()}`
  const tabs = new BroadcastChannel(name)
  tabs.addEventListener('message', (message: MessageEvent<StreamTopic[]>) => changed(message.data))
  const notify = (news: StreamTopic[]) => {
    if (news.length === 0) return
    changed(news)
    tabs.postMessage(news)
  }
  // Without locks (an origin that is not secure) every tab reads for itself.
  const alone = <T>(work: () => Promise<T>) =>
    navigator.locks ? navigator.locks.request(name, { signal }, work) : work()
  let isReader = false
  const catchUpBehindAnother = async () => {
    if (!navigator.locks) return
    await navigator.locks.query()
    if (!isReader) await catchUp({ since, topics, signal, changed })
  }
  try {
    const reading = alone(() => {
      isReader = true
      return readForAll({ since, topics, signal, notify })
    })
    // Together, so that a sign-out while the locks are asked about is no rejection that goes unhandled.
    await Promise.all([reading, catchUpBehindAnother()])
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    tabs.close()
  }
}

/**
 * Asks once what changed since this tab's page was written, where another tab reads for it: what that one announced
 * before this one listened is not announced again. Of a page that carried nothing all may have changed.
 */
async function catchUp({ since, topics, signal, changed }: Omit<StreamReader, 'uid'>) {
  if (since === undefined) return changed(topics)
  const query = { since, topics: topics.join() }
  const state = await call(getStream, { query, signal }).catch(() => null)
  if (!signal.aborted) changed(state?.changed ?? topics)
}

/**
 * Reads for every tab. What the tabs show was asked for before the first event: without the state from before that, they
 * read all of it once more.
 */
async function readForAll({
  since,
  topics,
  signal,
  notify,
}: {
  since: string | undefined
  topics: readonly StreamTopic[]
  signal: AbortSignal
  notify: (topics: StreamTopic[]) => void
}) {
  let lastId = since
  let failures = 0
  const heard = ({ id, changed }: StreamState) => {
    failures = 0
    lastId = id
    notify(changed.filter((topic) => topics.includes(topic)))
  }
  while (!signal.aborted) {
    await call(getStream, {
      query: { topics: topics.join() },
      auth: 'forced',
      signal,
      send: (request) => readEvents(request, lastId, heard),
    }).catch(() => {
      failures += 1
    })
    if (!signal.aborted) await pause(failures, signal)
  }
}

/** Reads events until the connection ends; throws as `request` does. */
async function readEvents(
  request: HttpRequest,
  lastId: string | undefined,
  heard: (state: StreamState) => void,
) {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stillThere = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new Error('silence')), silenceMs)
  }
  stillThere()
  try {
    const response = await fetch(request.url, {
      headers: {
        accept: 'text/event-stream, application/problem+json',
        authorization: `Bearer ${request.bearer}`,
        ...(lastId ? { 'last-event-id': lastId } : {}),
      },
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.any([request.signal!, silence.signal]),
    })
    if (!response.ok || !response.body) return await answerOf(response)
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: stillThere }))
      .getReader()
    for (let next = await events.read(); !next.done; next = await events.read()) {
      stillThere()
      heard(JSON.parse(next.value.data) as StreamState)
    }
  } finally {
    clearTimeout(timer)
  }
}
