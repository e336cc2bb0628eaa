import { openApp } from './open-app.ts'
import { runProcess, say } from './platform/run-process.ts'

// The worker alone: the jobs of the queue, no HTTP.
await runProcess(async (run) => {
  const app = await openApp(run)
  await app.work()
  say('Crels works on its jobs')
})
