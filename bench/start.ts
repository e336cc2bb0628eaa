import { startSite, temporaryDataDir } from '#testing/processes.ts'
import type { Measure } from './measure.ts'

/** How long `npm start` takes until the site is open, on an installed and built checkout. */
export const start: Measure = {
  name: 'start',
  title: '`npm start` to ready',
  baseline: null,
  run: async ({ quick, say }) => {
    const dataDir = temporaryDataDir()
    say('a first start, which makes the database and loads the demo')
    const first = [await startTime(dataDir)]
    const again: number[] = []
    for (let round = 1; round <= (quick ? 1 : 5); round += 1) {
      say(`start ${round} on what is there`)
      again.push(await startTime(dataDir))
    }
    const goal = { text: '< 5 s', below: 5 }
    return [
      { name: 'again, demo loaded before', unit: 's', samples: again, goal },
      { name: 'for the first time: database made, demo loaded', unit: 's', samples: first, goal },
    ]
  },
}

/** Seconds from the command to its line that says where the site is open; the site is stopped again. */
async function startTime(dataDir: string): Promise<number> {
  const before = performance.now()
  const site = await startSite({ DATA_DIR: dataDir }, ['npm', 'start', '--silent'])
  const seconds = (performance.now() - before) / 1000
  site.killGroup('SIGTERM')
  await site.ended
  return seconds
}
