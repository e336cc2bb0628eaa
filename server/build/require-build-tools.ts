import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartProblem } from '../platform/embedded-postgres/start-problem.ts'

/** One of each kind: what bundles the web app, and what is in it. */
const tools = ['@vitejs/plugin-react', 'react-dom']

/** Throws a StartProblem where what builds Crels is not installed, as `NODE_ENV=production npm ci` leaves it. */
export function requireBuildTools(): void {
  const installed = (tool: string) =>
    existsSync(fileURLToPath(new URL(`../../node_modules/${tool}`, import.meta.url)))
  if (!tools.every(installed))
    throw new StartProblem(
      'What builds Crels is not installed: run `npm ci --include=dev` and `npm run build`, then `npm run prune` if you like',
    )
}
