import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromiumPath } from '#testing/browser.ts'
import { freePort } from '#testing/free-port.ts'
import { temporaryDataDir } from '#testing/processes.ts'

/** Runs `work` with a Chromium of its own, in a time zone, that is led through the given port, and ends it. */
export async function withChromium<T>(timeZone: string, work: (port: number) => Promise<T>): Promise<T> {
  const port = await freePort()
  const profile = temporaryDataDir()
  const flags = ['--headless', '--no-sandbox', '--no-first-run', `--remote-debugging-port=${port}`]
  const browser = spawn(await chromiumPath(), [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: 'ignore',
    env: { ...process.env, TZ: timeZone },
  })
  const ended = new Promise((resolve) => browser.once('close', resolve))
  try {
    await answering(port)
    return await work(port)
  } finally {
    browser.kill('SIGKILL')
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function answering(port: number): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const ready = await fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await sleep(100)
  }
  throw new Error('Chromium did not start')
}
