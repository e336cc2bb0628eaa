import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

/** Teaches the engine one more call: a session, with its cookie, for a user whose proof our own code has checked. */
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
  },
} as const
