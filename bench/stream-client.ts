// Holds the streams of the StreamPlan on its standard input open and writes a line when all have begun, then one for each
// event about balances: `{place in the plan} {milliseconds of the clock}`.
import { Agent, get } from 'node:http'
import { json } from 'node:stream/consumers'
import type { StreamPlan } from './stream.ts'

const { url, readers } = (await json(process.stdin)) as StreamPlan
const agent = new Agent({ maxSockets: Infinity })
/** Fewer than the connections that a server keeps waiting to be taken (511). */
const atOnce = 64

let next = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let place = next++; place < readers.length; place = next++) await open(place)
  }),
)
process.stdout.write('all are open\n')

/** Resolves with the first event, which says how things are. */
async function open(place: number): Promise<void> {
  const headers = { ...readers[place], accept: 'text/event-stream' }
  await new Promise<void>((begun) => {
    let isBegun = false
    const fail = (why: string) => {
      console.error(`Stream ${place} ended: ${why}`)
      process.exit(1)
    }
    const failed = ({ message }: Error) => fail(message)
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(`status ${response.statusCode}`)
      response.on('end', () => fail('by the server')).on('error', failed)
      // Each event is sent by one write and arrives whole: it is smaller than a packet.
      response.setEncoding('utf8').on('data', (text: string) => {
        if (!text.includes('data: ')) return
        if (isBegun && /"changed":\[[^\]]*"balances"/.test(text))
          process.stdout.write(`${place} ${Date.now()}\n`)
        isBegun = true
        begun()
      })
    }).on('error', failed)
  })
}
