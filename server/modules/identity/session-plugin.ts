import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

/** Teaches the engine calls of our own: a session for a user whose proof we have checked, and its cookie alone. */
export const sessionPlugin = {
  id: 'crels-session',
  endpoints: {
    startSession: createAuthEndpoint(
      '/crels/start-session',
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('There is no such user')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ token: session.token })
      },
    ),
    /** The secret in the session cookie; null where there is none or its signature is not ours. */
    presentedSecret: createAuthEndpoint('/crels/presented-secret', { method: 'GET' }, async (ctx) => {
      const { name } = ctx.context.authCookies.sessionToken
      return ctx.json({ secret: (await ctx.getSignedCookie(name, ctx.context.secret)) || null })
    }),
    /** The session cookie with another secret. */
    handSecret: createAuthEndpoint(
      '/crels/hand-secret',
      { method: 'POST', body: z.object({ secret: z.string(), maxAgeSec: z.number() }) },
      async (ctx) => {
        const { name, attributes } = ctx.context.authCookies.sessionToken
        const { secret, maxAgeSec } = ctx.body
        await ctx.setSignedCookie(name, secret, ctx.context.secret, { ...attributes, maxAge: maxAgeSec })
        return ctx.json({})
      },
    ),
  },
} as const
