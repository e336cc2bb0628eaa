// Appends clicks to a spool on a disk that takes only so much of each file; says which it was given back as kept.
import { pino } from 'pino'
import { newClickId } from './click-id.ts'
import { clickLine } from './click-line.ts'
import { ClickSpool } from './click-spool.ts'

const { dir, linkId, count } = JSON.parse(process.argv[2]!) as { dir: string; linkId: string; count: number }
const spool = new ClickSpool(dir, pino({ level: 'silent' }))
const kept: string[] = []
let refused = 0
for (let i = 0; i < count; i++) {
  const clickId = newClickId(Date.now())
  try {
    spool.append(
      clickLine({
        clickId,
        linkId,
        visitor: '0'.repeat(32),
        reason: null,
        country: null,
        device: 'phone',
        referrerHost: null,
        subId: null,
      }),
    )
    kept.push(clickId)
  } catch {
    refused++
  }
}
process.stdout.write(JSON.stringify({ kept, refused }))
process.kill(process.pid, 'SIGKILL')
