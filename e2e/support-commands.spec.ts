import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageIdOf } from '#server/platform/mail/returned-mail.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { createMember, mailsTo } from '#testing/members.ts'
import { addOlga } from '#testing/operators.ts'
import { temporaryFolder } from '#testing/run-folder.ts'

// Of a visitor there is no entry.
const runCommand = loggedCommands(({ DATABASE_URL: url }) => url, { silent: ['support show'] })

// Each command opens the product anew.
let app: TestApp
let settings: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
  // By which a command knows the folder for one of Crels.
  mkdirSync(join(app.config.dataDir, 'clicks'), { recursive: true })
})
afterAll(async () => await app.close())

test('an operator lists what waits, reads it with its picture, answers and closes it', async () => {
  const crels = async (...args: string[]) => await runCommand(['support', ...args], settings)
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await crels(...args, '--json')
    expect(status, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const email = 'asker@example.com'
  const image = sharp({ create: { width: 20, height: 10, channels: 3, background: '#ff0000' } })
  const uploaded = await app.server.inject({
    method: 'POST',
    url: '/support-requests/pictures',
    headers: { 'content-type': 'image/png' },
    payload: await image.png().toBuffer(),
  })
  const asked = await app.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: {
      topic: 'abuse',
      // What it says is not what a terminal does.
      message: 'Somebody copies my page.\nLook at the picture.',
      email,
      references: ['https://copy.example'],
      pictures: [uploaded.json().id],
    },
  })
  const { reference } = asked.json<{ reference: string }>()

  const [row] = await json('list')
  expect(row).toMatchObject({ topic: 'abuse', asker: email, messages: 1, state: 'open' })
  expect((await crels('list')).stdout).toContain(reference)
  const folder = temporaryFolder('pictures')
  const { messages, files } = await json('show', reference, '--pictures', folder)
  expect(messages).toMatchObject([
    { author: 'asker', text: 'Somebody copies my page.\nLook at the picture.' },
  ])
  expect(files).toEqual([join(folder, `support-${row.reference}-1-1.webp`)])
  expect(await sharp(readFileSync(files[0])).metadata()).toMatchObject({ format: 'webp', width: 20 })
  expect((await crels('show', reference)).stdout).toContain('names, not checked: https://copy.example')

  expect(await crels('answer', reference)).toMatchObject({ status: 1 })
  const answer = ['answer', reference, '--text', 'We asked them to stop.']
  expect(await crels(...answer)).toMatchObject({ status: 0, stdout: `${reference} is answered\n` })
  expect((await mailsTo(app, email))[0]!.text).toContain('We asked them to stop.')
  expect(await json('list')).toEqual([])
  expect(await json('list', '--state', 'answered')).toHaveLength(1)
  expect(await crels('close', reference)).toMatchObject({
    stdout: `${reference} is closed\n`,
  })
  expect(await crels(...answer)).toMatchObject({ status: 1, stderr: expect.stringContaining('closed') })
  expect(await crels('show', 'nothing')).toMatchObject({ status: 1 })
})

test('an operator writes to a member first, about an order of theirs alone', async () => {
  const { uid, email, headers } = await createMember(app)
  await app.server.inject({ url: '/api/v1/wallet', headers })
  const write = async (...more: string[]) =>
    await runCommand(['support', 'write', uid, '--subject', 'Your order', ...more], settings)
  expect(await write()).toMatchObject({ status: 1, stderr: expect.stringContaining('--text or --file') })
  const text = ['--text', 'Which house number is it?']
  expect(await write(...text, '--about', `ord_${'0'.repeat(32)}`)).toMatchObject({ status: 1 })
  expect(await write(...text, '--subject', ' ')).toMatchObject({ status: 1 })
  const { status, stdout, stderr } = await write(...text)
  expect([status, stderr]).toEqual([0, ''])
  const [, reference] = /^(\S+) is sent to usr_\w+\n$/.exec(stdout)!
  await app.jobs.run('send-notifications')
  expect((await mailsTo(app, email))[0]!.subject).toBe(`A message from support (${reference})`)
  const shown = await runCommand(['support', 'show', reference!], settings)
  expect(shown.stdout).toContain('written to them: Your order')
  expect(shown.stdout).toContain('Which house number is it?')
})

test('an operator has read what came back by mail: who did not get it is sent no more', async () => {
  const to = 'gone@example.com'
  const messageId = messageIdOf(app.secret, { to, host: 'crels.example', at: new Date() })
  const parts = [
    'message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; gone@example.com\nAction: failed\nStatus: 5.1.1',
    `text/rfc822-headers\n\nMessage-ID: ${messageId}\nTo: ${to}`,
  ].map((part) => `--b\nContent-Type: ${part}\n`)
  const file = join(temporaryFolder('mails'), 'returned')
  writeFileSync(file, `Content-Type: multipart/report; boundary=b\n\n${parts.join('\n')}\n--b--\n`)
  expect(await runCommand(['mail', 'bounces', file], settings)).toMatchObject({
    status: 0,
    stdout: `${to} is sent no more mail\nMails read: 1; addresses newly suppressed: 1; known, or found to work since: 0\n`,
  })
  expect((await runCommand(['mail', 'suppressed'], settings)).stdout).toContain(`${to}  bounce: 5.1.1`)
  expect(await runCommand(['mail', 'lift', to], settings)).toMatchObject({ status: 0 })
  expect(await runCommand(['mail', 'bounces', `${file}-not`], settings)).toMatchObject({ status: 1 })
})
