import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// Every `check:…` script of package.json, or those named (`npm run check -- types contract`), as many at a time as there
// are cores, started in the order written there; what each says is printed when it ends, what failed again at the end.
const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>
}
const named = process.argv.slice(2).map((name) => `check:${name}`)
const steps = named.length > 0 ? named : Object.keys(scripts).filter((name) => name.startsWith('check:'))
const waiting = steps.values()
const failed: string[] = []
const began = performance.now()

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(
  `\n${steps.length - failed.length} of ${steps.length} checks passed in ${secondsSince(began)}${failed.map((name) => `\n  ✗ npm run ${name}`).join('')}`,
)
if (failed.length > 0) process.exitCode = 1

async function work(): Promise<void> {
  for (const name of waiting) {
    const start = performance.now()
    const { passed, output } = await run(name)
    if (!passed) failed.push(name)
    console.log(
      `${passed ? '✓' : '✗'} ${name.slice('check:'.length).padEnd(12)} ${secondsSince(start).padStart(7)}`,
    )
    if (output) console.log(output.replaceAll(/^/gm, '    '))
  }
}

async function run(name: string): Promise<{ passed: boolean; output: string }> {
  const child = spawn(process.execPath, ['--run', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, complained, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { passed: status === 0, output: `${said}${complained}`.trim() }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
