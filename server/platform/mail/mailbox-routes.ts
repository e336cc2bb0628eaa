import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../database.ts'
import { problem } from '../http/problems.ts'
import { codeOf, linksOf } from './mail-text.ts'
import { findMail, listMail, type SavedMail } from './mailbox.ts'
import { mailListPage, mailPage } from './mailbox-page.ts'

/**
 * The development mailbox: `/dev/mail` for people, `/dev/mail.json?to=` for programs, newest first.
 * Registered only where the mailbox is in use, and never in production.
 */
export function mailboxRoutes(app: FastifyInstance, db: Db): void {
  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mail', async (request, reply) => {
    const to = one(request.query.to)
    return page(reply).send(mailListPage(await listMail(db, { to }), to))
  })
  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mail.json', async (request, reply) => {
    const mails = await listMail(db, { to: one(request.query.to) })
    return reply.header('cache-control', 'no-store').send(mails.map(mailForPrograms))
  })
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) =>
    page(reply).send(mailPage(await mailOr404(db, request.params.id))),
  )
}

/** What a program reads: the mail, the addresses in it, and its one-time code. */
export function mailForPrograms({ to, subject, text, html, sentAt }: SavedMail) {
  return {
    to,
    subject,
    text,
    html,
    sentAt: sentAt.toISOString(),
    links: linksOf(text),
    code: codeOf(text),
  }
}

async function mailOr404(db: Db, id: string): Promise<SavedMail> {
  const mail = /^\d{1,15}$/.test(id) ? await findMail(db, Number(id)) : undefined
  if (!mail) throw problem('not_found')
  return mail
}

function page(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
}

function one(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined
}
