import type { LightMyRequestResponse as Response } from 'fastify'
import type { TestApp } from '#testing/app.ts'

/** What a browser has after pressing the button: where it goes, and our cookie. */
export interface Begun {
  url: URL
  cookie: string
}

/** Presses a provider's button. */
export async function begin(
  app: TestApp,
  { id = 'oidc', redirect }: { id?: string; redirect?: string } = {},
) {
  const response = await app.server.inject({
    url: `/identity/social/${id}/start`,
    query: redirect === undefined ? {} : { redirect },
  })
  if (response.statusCode !== 303) throw new Error(response.body)
  const [cookie = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return { url: new URL(response.headers.location!), cookie: cookie.split(';')[0]!, response }
}

/** Goes through the provider's pages as a browser does, without ours; answers the way back. */
export async function passProvider({ url }: Begun): Promise<URL> {
  const jar = new Map<string, string>()
  let at = url
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${at.href}: ${response.status} ${await response.text()}`)
    at = new URL(location, at)
    if (at.pathname.startsWith('/identity/')) return at
  }
  throw new Error('The provider never came back')
}

/** Comes back to us. */
export async function comeBack(
  app: TestApp,
  back: URL | string,
  { cookie }: { cookie?: string } = {},
): Promise<Response> {
  const { pathname, search } = new URL(back, 'http://localhost')
  return await app.server.inject({ url: pathname + search, headers: cookie ? { cookie } : {} })
}

/** Where an answer leads: `/login`, with why and where to go on to. */
export function landing({ statusCode, headers }: Response) {
  const { pathname, searchParams } = new URL(String(headers.location), 'http://localhost')
  return { statusCode, pathname, ...Object.fromEntries(searchParams) }
}

/** Who the session of an answer belongs to. */
export async function whoIs(app: TestApp, { headers }: Response) {
  const cookies = [headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0]!)
  const cookie = cookies.find((one) => one.startsWith('crels_session=')) ?? ''
  const response = await app.server.inject({ method: 'POST', url: '/identity/refresh', headers: { cookie } })
  return { ...response.json().user, headers: { authorization: `Bearer ${response.json().accessToken}` } }
}
