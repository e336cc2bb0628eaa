import * as z from 'zod'

/** A person at a provider. */
export interface SocialUser {
  /** The provider's stable id of the account; never its address. */
  sub: string
  email: string | null
  /** Whether the provider says that it checked the address. */
  emailVerified: boolean
  name: string | null
}

/** Gets one address of the provider's with the access token; answers its JSON. */
export type GetJson = (url: string) => Promise<unknown>

/** Asks a provider that has no ID token who the person is. Throws where the answer is not as documented. */
export type ReadUser = (get: GetJson) => Promise<SocialUser>

const text = z.string().min(1)
const id = z.union([text, z.int().positive()]).transform(String)

const facebookMe = z.object({ id, name: z.string().optional(), email: text.optional() })

/** `GET /me`. Facebook does not say whether it checked an address: none counts as checked. */
export const facebookUser =
  (api: string): ReadUser =>
  async (get) => {
    const me = facebookMe.parse(await get(`${api}/me?fields=id,name,email`))
    return { sub: me.id, email: me.email ?? null, emailVerified: false, name: me.name ?? null }
  }

const xMe = z.object({
  data: z.object({ id, name: z.string().optional(), confirmed_email: text.optional() }),
})

/** `GET /users/me`. X answers only a confirmed address. */
export const xUser =
  (api: string): ReadUser =>
  async (get) => {
    const { data } = xMe.parse(await get(`${api}/users/me?user.fields=confirmed_email`))
    const email = data.confirmed_email ?? null
    return { sub: data.id, email, emailVerified: email !== null, name: data.name ?? null }
  }

const githubMe = z.object({ id, login: text, name: z.string().nullish() })
const githubEmails = z.array(z.object({ email: text, primary: z.boolean(), verified: z.boolean() }))

/** `GET /user` and `/user/emails`: the primary address, of which GitHub says whether it is verified. */
export const githubUser =
  (api: string): ReadUser =>
  async (get) => {
    const me = githubMe.parse(await get(`${api}/user`))
    const emails = githubEmails.parse(await get(`${api}/user/emails`))
    const primary = emails.find((email) => email.primary)
    return {
      sub: me.id,
      email: primary?.email ?? null,
      emailVerified: primary?.verified ?? false,
      name: me.name || me.login,
    }
  }
