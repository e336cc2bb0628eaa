import { Gauge, type Registry } from 'prom-client'
import type { ClickPath } from './click-path.ts'

/** Registers how many clicks went past the folder, and how many nothing kept, since this process began. */
export function registerClickGauges(registry: Registry, clicks: Pick<ClickPath, 'counts'>): void {
  const gauge: Gauge<'way'> = new Gauge({
    name: 'crels_clicks_beside_folder',
    help: 'Clicks since the start that the folder of clicks refused: direct went to the database, lost nowhere (redirected without crels_click).',
    labelNames: ['way'],
    registers: [registry],
    collect: () => {
      for (const [way, count] of Object.entries(clicks.counts())) gauge.set({ way }, count)
    },
  })
}
