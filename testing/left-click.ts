import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newClickId } from '#server/modules/clicks/click-id.ts'
import { clickLine } from '#server/modules/clicks/click-line.ts'

/** Leaves a click of this moment in a data directory as a process that was killed does; answers what writes it, and its id. */
export function clickOfDeadProcess(
  { dataDir }: { dataDir: string },
  { linkId, atMs }: { linkId: string; atMs: number },
): { clickId: string; leave(): void } {
  const clickId = newClickId(atMs)
  const visitor = randomBytes(16).toString('hex')
  const origin = { country: null, device: 'desktop' as const, referrerHost: null, subId: null }
  const dir = path.join(dataDir, 'clicks')
  const leave = () => {
    mkdirSync(dir, { recursive: true })
    const name = `m0-${randomBytes(8).toString('hex')}-00000001.open`
    writeFileSync(path.join(dir, name), clickLine({ clickId, linkId, visitor, reason: null, ...origin }))
  }
  return { clickId, leave }
}
