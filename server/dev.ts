import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { generate } from './build/generate.ts'
import { readConfig } from './config.ts'
import { runProcess } from './platform/run-process.ts'

// `npm run dev`: the browser's half from Vite with hot replacement, the server restarted when its sources change.
await runProcess(async () => {
  const config = readConfig()
  await generate()
  const backend = `http://127.0.0.1:${config.port + 1}`
  const watched = ['server', 'contracts', 'rules', 'migrations'].map((folder) => `--watch-path=${folder}`)
  const server = spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/start.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(config.port + 1),
      PUBLIC_ORIGIN: config.publicOrigin,
      BUILD_WEB: 'false',
    },
  })
  const paths = [
    '/api',
    '/identity',
    '/.well-known',
    '/s/',
    '/dev/',
    '/px',
    '/healthz',
    '/readyz',
    '/metrics',
  ]
  const vite = await createServer({
    configFile: 'vite.config.ts',
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: Object.fromEntries(paths.map((path) => [path, { target: backend, changeOrigin: false }])),
    },
  })
  await vite.listen()
  return async () => {
    await vite.close()
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
})
