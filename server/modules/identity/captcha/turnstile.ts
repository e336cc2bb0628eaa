import * as z from 'zod/mini'
import type { CaptchaSettings } from '#server/captcha-settings.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { PersonCheck } from './person-check.ts'

/** How long the answer may take; a person waits for it. */
const timeoutMs = 5_000

const verdict = z.object({ success: z.boolean() })

/**
 * Cloudflare Turnstile. It sees of the browser what the browser shows it, and from us the token alone, no address. That
 * a token is of this site key and these host names, works once and for five minutes, is Cloudflare's to judge.
 */
export function turnstile({ siteKey, secretKey, origin }: CaptchaSettings): PersonCheck {
  return {
    challenge: { provider: 'turnstile', siteKey, script: `${origin}/turnstile/v0/api.js?render=explicit` },
    verify: async (token) => {
      try {
        const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
          method: 'POST',
          body: new URLSearchParams({ secret: secretKey, response: token }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return verdict.parse(await response.json()).success
      } catch (cause) {
        // Fails closed: otherwise an attacker could wait for, or cause, an outage of the check.
        throw problem('unavailable', {
          detail: 'We cannot check just now that you are a person. Try again in a minute.',
          headers: { 'retry-after': '60' },
          internal: 'The captcha provider did not answer as it should',
          cause,
        })
      }
    },
  }
}
