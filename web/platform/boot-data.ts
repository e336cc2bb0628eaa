import { bootDataId, type BootData, type RenderedScreen } from '#contracts/boot-data.ts'

/** An answer that no screen has asked for by then is asked anew: the page has stood open for a while. */
const freshMs = 60_000

let bootData = readBootData()

/** Where a screen is rendered in Node, what was taken for it. */
let taken: string[] | null = null

/**
 * In Node: what the page will carry of the member whose screen is rendered, and nothing else is asked for; null
 * afterwards.
 */
export function giveBootData(data: BootData | null): void {
  bootData = data
  taken = []
}

/** In Node: path and query of each answer that was taken since this was asked last. */
export function takenAnswers(): string[] {
  const urls = taken ?? []
  taken = []
  return urls
}

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

/** Whose page the server wrote; null for a visitor's, and where it carries no boot data. */
export function bootUser(): BootData['user'] | null {
  return bootData?.user ?? null
}

/** How the server rendered the screen of this page; null where it did not, or the page has stood open for a while. */
export function bootScreen(): RenderedScreen | null {
  return (performance.now() < freshMs && bootData?.screen) || null
}

/** Whether the screen of this page was rendered of answers, however long it has stood open. */
export function hasBootScreen(): boolean {
  return bootData?.screen !== undefined && bootData.screen !== null
}

/** Where the app leads who opened this page; null where it does not, or is not known yet. */
export function bootLead(): string | null {
  return bootData?.leadsTo ?? null
}

/** An answer that came with the page, which stays there. */
export function bootAnswer(url: string): unknown {
  return bootData?.answers[url]
}

/** Forgets the answers that the rendered screen shows, once the app has them. */
export function forgetShownAnswers(): void {
  for (const { url } of bootData?.screen?.shown ?? []) takeBootAnswer(url)
}

/**
 * The answer to a `GET` that came with the page, the first time it is asked for; undefined where none did. In Node each
 * time, and throws where there is none: that part of the screen is still to come.
 */
export function takeBootAnswer(url: string): unknown {
  if (taken) return answerInNode(url, taken)
  if (!bootData || performance.now() > freshMs) return undefined
  const { [url]: answer, ...answers } = bootData.answers
  bootData = { ...bootData, answers }
  return answer
}

function answerInNode(url: string, into: string[]): unknown {
  const answer = bootAnswer(url)
  if (answer === undefined) throw new Error(`${url} is not carried`)
  into.push(url)
  return answer
}

/** Forgets the answers that no screen has asked for yet: something has changed since they were made. */
export function forgetBootAnswers(): void {
  if (bootData) bootData = { ...bootData, answers: {} }
}

/** What the stream had announced before the page was written, where the page is this member's. */
export function bootStreamId(uid: string): string | undefined {
  return bootData?.user?.uid === uid ? (bootData.streamId ?? undefined) : undefined
}

/** Forgets it: the session has ended, or is another member's. */
export function dropBootData(): void {
  bootData = null
}
