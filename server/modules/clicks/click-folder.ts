import { Gauge, type Registry } from 'prom-client'
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

/** Registers how many clicks went past the folder, in time, late or nowhere, since this process began. */
export function registerClickGauges(registry: Registry, clicks: Pick<ClickPath, 'counts'>): void {
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
