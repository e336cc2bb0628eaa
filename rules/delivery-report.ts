import { judgeSmtpRefusal, type MailReport } from './mail-report.ts'

/** What came back of a mail, as a mail to its sender says it. */
export interface ReturnedMail {
  /** Null where nothing is said of the address: the mail is only late, or was refused for what we are. */
  kind: MailReport['kind'] | null
  /** What the other server says, for the operator. */
  detail: string
  /**
   * The `Message-ID` of the mail that came back, as its sender gave it: `X-Mail-ID` has it too, since some relays write
   * their own. Null where the report does not return it.
   */
  messageId: string | null
  /** The addresses that the report and the returned mail name, in lower case: the mail was for one of them. */
  addresses: string[]
}

/** The line before each mail of a mailbox file: who sent it and when. A text may have a paragraph that begins alike. */
const mailboxLine = /(?:^|(?<=\n\n))From \S.*\d\d:\d\d.*\n/

/** The mails of a text: one, or many as a mailbox file (mbox) has them. */
export function mailsOf(text: string): string[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(mailboxLine)
    .filter((mail) => mail.trim() !== '')
}

/** Reads a delivery report (RFC 3464) or a complaint (RFC 5965); null for any other mail. */
export function readDeliveryReport(mail: string): ReturnedMail | null {
  const parts = leavesOf(mail.replaceAll(/\r\n?/g, '\n'))
  const said = (...types: string[]) => parts.find(({ type }) => types.includes(type))
  const report = said('message/delivery-status', 'message/global-delivery-status', 'message/feedback-report')
  if (!report) return null
  const returned = fieldsOf(
    said('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')?.body ?? '',
  )
  const groups = report.body
    .trim()
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
  const named = groups.flatMap((fields) =>
    ['original-recipient', 'final-recipient', 'original-rcpt-to', 'removal-recipient'].map((name) =>
      fields.get(name)?.replace(/^[\w-]+\s*;/, ''),
    ),
  )
  return {
    ...(report.type === 'message/feedback-report' ? complaintOf(groups[0]!) : failureOf(groups.slice(1))),
    messageId: /<[^<>\s]+>/.exec(returned.get('x-mail-id') ?? returned.get('message-id') ?? '')?.[0] ?? null,
    addresses: [
      ...new Set(
        [returned.get('to'), ...named]
          .map((text) => (/<([^<>]*)>/.exec(text ?? '')?.[1] ?? text ?? '').trim().toLowerCase())
          .filter((address) => address !== ''),
      ),
    ],
  }
}

type Fields = Map<string, string>

function complaintOf(fields: Fields): Pick<ReturnedMail, 'kind' | 'detail'> {
  const type = fields.get('feedback-type')?.toLowerCase() ?? ''
  return { kind: ['abuse', 'fraud'].includes(type) ? 'complaint' : null, detail: shown(type) }
}

/** A mail of ours has one recipient; a list or forwarder behind it may have several, and then some got it. */
function failureOf(recipients: Fields[]): Pick<ReturnedMail, 'kind' | 'detail'> {
  const judged = recipients.map(judge)
  const first = recipients[0]
  const detail = shown(first?.get('diagnostic-code') ?? first?.get('status') ?? '')
  if (judged.length > 0 && judged.every((kind) => kind === 'bounce')) return { kind: 'bounce', detail }
  return { kind: judged.some((kind) => kind !== null) ? 'soft_bounce' : null, detail }
}

/** Codes of a domain that is not there, which servers also say of its route: Postfix 5.4.4, Exchange 5.4.310. */
const noSuchDomain = /^5\.4\.(4|310)\b/

function judge(recipient: Fields): 'bounce' | 'soft_bounce' | null {
  if (!/^failed\b/i.test(recipient.get('action') ?? '')) return null
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(recipient.get('status') ?? '')?.[0] ?? ''
  if (noSuchDomain.test(status)) return 'bounce'
  const answer = (recipient.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')
  const isSaid = status !== '' && !status.endsWith('.0.0')
  const responseCode = isSaid ? Number(status[0]) * 100 + 50 : Number(/^\d{3}/.exec(answer)?.[0] ?? 0)
  const response = isSaid ? `${responseCode} ${status}` : answer
  // It was given up after days.
  if (responseCode >= 400 && responseCode < 500) return 'soft_bounce'
  return judgeSmtpRefusal({ responseCode, command: 'RCPT TO', response })
}

function shown(detail: string): string {
  return detail.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 300)
}

interface Part {
  type: string
  body: string
}

/** Deeper no mail server nests. */
const depthMax = 5

/** The parts of a mail that have no parts, mails within it unopened. */
function leavesOf(entity: string, depth = 0): Part[] {
  const end = entity.startsWith('\n') ? 0 : entity.indexOf('\n\n')
  const [head, body] = end < 0 ? [entity, ''] : [entity.slice(0, end), entity.slice(end).replace(/^\n+/, '')]
  const fields = fieldsOf(head)
  const contentType = fields.get('content-type') ?? 'text/plain'
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0].toLowerCase() ?? 'text/plain'
  if (!type.startsWith('multipart/'))
    return [{ type, body: decoded(body, fields.get('content-transfer-encoding')) }]
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (!boundary || depth === depthMax) return []
  return partsOf(body, boundary).flatMap((part) => leavesOf(part, depth + 1))
}

function partsOf(body: string, boundary: string): string[] {
  const parts: string[][] = []
  let isOpen = false
  for (const line of body.split('\n')) {
    const text = line.trimEnd()
    if (text === `--${boundary}--`) break
    if (text === `--${boundary}`) {
      isOpen = true
      parts.push([])
    } else if (isOpen) parts.at(-1)!.push(line)
  }
  return parts.map((lines) => lines.join('\n'))
}

/** The fields at the beginning of a text, up to its first empty line, by name in lower case; of a name the first. */
function fieldsOf(text: string): Fields {
  const head = text.replace(/^\n+/, '').split(/\n[ \t]*\n/, 1)[0]!
  const fields: Fields = new Map()
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? []
    if (name && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value!.trim())
  }
  return fields
}

function decoded(body: string, encoding = ''): string {
  const by = encoding.trim().toLowerCase()
  try {
    if (by === 'base64') return ofBytes(atob(body.replaceAll(/\s+/g, ''))).replaceAll(/\r\n?/g, '\n')
  } catch {
    return ''
  }
  if (by !== 'quoted-printable') return body
  const joined = body.replaceAll(/=[ \t]*\n/g, '')
  return ofBytes(
    joined.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
  )
}

/** A text of UTF-8, each of whose bytes is a character. */
function ofBytes(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.codePointAt(0)! & 255))
}
