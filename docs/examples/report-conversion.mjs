// Reports a sale with a signed request: node report-conversion.mjs <click id> <order id> <cents>
// CRELS_URL is the installation's address, CRELS_KEY_ID your key's id (bky_…), CRELS_KEY its text (crels_bs_…).
import { createHmac } from 'node:crypto'

const { CRELS_URL, CRELS_KEY_ID, CRELS_KEY } = process.env
const [clickId, eventId, cents] = process.argv.slice(2)

/** Signs what is sent, exactly as it is sent. */
function authorization(method, target, body) {
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', CRELS_KEY).update(`${t}.${method}.${target}.${body}`).digest('hex')
  return `Crels-HMAC key=${CRELS_KEY_ID},t=${t},v1=${v1}`
}

const target = '/api/v1/conversions'
const amount = { currency: 'USD', minor: Number(cents) }
const body = JSON.stringify({ eventId, clickId, type: 'sale', amount })

// The same event id is the same conversion, so trying again is safe.
for (let attempt = 1; ; attempt += 1) {
  const answer = await fetch(CRELS_URL + target, {
    method: 'POST',
    headers: { authorization: authorization('POST', target, body), 'content-type': 'application/json' },
    body,
  }).catch(() => undefined)
  if (answer && answer.status < 500 && answer.status !== 429) {
    process.stdout.write(await answer.text())
    process.exitCode = answer.ok ? 0 : 1
    break
  }
  if (attempt === 5) throw new Error('Crels does not answer')
  await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
}
