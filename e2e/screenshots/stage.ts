import { cp } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { listCampaigns } from '#contracts/campaigns.endpoints.ts'
import { signIn } from '#contracts/identity.endpoints.ts'
import { defaultLanguage, type Language } from '#contracts/languages.ts'
import { listShop } from '#contracts/shop.endpoints.ts'
import { createApp } from '#server/app.ts'
import { builtWebDir } from '#server/build/web-build.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { migrate } from '#server/platform/migrate.ts'
import { testConfig } from '#testing/config.ts'
import { freePort } from '#testing/free-port.ts'
import { cookieOf, createMember } from '#testing/members.ts'
import { startTestPostgres } from '#testing/postgres.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import type { TestSite } from '#testing/site.ts'
import { makeRichMember } from './rich-member.ts'
import type { Campaigns, Person } from './shots.ts'

/** The site whose pages are taken, and who looks at them. */
export interface Stage {
  origin: string
  /** By member; the typical one is the demo creator. */
  cookies: Record<Exclude<Person, 'visitor'>, string>
  campaigns: Campaigns
  itemId: string
  season: string
  /** From now on the accounts of who looks are in that language. */
  speak(language: Language): Promise<void>
  close(): Promise<void>
}

/** Opens the whole product on an embedded database of its own, with the demo data and the members who look at it. */
export async function openStage(say: (line: string) => void): Promise<Stage> {
  const postgres = await startTestPostgres()
  const databaseUrl = postgres.url('crels')
  await migrate(databaseUrl)
  // A copy, so that a build meanwhile does not take the app away.
  const webDir = temporaryFolder('web')
  await cp(builtWebDir, webDir, { recursive: true })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = testConfig(databaseUrl, { host: '127.0.0.1', port, publicOrigin: origin })
  const app = await createApp(config, pino({ level: 'error' }), { webDir })
  const close = async () => {
    await app.close()
    await postgres.stop()
  }
  try {
    await app.jobs.install()
    say('Loading the demo data')
    const demo = await loadDemo(app)
    await app.listen()
    await app.work()
    const site = { ...app, databaseUrl, origin }
    const typical = await signInDemo(site, demo)
    const { cookie: rich, campaignId: joined } = await makeRichMember(site, typical.campaigns.joined)
    const { cookie: fresh } = await createMember(site, { displayName: 'Noor' })
    const speak = async (language: Language) => {
      await sql`update member set language = ${language}`.execute(app.db)
    }
    await speak(defaultLanguage)
    return {
      origin,
      cookies: { new: fresh, typical: typical.cookie, rich },
      campaigns: { open: typical.campaigns.open, joined },
      itemId: await firstItem(site),
      season: lastMonth(),
      speak,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function firstItem({ server }: TestSite): Promise<string> {
  return (await server.inject({ url: listShop.path })).json<{ items: { id: string }[] }>().items[0]!.id
}

/** The demo data has the podium of it. */
function lastMonth(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

async function signInDemo(
  { server }: TestSite,
  payload: { email: string; password: string },
): Promise<{ cookie: string; campaigns: { open: string; joined: string[] } }> {
  const answer = await server.inject({ method: 'POST', url: signIn.path, payload })
  const headers = { authorization: `Bearer ${answer.json().accessToken}` }
  const list = await server.inject({ url: `${listCampaigns.path}?sort=popular`, headers })
  const { items } = list.json<{ items: { id: string; enrolment: { state: string } | null }[] }>()
  return {
    cookie: cookieOf(answer.headers['set-cookie']),
    campaigns: {
      open: items.find(({ enrolment }) => enrolment === null)!.id,
      joined: items.filter(({ enrolment }) => enrolment?.state === 'active').map(({ id }) => id),
    },
  }
}
