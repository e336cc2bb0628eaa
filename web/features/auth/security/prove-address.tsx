import { useState } from 'react'
import { m } from '#messages'
import { MailLink, MailSent } from './prove-by-mail.tsx'

/** Has a sign-in link mailed to an address that mails did not reach: following it shows that they do. */
export function ProveAddress({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <MailSent email={email} />
  return <MailLink email={email} text={m.mails_prove()} onByLink={() => setIsSent(true)} />
}
