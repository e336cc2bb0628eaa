import { openApp } from './open-app.ts'
import { runProcess, say } from './platform/run-process.ts'

// HTTP alone, for installations that run several of these beside a worker. It serves the web app that is built.
await runProcess(async (run) => {
  const app = await openApp(run)
  await app.listen()
  say(`Crels is open at ${app.config.publicOrigin}`)
})
