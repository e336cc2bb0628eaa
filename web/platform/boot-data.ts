import { bootDataId, type BootData } from '#contracts/boot-data.ts'

/** An answer that no screen has asked for by then is asked anew: the page has stood open for a while. */
const freshMs = 60_000

let bootData = readBootData()

/** Taken out of the page, so that nothing finds it there later. */
function readBootData(): BootData | null {
  if (typeof document === 'undefined') return null
  const element = document.getElementById(bootDataId)
  element?.remove()
  try {
    return JSON.parse(element?.textContent || 'null') as BootData | null
  } catch {
    // Cut off on its way: everything is asked for.
    return null
  }
}

/** Whose page the server wrote; null where it carries no boot data. */
export function bootUser(): BootData['user'] | null {
  return bootData?.user ?? null
}

/** The answer to a `GET` that came with the page, the first time it is asked for; undefined where none did. */
export function takeBootAnswer(url: string): unknown {
  if (!bootData || performance.now() > freshMs) return undefined
  const { [url]: answer, ...answers } = bootData.answers
  bootData = { ...bootData, answers }
  return answer
}

/** Forgets the answers that no screen has asked for yet: something has changed since they were made. */
export function forgetBootAnswers(): void {
  if (bootData) bootData = { ...bootData, answers: {} }
}

/** What the stream had announced before the page was written, where the page is this member's. */
export function bootStreamId(uid: string): string | undefined {
  return bootData?.user.uid === uid ? bootData.streamId : undefined
}

/** Forgets it: the session has ended, or is another member's. */
export function dropBootData(): void {
  bootData = null
}
