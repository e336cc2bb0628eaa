import { m } from '#messages'
import { escapeHtml, plainPage } from '../http/plain-page.ts'
import { logoCid } from './compose-mail.ts'
import { codeOf, linksOf } from './mail-text.ts'
import type { SavedMail } from './mailbox.ts'

/** The mailbox as a page: newest first, each mail a link. */
export function mailListPage(mails: SavedMail[], to?: string): string {
  const empty = to ? m.mail_box_empty_for({ address: to }) : m.mail_box_empty()
  const list =
    mails.length === 0 ? `<p class="card">${escapeHtml(empty)}</p>` : `<ul>${mails.map(row).join('\n')}</ul>`
  const all = to ? `<a href="/dev/mail">${escapeHtml(m.mail_box_all())}</a>` : ''
  return plainPage(
    m.mail_box_title(),
    `<header><h1>${escapeHtml(m.mail_box_title())}</h1><nav>${all} <a href="">${escapeHtml(m.mail_box_reload())}</a></nav></header>
<p class="muted">${escapeHtml(m.mail_box_intro())}</p>
${list}`,
  )
}

/** One mail: its code and links first, then how it looks and reads. */
export function mailPage(mail: SavedMail): string {
  const code = codeOf(mail.text)
  const links = linksOf(mail.text)
  return plainPage(
    mail.subject,
    `<nav><a href="/dev/mail">${escapeHtml(m.mail_box_all())}</a></nav>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="muted">${escapeHtml(m.mail_box_to({ address: mail.to }))} · ${when(mail.sentAt)}</p>
${code ? `<section class="card"><h2>${escapeHtml(m.mail_box_code())}</h2><p class="code">${code}</p></section>` : ''}
${links.length > 0 ? `<section class="card"><h2>${escapeHtml(m.mail_box_links())}</h2><ul class="links">${links.map(linkItem).join('')}</ul></section>` : ''}
<section class="card"><h2>${escapeHtml(m.mail_box_as_sent())}</h2>${asSent(mail)}</section>
<section class="card"><h2>${escapeHtml(m.mail_box_as_text())}</h2><pre tabindex="0">${escapeHtml(mail.text)}</pre></section>`,
  )
}

/** The mail's own page, in a shadow of ours: neither's styles reach the other. Our policy lets it run nothing. */
function asSent({ html }: SavedMail): string {
  const body = /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? ''
  // A program for mail has it as an attachment.
  const shown = body.replace(`cid:${logoCid}`, '/icons/icon-192.png')
  return `<div class="sent"><template shadowrootmode="open">${shown}</template></div>`
}

function row(mail: SavedMail): string {
  return `<li><a class="card mail" href="/dev/mail/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>
<span class="muted">${escapeHtml(m.mail_box_to({ address: mail.to }))} · ${when(mail.sentAt)}</span></a></li>`
}

function linkItem(link: string): string {
  return `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`
}

function when(time: Date): string {
  const iso = time.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}
