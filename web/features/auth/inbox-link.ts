/** Mail providers whose inbox has an address of its own, by the domains people have with them. */
const inboxes = [
  { name: 'Gmail', url: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/', domains: ['yahoo.com', 'yahoo.co.uk', 'ymail.com'] },
  { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com', 'mac.com'] },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: ['proton.me', 'protonmail.com', 'pm.me'] },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: ['fastmail.com', 'fastmail.fm'] },
]

/** Where the inbox of an address opens in a browser; null for providers we do not know. */
export function inboxLink(email: string): { name: string; url: string } | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const inbox = inboxes.find(({ domains }) => domains.includes(domain))
  return inbox ? { name: inbox.name, url: inbox.url } : null
}
