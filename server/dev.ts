import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { consolePath } from '#contracts/console-routes.ts'
import { generate } from './build/generate.ts'
import { readConfig, type Config } from './config.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import { openDatabaseServer } from './platform/database-server.ts'
import { endOnCrash, runProcess, say } from './platform/run-process.ts'

/** What the server answers; Vite answers the rest. */
const serverPaths = [
  '/api',
  '/identity',
  '/.well-known',
  '/s/',
  '/dev/',
  '/px',
  '/v1/',
  '/support-requests',
  '/unsubscribe',
  '/mail-reports',
  '/payout-reports',
  '/manifest.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
]
const serverSources = ['server', 'contracts', 'rules', 'migrations', 'messages']

// `npm run dev`: the browser's half from Vite with hot replacement, the server restarted when its sources change.
await runProcess(async ({ onStop }) => {
  const config = readConfig()
  await generate()
  onStop(await openVite(config))
  // The database is this process's, so that a restart of the server does not restart it too.
  const database = await openDatabaseServer(config, say, endOnCrash)
  onStop(database.stop)
  const server = spawnServer(config, database.url)
  onStop(async () => await ended(server))
})

/** Within a server of ours: with its own, Vite ends the process at SIGTERM before the rest has stopped. */
async function openVite({ host, port }: Config): Promise<() => Promise<void>> {
  const target = `http://127.0.0.1:${port + 1}`
  const server = createServer()
  const open = async (configFile: string, paths: string[]) =>
    await createVite({
      configFile,
      clearScreen: false,
      server: {
        middlewareMode: true,
        ws: { server },
        proxy: Object.fromEntries(paths.map((path) => [path, { target, changeOrigin: false }])),
      },
    })
  const app = await open('vite.config.ts', serverPaths)
  const operatorsConsole = await open('vite.console.config.ts', [`${consolePath}/session`])
  server.on('request', (request, response) => {
    const { middlewares } = isOfConsole(request.url) ? operatorsConsole : app
    middlewares(request, response)
  })
  const close = async () => {
    await Promise.all([app.close(), operatorsConsole.close()])
    server.close()
    server.closeAllConnections()
  }
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    await close()
    throw error
  }
  return close
}

/** The console is an app of its own, at its base. */
function isOfConsole(url = ''): boolean {
  return new RegExp(`^${consolePath}([/?]|$)`).test(url)
}

function spawnServer(config: Config, databaseUrl: string): ChildProcess {
  const { port, publicOrigin, dataDir, developmentTools } = config
  const watched = serverSources.map((folder) => `--watch-path=${folder}`)
  return spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/start.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port + 1),
      PUBLIC_ORIGIN: publicOrigin,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      BUILD_WEB: 'false',
      // Vite listens at HOST in its place, and hands on what it gets.
      DEVELOPMENT_TOOLS: hasDevelopmentTools(config) ? String(developmentTools ?? '') : 'false',
    },
  })
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const end = once(server, 'exit')
  server.kill('SIGTERM')
  await end
}
