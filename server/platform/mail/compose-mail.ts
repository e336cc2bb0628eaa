import { htmlAttributes, languageDirections } from '#contracts/languages.ts'
import { helpPath } from '#contracts/paths.ts'
import { escapeHtml } from '../http/plain-page.ts'
import { m } from '#messages'
import type { Mail } from './mailer.ts'
import { siteLogoURL } from '../site-logo.ts'
import { languageInUse } from '../language.ts'

/** How a mail's HTML names the logo that is attached to it. */
export const logoCid = 'site-logo'

/** What a mail says; every text comes from the message catalogue. */
export interface MailContent {
  to: string
  subject: string
  /** Paragraphs before the code and the button. */
  lines: string[]
  /** A one-time code, shown large. */
  code?: { label: string; value: string }
  /** The one thing to do; `url` begins with PUBLIC_ORIGIN. */
  action?: { label: string; url: string }
  /** Things with a page each, after the paragraphs; each `url` begins with PUBLIC_ORIGIN. */
  items?: { title: string; text: string; url: string }[]
  /** Smaller paragraphs after it: until when, and what to do if it was not you. */
  notes?: string[]
  /** Another thing to do, after the notes; `url` begins with PUBLIC_ORIGIN. */
  link?: { label: string; url: string }
  /** For mails that can be switched off: where. */
  unsubscribeUrl?: string
}

/** The link of a mail that says "write to us". */
export function writeToUs(publicOrigin: string): NonNullable<MailContent['link']> {
  return { label: m.mail_write_to_us(), url: `${publicOrigin}${helpPath('account')}` }
}

/** The plain and the HTML form of a mail. The HTML carries its styles inline and loads nothing. */
export function composeMail(content: MailContent): Mail {
  return {
    to: content.to,
    subject: content.subject,
    text: plainText(content),
    html: html(content),
    ...(content.unsubscribeUrl ? { unsubscribeUrl: content.unsubscribeUrl } : {}),
  }
}

function plainText({
  lines,
  items = [],
  code,
  action,
  notes = [],
  link,
  unsubscribeUrl,
}: MailContent): string {
  const blocks = [
    ...lines,
    ...items.map(({ title, text, url }) => `${title}\n${text}\n${url}`),
    ...(code ? [`${code.label}\n${code.value}`] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `-- \n${m.mail_signature()}`,
    ...(unsubscribeUrl ? [`${m.mail_unsubscribe()}:\n${unsubscribeUrl}`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

const text = 'font-family:Figtree,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#131a17'
const muted = 'font-size:14px;line-height:1.5;color:#46524d;margin:0 0 12px'

function html({
  subject,
  lines,
  items = [],
  code,
  action,
  notes = [],
  link,
  unsubscribeUrl,
}: MailContent): string {
  return `<!doctype html>
<html ${htmlAttributes(languageInUse())}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f7f6f1;${text}">
<table role="presentation" dir="${languageDirections[languageInUse()]}" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f6f1"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4e2d8;border-radius:16px"><tr><td style="padding:32px;${text}">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#085c46">${logo()}${escapeHtml(m.common_app_name())}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(subject)}</h1>
${lines.map((line) => `<p style="font-size:16px;line-height:1.5;margin:0 0 16px">${withBreaks(line)}</p>`).join('\n')}
${items.map(item).join('')}${code ? codeBlock(code) : ''}${action ? button(action) : ''}${notes.map((note) => `<p style="${muted}">${escapeHtml(note)}</p>`).join('\n')}${link ? plainLink(link) : ''}
</td></tr></table>
<p style="font-size:13px;color:#46524d;margin:16px 0 0">${escapeHtml(m.mail_signature())}</p>
${unsubscribeUrl ? unsubscribe(unsubscribeUrl) : ''}</td></tr></table>
</body></html>
`
}

/** The site's own logo, which travels in the mail (`smtp-mailer.ts`): a mail loads nothing. */
function logo(): string {
  if (siteLogoURL() === null) return ''
  return `<img src="cid:${logoCid}" width="36" height="36" alt="" style="vertical-align:middle;border-radius:11px;margin-inline-end:10px">`
}

/** As HTML; the lines of what a person wrote, such as an answer of support, stay lines. */
function withBreaks(paragraph: string): string {
  return escapeHtml(paragraph).replaceAll(/\r?\n/g, '<br>')
}

function unsubscribe(url: string): string {
  return `<p style="font-size:13px;margin:8px 0 0"><a href="${escapeHtml(url)}" style="color:#46524d">${escapeHtml(m.mail_unsubscribe())}</a></p>
`
}

function item({ title, text: words, url }: NonNullable<MailContent['items']>[number]): string {
  return `<h2 style="font-size:16px;line-height:1.4;margin:24px 0 4px"><a href="${escapeHtml(url)}" style="color:#085c46">${escapeHtml(title)}</a></h2>
<p style="font-size:16px;line-height:1.5;margin:0 0 16px">${withBreaks(words)}</p>
`
}

function codeBlock({ label, value }: { label: string; value: string }): string {
  return `<p style="${muted}">${escapeHtml(label)}</p>
<p dir="ltr" style="margin:0 0 24px;padding:16px;background:#e9f7f1;border-radius:10px;text-align:center;font-size:32px;font-weight:700;letter-spacing:8px;color:#074939">${escapeHtml(value)}</p>
`
}

function plainLink({ label, url }: { label: string; url: string }): string {
  return `<p style="${muted}"><a href="${escapeHtml(url)}" style="color:#085c46">${escapeHtml(label)}</a></p>
`
}

function button({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:14px 24px;background:#085c46;border-radius:999px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="${muted}">${escapeHtml(m.mail_button_hint())}<br><a dir="ltr" href="${href}" style="color:#085c46;word-break:break-all">${href}</a></p>
`
}
