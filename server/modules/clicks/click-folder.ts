import { Counter, Gauge, type Registry } from 'prom-client'
import type { ReadinessCheck } from '#server/platform/readiness.ts'
import type { ClickPath } from './click-path.ts'

/** How long what a folder answered is believed, in milliseconds. */
const probeEveryMs = 2_000

/**
 * Whether the folder of clicks takes them. One that does not is said and refuses nothing: clicks go to the database, or
 * past that their redirects go on without them, and a link that leads where it should is better than none. Where all
 * processes share a full disk, refusing would stop every link.
 */
export function clickFolderCheck(clicks: Pick<ClickPath, 'probe' | 'counts'>): ReadinessCheck {
  let asked: { atMs: number; refused: boolean } | undefined
  let missedBefore = 0
  const look = () => {
    if (!asked || performance.now() - asked.atMs > probeEveryMs)
      asked = { atMs: performance.now(), refused: refuses(clicks) }
    const { late, lost } = clicks.counts()
    const missed = late + lost
    if (!asked.refused) {
      missedBefore = missed
      return null
    }
    const said = 'The click folder takes no clicks: each goes to the database before its answer.'
    const toll =
      missed > missedBefore
        ? ` ${missed - missedBefore} did not get there in time: their redirects went on without crels_click.`
        : ''
    return `${said}${toll} Make space in DATA_DIR/clicks, or give its owner the right to write`
  }
  return { name: 'click_folder', refuses: false, look }
}

function refuses(clicks: Pick<ClickPath, 'probe'>): boolean {
  try {
    clicks.probe()
    return false
  } catch {
    return true
  }
}

/**
 * Registers how many clicks this process took and loaded, how long the oldest waits, and how many went past the folder,
 * in time, late or nowhere. Counted where they are looked at, so that a redirect pays for none of it.
 */
export function registerClickGauges(
  registry: Registry,
  clicks: Pick<ClickPath, 'counts' | 'progress'>,
): void {
  const counted = (name: string, help: string, read: () => number) => {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [registry],
      collect: () => {
        counter.reset()
        counter.inc(read())
      },
    })
  }
  counted(
    'crels_clicks_taken_total',
    'Clicks that were answered and written down.',
    () => clicks.progress().taken,
  )
  counted(
    'crels_clicks_loaded_total',
    'Clicks that this process put into the database, its own and those of processes that died.',
    () => clicks.progress().loaded,
  )
  const waiting: Gauge = new Gauge({
    name: 'crels_clicks_waiting_seconds',
    help: 'For how long the oldest click that is not in the database yet has waited for it.',
    registers: [registry],
    collect: () => waiting.set(clicks.progress().waitingSeconds),
  })
  const gauge: Gauge<'way'> = new Gauge({
    name: 'crels_clicks_beside_folder',
    help: 'Clicks since the start that the folder of clicks refused: direct went to the database, late too, but after a redirect without crels_click, lost nowhere (redirected without, too).',
    labelNames: ['way'],
    registers: [registry],
    collect: () => {
      for (const [way, count] of Object.entries(clicks.counts())) gauge.set({ way }, count)
    },
  })
}
