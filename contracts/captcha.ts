import * as z from 'zod/mini'

/** What a browser needs for the CAPTCHA: whose widget, and where its script is. */
export const captchaChallenge = z.object({
  provider: z.literal('turnstile'),
  siteKey: z.string(),
  script: z.url(),
})
export type CaptchaChallenge = z.output<typeof captchaChallenge>

/** What the widget answered; sent again with the request that was refused with `captcha_required`. */
export const captchaToken = z.string().check(z.minLength(1), z.maxLength(2048))
