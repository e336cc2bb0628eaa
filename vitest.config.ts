import { defineConfig } from 'vitest/config'
import { SuiteOrder } from './testing/suite-order.ts'

export default defineConfig({
  test: {
    include: [
      '{contracts,rules,server,web,console,testing,bench}/**/*.test.ts',
      'web/**/*.test.tsx',
      'e2e/**/*.spec.ts',
    ],
    globalSetup: ['testing/global-setup.ts'],
    // A suite of other cases each time would fail by chance, and somebody who changed nothing of it.
    setupFiles: ['testing/suite-seed.ts'],
    // Hundreds of files load the same modules: each of the three processes evaluates them once, which was two fifths of all
    // the work. So a file leaves nothing behind: what it opens it closes, and no module keeps what only one file may see.
    isolate: false,
    // One more than there are cores. A browser does work of its own for each second that it is kept waiting: four took a
    // quarter more of the processor's time than two.
    maxWorkers: 3,
    sequence: { sequencer: SuiteOrder },
    // Generous, and the same for all: a slow machine is no failure. What hangs fails all the same.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    // Days in words are those of the machine's time zone.
    env: { NODE_ENV: 'test', LOG_LEVEL: 'silent', TZ: 'UTC' },
  },
})
