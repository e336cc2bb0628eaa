import { signIn } from '#contracts/identity.endpoints.ts'
import { withApp, type BenchSite } from './site.ts'

/** Makes members and signs them in; answers the headers of their calls. */
export async function signInMembers(site: BenchSite, count: number): Promise<Record<string, string>[]> {
  const emails = await makeMembers(site, count)
  const headers: Record<string, string>[] = []
  for (let from = 0; from < emails.length; from += atOnce) {
    const some = emails.slice(from, from + atOnce)
    headers.push(
      ...(await Promise.all(some.map((email) => signedIn(site, { email, password: memberPassword })))),
    )
  }
  return headers
}

/** Fewer than the 100 attempts that one network may have under way. */
const atOnce = 32

/** The password of every member that is made here. */
export const memberPassword = 'correct horse battery'

/** Makes members whose addresses are verified; answers the addresses. */
export async function makeMembers(site: BenchSite, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `member-${index}@example.com`)
  await withApp(site, async (app) => {
    for (const email of emails) await app.ensureAccount({ email, password: memberPassword, name: 'A Member' })
  })
  return emails
}

async function signedIn(site: BenchSite, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${site.origin}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json', origin: site.publicOrigin },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Sign-in was answered ${response.status}: ${await response.text()}`)
  const { accessToken } = (await response.json()) as { accessToken: string }
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
}
