import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { freePort } from '#testing/free-port.ts'

/** What of Google's services the browser SDK asks of a project with passwords and mailed links, on this machine. */
export interface FirebaseStandIn {
  identity: {
    provider: 'firebase'
    projectId: string
    apiKey: string
    authDomain: string
    ways: []
    url: string
  }
  /** The code in the newest mail to an address. */
  mailed(email: string): { requestType: string; oobCode: string; continueUrl?: string }
  account(email: string): FirebaseAccount | undefined
  /** Makes an account with a verified address, as of a person who signed up another day. */
  addAccount(email: string, password: string): void
  /** Seconds that a sign-in lies back by its token. */
  signedInAgoSec: number
  /** While true nothing is answered. */
  isAway: boolean
  close(): Promise<void>
}

interface FirebaseAccount {
  localId: string
  email: string
  password?: string
  emailVerified: boolean
  displayName?: string
  disabled: boolean
}

interface Mailed {
  requestType: string
  email: string
  newEmail?: string
  oobCode: string
  continueUrl?: string
}

type Body = Record<string, string | undefined>

const projectId = 'crels-test'

/** Starts it; its tokens are signed by a key of its own, which it publishes where Google does. */
export async function startFirebaseStandIn(): Promise<FirebaseStandIn> {
  const port = await freePort()
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const accounts = new Map<string, FirebaseAccount>()
  const mails: Mailed[] = []
  /** Refresh token → whose, and when they signed in. */
  const sessions = new Map<string, { localId: string; authTime: number }>()

  const byEmail = (email = '') =>
    [...accounts.values()].find((account) => account.email === email.toLowerCase())
  const addAccount = (email: string, password: string, emailVerified: boolean): FirebaseAccount => {
    const localId = randomBytes(14).toString('hex')
    const account = { localId, email: email.toLowerCase(), password, emailVerified, disabled: false }
    accounts.set(localId, account)
    return account
  }
  const idToken = async (
    { localId, email, emailVerified, displayName }: FirebaseAccount,
    authTime: number,
  ) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { email, email_verified: emailVerified, name: displayName, auth_time: authTime }
    return await new SignJWT({ ...claims, user_id: localId, firebase: { sign_in_provider: 'password' } })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'one' })
      .setIssuer(`https://securetoken.google.com/${projectId}`)
      .setAudience(projectId)
      .setSubject(localId)
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(privateKey)
  }
  const signedIn = async (account: FirebaseAccount) => {
    if (account.disabled) throw new Refused('USER_DISABLED')
    const authTime = Math.floor(Date.now() / 1000) - self.signedInAgoSec
    const refreshToken = randomBytes(16).toString('hex')
    sessions.set(refreshToken, { localId: account.localId, authTime })
    return {
      localId: account.localId,
      email: account.email,
      displayName: account.displayName,
      registered: true,
      idToken: await idToken(account, authTime),
      refreshToken,
      expiresIn: '3600',
    }
  }
  const bearer = ({ idToken: token }: Body) => {
    const account = accounts.get(decodeJwt(token!).sub!)
    if (!account) throw new Refused('USER_NOT_FOUND')
    return account
  }
  const useCode = (code: string | undefined, consume = true) => {
    const at = mails.findIndex(({ oobCode }) => oobCode === code)
    if (at < 0) throw new Refused('INVALID_OOB_CODE')
    const [mail] = consume ? mails.splice(at, 1) : [mails[at]]
    return mail!
  }

  const answers: Record<string, (body: Body) => Promise<object>> = {
    signUp: async ({ email, password }) => {
      if (byEmail(email)) throw new Refused('EMAIL_EXISTS')
      return await signedIn(addAccount(email!, password!, false))
    },
    signInWithPassword: async ({ email, password }) => {
      const account = byEmail(email)
      if (!account || account.password !== password) throw new Refused('INVALID_LOGIN_CREDENTIALS')
      return await signedIn(account)
    },
    signInWithEmailLink: async ({ email, oobCode }) => {
      const mail = useCode(oobCode)
      if (mail.email !== email?.toLowerCase()) throw new Refused('INVALID_OOB_CODE')
      const account = byEmail(email)!
      account.emailVerified = true
      return await signedIn(account)
    },
    lookup: async (body) => {
      const { localId, email, emailVerified, displayName } = bearer(body)
      const providerUserInfo = [{ providerId: 'password', rawId: email, federatedId: email, email }]
      return { users: [{ localId, email, emailVerified, displayName, providerUserInfo }] }
    },
    update: async (body) => {
      if (body.oobCode) {
        const { email, newEmail } = useCode(body.oobCode)
        const account = byEmail(email)!
        Object.assign(account, { emailVerified: true, email: newEmail ?? email })
        return { localId: account.localId, email: account.email, emailVerified: true }
      }
      const account = bearer(body)
      if (body.displayName) account.displayName = body.displayName
      if (!body.password) return { localId: account.localId, displayName: account.displayName }
      account.password = body.password
      return await signedIn(account)
    },
    sendOobCode: async ({ requestType, email, newEmail, continueUrl, ...body }) => {
      const to = email ?? bearer(body).email
      // With its protection against guessing it says nothing of who has an account.
      if (byEmail(to))
        mails.push({
          requestType: requestType!,
          email: to.toLowerCase(),
          newEmail: newEmail?.toLowerCase(),
          oobCode: randomBytes(12).toString('hex'),
          continueUrl,
        })
      return { email: to }
    },
    resetPassword: async ({ oobCode, newPassword }) => {
      const { email, requestType } = useCode(oobCode, newPassword !== undefined)
      if (newPassword) {
        const account = byEmail(email)!
        account.password = newPassword
        for (const [token, { localId }] of sessions) if (localId === account.localId) sessions.delete(token)
      }
      return { email, requestType }
    },
    delete: async (body) => {
      accounts.delete(bearer(body).localId)
      return {}
    },
  }
  const renew = async ({ refresh_token: token }: Body) => {
    const session = sessions.get(token ?? '')
    const account = accounts.get(session?.localId ?? '')
    if (!session || !account) throw new Refused('TOKEN_EXPIRED')
    if (account.disabled) throw new Refused('USER_DISABLED')
    const renewed = await idToken(account, session.authTime)
    return {
      access_token: renewed,
      id_token: renewed,
      refresh_token: token,
      expires_in: '3600',
      user_id: account.localId,
      token_type: 'Bearer',
    }
  }
  const answer = async (pathname: string, body: Body): Promise<object> => {
    if (pathname === '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com') return { keys: [jwk] }
    if (pathname === '/securetoken.googleapis.com/v1/token') return await renew(body)
    if (pathname === '/identitytoolkit.googleapis.com/v2/passwordPolicy')
      return { customStrengthOptions: { minPasswordLength: 8, containsNumericCharacter: true } }
    const [, method = ''] = /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:(\w+)$/.exec(pathname) ?? []
    const found = answers[method]
    if (!found) throw new Refused(`NOTHING_AT ${pathname}`)
    return await found(body)
  }
  const self: FirebaseStandIn = {
    identity: {
      provider: 'firebase',
      projectId,
      apiKey: 'key-for-tests',
      authDomain: 'crels-test.firebaseapp.com',
      ways: [],
      url: `http://127.0.0.1:${port}`,
    },
    mailed: (email) => mails.findLast((mail) => mail.email === email)!,
    account: byEmail,
    addAccount: (email, password) => void addAccount(email, password, true),
    signedInAgoSec: 0,
    isAway: false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer(async (request, response) => {
    if (self.isAway) return void request.socket.destroy()
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? '*',
    )
    response.setHeader('content-type', 'application/json')
    if (request.method === 'OPTIONS') return void response.end()
    try {
      const { pathname } = new URL(request.url!, 'http://localhost')
      response.end(JSON.stringify(await answer(pathname, await bodyOf(request))))
    } catch (error) {
      const message = error instanceof Refused ? error.message : `UNEXPECTED ${String(error)}`
      response.statusCode = 400
      response.end(JSON.stringify({ error: { code: 400, message, errors: [{ message }] } }))
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return self
}

/** A refusal in the words of the service. */
class Refused extends Error {}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const text = (await request.toArray()).join('')
  if (text === '') return {}
  return text.startsWith('{') ? (JSON.parse(text) as Body) : Object.fromEntries(new URLSearchParams(text))
}
