import * as z from 'zod'
import { isSmtpUrl } from './setting-values.ts'

/** The settings of outgoing mail. */
export const mailSettings = {
  SMTP_URL: {
    schema: z
      .string()
      .refine(isSmtpUrl, 'is an address such as smtps://user:password@mail.example:465')
      .or(z.literal('')),
    default: '',
    doc: 'SMTP server for outgoing mail; empty sends none and keeps it in the development mailbox at /dev/mail.',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(
        /^[^<>]*<[^\s<>,;]+@[^\s<>,;]+>$|^[^\s<>,;]+@[^\s<>,;]+$/,
        'is a mail address such as Crels <no-reply@crels.example>',
      ),
    default: 'Crels <no-reply@localhost>',
    doc: 'Sender of every mail.',
  },
  MAIL_DKIM_SELECTOR: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, 'is the name of a DKIM key, such as s1')
      .or(z.literal('')),
    default: '',
    doc: 'Selector under which the mail server’s DKIM key is published, for `crels doctor` to look it up.',
  },
  MAIL_REPORT_SECRET: {
    schema: z.string().min(16, 'has at least 16 characters').or(z.literal('')),
    default: '',
    doc: 'With which a mail provider reports bounces and complaints at POST /mail-reports, as bearer or basic password; empty closes it.',
    secret: true,
  },
} as const
