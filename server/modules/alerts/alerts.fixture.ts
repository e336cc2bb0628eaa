import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Watched } from '#rules/alerts.ts'
import { setSiteValue } from '#server/modules/site/public.ts'
import { openMailer, type Mailer } from '#server/platform/mail/mailer.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { addOlga, testActor } from '#testing/operators.ts'
import type { AlertDeps } from './alert-deps.ts'
import { sendAlerts } from './send-alerts.ts'

/** The product that `openAlerts` opened. */
export let app: TestApp
/** What arrived since the test began: mails as they were sent, behind a line with their readers, and posts. */
export let mails: string[] = []
export let posted: { kind: string; text: string }[] = []
/** How often the webhook refuses before it takes one. */
let refusals = 0
let smtp: SMTPServer
let hook: Server
let mailer: Mailer

/** How often the webhook refuses from now on before it takes a post. */
export function refuse(times: number): void {
  refusals = times
}

/** For each test file that has its alerts from here: a product with Olga as its owner, a mailbox and a webhook. */
export function openAlerts(): void {
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let data = ''
        stream.on('data', (chunk: Buffer) => (data += chunk))
        stream.on('end', () => {
          mails.push(`${session.envelope.rcptTo.map(({ address }) => address).join()}\n${data}`)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    hook = createServer((request, response) => {
      let data = ''
      request.on('data', (chunk: Buffer) => (data += chunk))
      request.on('end', () => {
        const refuses = (refusals -= 1) >= 0
        if (!refuses) posted.push(JSON.parse(data) as { kind: string; text: string })
        response.writeHead(refuses ? 503 : 204).end()
      })
    })
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    app = await startTestApp({
      smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      alerts: {
        emails: [],
        webhookUrl: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
        hoursOf: { support: 24, 'pending-acts': 12 },
      },
    })
    await addOlga(app.db)
    const { config, db, secret } = app
    mailer = openMailer({ config, db, secret, log: pino({ level: 'silent' }), enqueue: app.jobs.add })
    await app.work()
    // What is due by the clock of this machine is told by the tests alone.
    await sql`delete from pgboss.schedule where name in ('send-alerts', 'send-alert-digest')`.execute(app.db)
  })
  afterAll(async () => {
    mailer.close()
    await app.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    hook.close()
  })
  beforeEach(async () => {
    await sql`delete from alert_told`.execute(app.db)
    await sql`update clock_offset set shift = '0'`.execute(app.db)
    mails = []
    posted = []
    refusals = 0
  })
}

export const setClock = async (moment: string) =>
  await sql`update clock_offset set shift = ${moment}::timestamptz - now()`.execute(app.db)
export const setZone = async (value: string | null) => {
  await inTransaction(app.db, (tx) => setSiteValue(tx, testActor, { name: 'site.zone', value }))
  await expect.poll(siteZone).toBe(value ?? 'UTC')
}
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
export const provedFrom = { books: hoursAgo(500), auditLog: hoursAgo(500) }
export const right = { at: hoursAgo(1), isRight: true }
/** The product's own deps, but for what there is to see. */
export function depsWith(watched: Partial<Watched>): AlertDeps {
  const { alerts, publicOrigin } = app.config
  return {
    db: app.db,
    ...alerts,
    publicOrigin,
    enqueue: app.jobs.add,
    mailer,
    watch: async () => ({ queues: [], books: right, auditLog: right, provedFrom, ...watched }),
  }
}
/** Waits for so many posts, and mails to so many owners. */
export const arrived = async (count: number, { owners = 1 } = {}) =>
  await vi.waitFor(() => expect([mails.length, posted.length]).toEqual([count * owners, count]), {
    timeout: 30_000,
    interval: 50,
  })

/** Tells what other tests did; answers how many posts there are then. */
export async function heardAll(): Promise<number> {
  const count = (await sendAlerts(depsWith({}))) > 0 ? 1 : 0
  await vi.waitFor(() => expect(posted).toHaveLength(count), { timeout: 30_000, interval: 50 })
  return count
}
