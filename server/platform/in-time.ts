import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises'

/** No answer within the time that was given it. */
export class Silence extends Error {}

const silentParts = 12

/** What `answer` answers. Throws a Silence when it does not within `silenceMs`. */
export async function inTime<T>(answer: Promise<T>, silenceMs: number): Promise<T> {
  const done = new AbortController()
  const silence = async (): Promise<never> => {
    // In parts: of the time that this process or the whole machine was paused no more than one of them passes.
    for (let part = 0; part < silentParts; part += 1)
      await delay(silenceMs / silentParts, undefined, { signal: done.signal })
    // What arrived while this process itself was busy is read first: its own silence is not the database's.
    await endOfTurn()
    await endOfTurn()
    throw new Silence(`no answer for ${silenceMs} ms`)
  }
  try {
    return await Promise.race([answer, silence()])
  } finally {
    done.abort()
  }
}
