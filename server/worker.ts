import { openApp } from './open-app.ts'
import { runProcess, say } from './platform/run-process.ts'

// The worker alone: the jobs of the queue, and no HTTP but, at WORKER_PORT, what watches it.
await runProcess(async (run) => {
  const app = await openApp(run)
  await app.work()
  const { workerPort } = app.config
  if (workerPort !== null) await app.watch(workerPort)
  say('Crels works on its jobs')
})
