import { setTimeout as sleep } from 'node:timers/promises'
import type { Reward } from '#rules/earning.ts'
import type { Chance } from './chance.ts'
import type { Heard } from './ask.ts'
import { Client, type Load } from './client.ts'

/** A tracking link that is visited. */
export interface HotLink {
  code: string
  /** What its campaign pays. */
  reward: Reward
}

/** A click that a brand may report. */
export interface MadeClick {
  id: string
  /** Wall time, in milliseconds. */
  madeAt: number
  link: HotLink
}

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Visitors follow links over one connection; each answered click goes to the journal and to `made`. */
export async function visit(
  load: Load,
  chance: Chance,
  links: HotLink[],
  made: (click: MadeClick) => void,
): Promise<void> {
  const client = new Client(load)
  while (!load.ending.aborted) {
    const link = chance.pick(links)
    const visitor = `203.0.${chance.whole(0, 255)}.${chance.whole(1, 254)}`
    const question = {
      path: `/s/${link.code}`,
      headers: { 'user-agent': browser, 'x-forwarded-for': visitor },
    }
    const heard = await client.ask(question)
    const id = clickIn(heard)
    if (id) {
      load.journal.clicks.push(id)
      made({ id, madeAt: Date.now(), link })
    } else if (!heard) load.journal.lostVisits += 1
    else if (heard.status === 302 && load.journal.mayForgo) {
      // It may be stored after all, a moment later.
      load.journal.lostVisits += 1
      load.journal.forgone += 1
    } else if (heard.status !== 503) client.surprise(question, heard)
    // A site that is away is asked again as people do, and the machine's other core is left to it.
    await sleep(id ? 2 : 50)
  }
  client.close()
}

/** The id of the click that an answer redirects with, if it does. */
export function clickIn(heard: Heard | null | undefined): string | undefined {
  return /crels_click=(clk_[0-9a-f]{32})/.exec(heard?.headers.location ?? '')?.[1]
}
