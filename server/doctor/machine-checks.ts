import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { countRecentlySuppressed } from '../platform/mail/address-trouble.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import { diskRooms, roomText } from '../disk-room.ts'
import { inTime } from '../platform/in-time.ts'
import { secretOpens } from '../platform/keyring.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** New ones in a week: more are a fault of ours, such as a name that is not signed for, or a list that was bought. */
const suppressedMax = 20

/** Whether the mail server takes a connection and the sign-in; no mail is sent. */
export async function checkMail({ config, db }: Patient): Promise<Diagnosis> {
  const name = 'mail'
  if (!config.smtpUrl)
    return hasDevelopmentTools(config)
      ? { name, verdict: 'ok', says: 'kept at /dev/mail' }
      : {
          name,
          verdict: 'problem',
          says: 'SMTP_URL is not set: no mail leaves, no address can be verified',
        }
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
  const transport = createTransport({ url: config.smtpUrl, ...limits })
  try {
    await transport.verify()
    if (config.mailFrom.includes('@localhost'))
      return {
        name,
        verdict: 'problem',
        says: `MAIL_FROM is ${config.mailFrom}: other mail servers refuse it`,
      }
    const suppressed = db ? await countRecentlySuppressed(db) : 0
    return suppressed > suppressedMax
      ? {
          name,
          verdict: 'warning',
          says: `${suppressed} addresses took no mail for the first time in 7 days: \`crels mail suppressed\``,
        }
      : { name, verdict: 'ok', says: 'the mail server takes mail from here' }
  } catch (error) {
    return { name, verdict: 'problem', says: `SMTP_URL: ${(error as Error).message.split('\n', 1)[0]}` }
  } finally {
    transport.close()
  }
}

/** Whether SECRET is the one that the database was made with, and every process would have the same. */
export async function checkSecret({ config, db }: Patient): Promise<Diagnosis> {
  const name = 'secret'
  // Without a file this would make one, which is for a start to do.
  const isThere = config.secret !== null || existsSync(join(config.dataDir, 'secret'))
  if (db && isThere && !(await secretOpens(db, config)))
    return {
      name,
      verdict: 'problem',
      says: 'SECRET is not the one that this database was made with: nothing starts. Put that one back (docs/operating.md)',
    }
  if (config.secret) return { name, verdict: 'ok', says: 'SECRET is set' }
  return config.databaseUrl
    ? {
        name,
        verdict: 'warning',
        says: 'SECRET is not set: each machine on this database makes its own in DATA_DIR',
      }
    : { name, verdict: 'ok', says: 'kept in DATA_DIR/secret; it belongs into the backup' }
}

/** Whether the disks of DATA_DIR, BACKUP_DIR and WAL_ARCHIVE_DIR have room, as /readyz looks at them. */
export async function checkDisk({ config }: Patient): Promise<Diagnosis> {
  const rooms = await inTime(diskRooms(config), 5_000)
  return {
    name: 'disk',
    verdict: rooms.some(({ isShort }) => isShort) ? 'problem' : 'ok',
    says: rooms.map((room) => `${roomText(room)} (${room.folder})`).join('; '),
  }
}
