import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

/** A mail as a mail server got it. */
export interface SentMail {
  to: string[]
  subject: string
  text: string
  /** The addresses of its text, in their order. */
  links: string[]
  /** Six digits on a line of their own; null where it has none. */
  code: string | null
}

/** A mail server that takes everything and keeps it. */
export interface SmtpBox {
  /** For `SMTP_URL`. */
  url: string
  /** Mails to an address so far, newest first. */
  mailsTo(address: string): SentMail[]
  /** The newest mail to an address that is about `subject`, waited for until there is one. */
  awaitMail(address: string, subject: RegExp): Promise<SentMail>
  close(): Promise<void>
}

/** Opens a mail server on a free port of this machine; with it mails leave as they do in production. */
export async function openSmtpBox(): Promise<SmtpBox> {
  const mails: SentMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.unshift({ to, ...read(Buffer.concat(parts).toString('latin1')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mailsTo,
    awaitMail: async (address, subject) =>
      await vi.waitFor(
        () => {
          const all = mailsTo(address)
          const mail = all.find((one) => subject.test(one.subject))
          if (!mail)
            throw new Error(
              `No mail ${subject} to ${address}, but ${all.map((one) => one.subject).join(', ')}`,
            )
          return mail
        },
        { timeout: 60_000, interval: 50 },
      ),
    close: async () => await new Promise((resolve) => server.close(() => resolve())),
  }
}

/** What a mail client shows of a message: its subject and its plain text. */
function read(message: string): Omit<SentMail, 'to'> {
  const [headers, body] = halves(message)
  const part = [message, ...partsOf(headers, body)].find((one) =>
    /^content-type: text\/plain/im.test(halves(one)[0]),
  )
  const text = part ? decoded(...halves(part)) : ''
  return {
    subject: inWords(headerOf(headers, 'subject')),
    text,
    links: text.match(/https?:\/\/\S+/g) ?? [],
    code: /^\s*(\d{3} ?\d{3})\s*$/m.exec(text)?.[1]?.replace(' ', '') ?? null,
  }
}

/** The parts of a message, those inside of others too. */
function partsOf(headers: string, body: string): string[] {
  const boundary = /boundary="?([^";\r\n]+)/i.exec(headers)?.[1]
  if (boundary === undefined) return []
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, ''))
    .flatMap((part) => [...partsOf(...halves(part)), part])
}

function halves(message: string): [headers: string, body: string] {
  const at = message.indexOf('\r\n\r\n')
  // A header goes on in lines that begin with a space.
  return [message.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' '), message.slice(at + 4)]
}

function headerOf(headers: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
}

function decoded(headers: string, body: string): string {
  const encoding = headerOf(headers, 'content-transfer-encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? unquoted(body) : Buffer.from(body, 'latin1').toString()
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** A subject with characters beyond ASCII, which stands in encoded words. */
function inWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    )
}
