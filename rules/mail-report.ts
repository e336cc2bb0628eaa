/** What became of a mail, as the address's server or a mail provider reports it. */
export interface MailReport {
  address: string
  /**
   * `bounce`: the address does not exist or takes no mail. `soft_bounce`: not for now. `complaint`: its reader called it
   * spam.
   */
  kind: 'bounce' | 'soft_bounce' | 'complaint'
  /** What the server or provider says, for the operator. */
  detail: string
  /** When the mail was sent, where the report proves it. */
  mailedAt?: Date
}

/** An answer of a mail server that refuses a recipient. */
export interface SmtpRefusal {
  responseCode?: number
  /** At which command it was given. */
  command?: string
  /** With the enhanced code (RFC 3463), where the server gives one. */
  response?: string
}

/**
 * What servers without enhanced codes say of who sends: a server that relays no mail of ours says so of every address,
 * and would have all of them suppressed.
 */
const ofSender =
  /\b(relay|spam|block|(black|deny)list|polic(y|ies)|prohibit|denied|authenticat|reputation|dns[bw]l|rbl|sender|spf|dkim|dmarc)/i

/**
 * Of an answer of a mail server, whether it says that the address takes no mail for good (RFC 3463, 5.1 and 5.2.1); a
 * refusal for what we are or what the mail says is none of the address's. Null where it is about something else.
 */
export function judgeSmtpRefusal({
  responseCode = 0,
  command = '',
  response = '',
}: SmtpRefusal): 'bounce' | 'soft_bounce' | null {
  if (responseCode < 400) return null
  // At the beginning of a line alone: the address of a host reads like one.
  const enhanced = /^\d{3}[ -]([45])\.(\d{1,3})\.(\d{1,3})\b/m.exec(response)
  if (enhanced) {
    const [, kind, subject, detail] = enhanced
    const isAddress =
      (subject === '1' && ['1', '2', '3', '6', '10'].includes(detail!)) || (subject === '2' && detail === '1')
    if (isAddress) return kind === '5' ? 'bounce' : 'soft_bounce'
    return subject === '2' ? 'soft_bounce' : null
  }
  if (command !== 'RCPT TO' || ofSender.test(response)) return null
  if ([550, 551, 553].includes(responseCode)) return 'bounce'
  return responseCode === 552 || responseCode < 500 ? 'soft_bounce' : null
}

type Json = Record<string, unknown>

/**
 * Reads what a provider posts: our own form `{ type, email, providerId? }` or a list of it, Postmark's, and that of
 * Amazon SES by SNS. Other events have no reports. Throws `TypeError` for what is none of these.
 */
export function readMailReports(body: unknown): MailReport[] {
  if (Array.isArray(body)) return body.flatMap(readMailReports)
  if (typeof body !== 'object' || body === null) throw new TypeError('A report is an object')
  const said = body as Json
  if (typeof said.RecordType === 'string') return ofPostmark(said)
  if (said.Type === 'Notification') return ofSes(JSON.parse(text(said.Message)) as Json)
  if (said.Type === 'SubscriptionConfirmation' || said.Type === 'UnsubscribeConfirmation') return []
  if (said.notificationType ?? said.eventType) return ofSes(said)
  const kind = text(said.type)
  if (kind !== 'bounce' && kind !== 'soft_bounce' && kind !== 'complaint') return []
  return [report(kind, said.email, said.providerId)]
}

function ofPostmark({ RecordType: record, Type: type, Email: email, Description: says }: Json): MailReport[] {
  if (record === 'SpamComplaint') return [report('complaint', email, says)]
  if (record !== 'Bounce') return []
  if (type === 'SpamComplaint') return [report('complaint', email, says)]
  const isHard = type === 'HardBounce' || type === 'BadEmailAddress'
  return [report(isHard ? 'bounce' : 'soft_bounce', email, says)]
}

function ofSes(message: Json): MailReport[] {
  const type = message.notificationType ?? message.eventType
  if (type === 'Complaint') {
    const { complainedRecipients, complaintFeedbackType } = (message.complaint ?? {}) as Json
    return recipients(complainedRecipients).map((one) =>
      report('complaint', one.emailAddress, complaintFeedbackType),
    )
  }
  if (type !== 'Bounce') return []
  const { bounceType, bouncedRecipients } = (message.bounce ?? {}) as Json
  const kind = bounceType === 'Permanent' ? 'bounce' : 'soft_bounce'
  return recipients(bouncedRecipients).map((one) => report(kind, one.emailAddress, one.diagnosticCode))
}

function recipients(list: unknown): Json[] {
  return Array.isArray(list) ? (list as Json[]) : []
}

function report(kind: MailReport['kind'], email: unknown, detail: unknown): MailReport {
  const said = text(email)
  // Where there is no report of a server, SES repeats the header: `Ada <ada@example.com>`.
  const address = (/<([^<>]+)>\s*$/.exec(said)?.[1] ?? said).trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+$/u.test(address))
    throw new TypeError('A report names an address')
  return {
    address,
    kind,
    detail: typeof detail === 'string' ? detail.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300) : '',
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('A report is of text')
  return value
}
