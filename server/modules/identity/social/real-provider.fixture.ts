import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider, type Configuration } from 'oidc-provider'
import { freePort } from '#testing/free-port.ts'

/** A person at the provider. */
export interface ProviderUser {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/** A real OpenID Connect provider on this machine, with a page that asks as whom to go on. */
export interface RealProvider {
  issuer: string
  keys: { issuer: string; clientId: string; clientSecret: string; name: string }
  users: Map<string, ProviderUser>
  /** Goes on as this one without asking; `null` refuses. Undefined shows the page. */
  answerAs: string | null | undefined
  /** Its published keys are out of reach. */
  hidesKeys: boolean
  close(): Promise<void>
}

/** Starts it at 127.0.0.1, which is another site than localhost. It insists on PKCE and on the exact address. */
export async function startRealProvider(
  redirectUris: string[],
  { port: wanted, ...changes }: Configuration & { port?: number } = {},
): Promise<RealProvider> {
  const port = wanted ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const users = new Map<string, ProviderUser>()
  const clientId = 'crels'
  const clientSecret = 'a secret/with:odd+signs%'.replaceAll(' ', '-')
  const provider = new Provider(issuer, {
    ...configuration,
    ...changes,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    findAccount: async (_, sub) => {
      const user = users.get(sub)
      return user && { accountId: sub, claims: async () => ({ ...user }) }
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const real: RealProvider = {
    issuer,
    keys: { issuer, clientId, clientSecret, name: 'Example' },
    users,
    answerAs: undefined,
    hidesKeys: false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const callback = provider.callback()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, issuer)
    if (url.pathname === '/jwks' && real.hidesKeys) response.writeHead(503).end()
    else if (url.pathname.startsWith('/interaction/')) void interact(provider, real, url, request, response)
    else void callback(request, response)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return real
}

const configuration: Configuration = {
  cookies: { keys: ['a key for the tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  pkce: { required: () => true },
  ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
}

async function interact(
  provider: Provider,
  { answerAs, users }: RealProvider,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sub = url.searchParams.get('as') ?? answerAs
  if (sub === undefined) {
    const links = [...users.keys(), ''].map(
      (one) => `<p><a href="?as=${one}">${one ? `Continue as ${one}` : 'Cancel'}</a></p>`,
    )
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Example</title>${links.join('')}`)
    return
  }
  await provider.interactionFinished(
    request,
    response,
    sub
      ? { login: { accountId: sub, remember: false } }
      : { error: 'access_denied', error_description: 'Not today' },
    { mergeWithLastSubmission: false },
  )
}
