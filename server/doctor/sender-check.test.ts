import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { checkSender } from './sender-check.ts'

/** The TXT records that a real DNS server of this machine has; any other name it does not know. */
let records: Record<string, string[]> = {}
let server: Socket
const resolver = new Resolver({ timeout: 1_000, tries: 1 })
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (question, { port, address }) => server.send(answerTo(question), port, address))
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  resolver.setServers([`127.0.0.1:${server.address().port}`])
})
afterAll(() => server.close())

function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const texts = records[labels.join('.').toLowerCase()]
  const header = Buffer.from(question.subarray(0, 12))
  // An answer; 3 where there is no such name.
  header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  header.fill(0, 8)
  const answers = (texts ?? []).map((text) => {
    const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])
    const about = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([about, data])
  })
  return Buffer.concat([header, question.subarray(12, at + 5), ...answers])
}

const settings = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://crels.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Crels <no-reply@mail.crels.example>',
}
const look = async (more: Record<string, string> = {}, asked = resolver) =>
  await checkSender({ config: readConfig({ ...settings, ...more }), db: null, readiness: null }, asked)

const spf = { 'mail.crels.example': ['google-site-verification=x', 'v=spf1 include:spf.example -all'] }
const dmarc = { '_dmarc.mail.crels.example': ['v=DMARC1; p=reject'] }
const dkim = { 's1._domainkey.mail.crels.example': ['v=DKIM1; k=rsa; p=MIIBIjANBg'] }
const withKey = { MAIL_DKIM_SELECTOR: 's1' }

test.each([
  [{}, {}, 'problem', /no SPF record .*; _dmarc\.mail\.crels\.example has no policy/],
  [{ ...spf, ...dmarc }, {}, 'warning', /set MAIL_DKIM_SELECTOR/],
  [{ ...spf, ...dmarc, ...dkim }, withKey, 'ok', /has SPF, DKIM and DMARC$/],
  [{ ...spf, ...dmarc }, withKey, 'problem', /s1\._domainkey\.mail\.crels\.example has no DKIM key/],
  [{ ...dmarc, 'mail.crels.example': ['v=spf1 +all'] }, {}, 'problem', /lets everybody send/],
  [{ ...dmarc, 'mail.crels.example': ['v=spf1 -all', 'v=spf1 ~all'] }, {}, 'problem', /has 2 SPF records/],
])('sender: with the records %j and %j it is a %s', async (known, more, verdict, says) => {
  records = known
  expect(await look(more)).toMatchObject({ verdict, says: expect.stringMatching(says) as string })
})

test('sender: where no DNS server answers it says so, and that nothing is to be looked up without mail', async () => {
  const deaf = new Resolver({ timeout: 100, tries: 1 })
  deaf.setServers(['127.0.0.1:1'])
  expect(await look({}, deaf)).toEqual({
    name: 'sender',
    verdict: 'not checked',
    says: 'cannot look up mail.crels.example: no DNS server answers',
  })
  expect(await look({ SMTP_URL: '' })).toMatchObject({ verdict: 'not checked' })
})
