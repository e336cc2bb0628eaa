import { Resolver } from 'node:dns/promises'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Whether other mail servers can tell that mails of MAIL_FROM are its domain's: SPF, DKIM and DMARC, as DNS has them. */
export async function checkSender(
  { config }: Patient,
  resolver = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<Diagnosis> {
  const name = 'sender'
  const domain = /@([^\s<>]+?)>?$/.exec(config.mailFrom)![1]!.toLowerCase()
  if (hasDevelopmentTools(config) || !config.smtpUrl || domain === 'localhost')
    return { name, verdict: 'not checked', says: 'no mail leaves from a domain of its own' }
  const texts = async (host: string) => await textsAt(resolver, host)
  const [own, policy, keys] = await Promise.all([
    texts(domain),
    texts(`_dmarc.${domain}`),
    config.mailDkimSelector === null ? undefined : texts(`${config.mailDkimSelector}._domainkey.${domain}`),
  ])
  if (own === null || policy === null || keys === null)
    return { name, verdict: 'not checked', says: `cannot look up ${domain}: no DNS server answers` }
  const spf = own.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const lacking = [
    ...(spf.length === 0 ? [`${domain} has no SPF record (v=spf1 …)`] : []),
    ...(spf.length > 1 ? [`${domain} has ${spf.length} SPF records: receivers take that for none`] : []),
    ...(spf.some((text) => / \+?all$/i.test(text)) ? ['its SPF record lets everybody send'] : []),
    ...(policy.some((text) => /^v=DMARC1/i.test(text))
      ? []
      : [`_dmarc.${domain} has no policy (v=DMARC1; …)`]),
    ...(keys && !keys.some((text) => /\bp=[^;\s]/.test(text))
      ? [`${config.mailDkimSelector}._domainkey.${domain} has no DKIM key`]
      : []),
  ]
  if (lacking.length > 0)
    return { name, verdict: 'problem', says: `mails are taken for spam: ${lacking.join('; ')}` }
  return keys
    ? { name, verdict: 'ok', says: `${domain} has SPF, DKIM and DMARC` }
    : {
        name,
        verdict: 'warning',
        says: `${domain} has SPF and DMARC; set MAIL_DKIM_SELECTOR to have its DKIM key looked up`,
      }
}

/** The TXT records of a name, none where there is none; null where no server answers. */
async function textsAt(resolver: Resolver, host: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(host)).map((parts) => parts.join(''))
  } catch (error) {
    return ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '') ? [] : null
  }
}
