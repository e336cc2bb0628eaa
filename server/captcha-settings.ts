import * as z from 'zod'
import { outsideOrigin } from './setting-values.ts'

/** Cloudflare Turnstile as an operator sets it up. */
export interface CaptchaSettings {
  /** Public: names the operator's widget. */
  siteKey: string
  secretKey: string
  /** Where the browser gets the script from and answers are checked. */
  origin: string
}

/** `site-key secret-key`, in one value so that neither can be forgotten. */
export const turnstileKeys = z
  .string()
  .regex(/^[\w.-]{1,200} +[\w.-]{1,200}$/, 'is the site key, a space, and the secret key')
  .transform((text): Omit<CaptchaSettings, 'origin'> => {
    const [siteKey = '', secretKey = ''] = text.split(/ +/)
    return { siteKey, secretKey }
  })
  .or(z.literal('').transform(() => null))

/** An https origin; http is for trying it out on this machine. */
export const captchaOrigin = outsideOrigin('https://challenges.cloudflare.com')
