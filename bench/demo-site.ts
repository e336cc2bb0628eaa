import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { signIn } from '#contracts/identity.endpoints.ts'
import { cookieOf } from '#testing/members.ts'
import type { StartedSite } from '#testing/processes.ts'

/** What a browser needs to see a site's demo data as the demo creator does. */
export interface DemoVisitor {
  /** The `name=value` of the session's cookie. */
  cookie: string
  /** Of the most popular campaign. */
  campaignId: string
}

/** Signs the demo creator in at `origin`, by the password that a start in development prints. */
export async function demoVisitor(site: StartedSite, origin: string = site.origin): Promise<DemoVisitor> {
  await site.saying('Demo creator: ')
  const [, email, password] = /Demo creator: (\S+), password (\S+)/.exec(site.stdout())!
  const answer = await fetch(`${origin}${signIn.path}`, {
    method: signIn.method,
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in was answered ${answer.status}: ${await answer.text()}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const list = await fetch(`${origin}${listCampaigns.path}?sort=popular`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { items } = (await list.json()) as { items: { id: string }[] }
  return { cookie: cookieOf(answer.headers.getSetCookie()), campaignId: items[0]!.id }
}
