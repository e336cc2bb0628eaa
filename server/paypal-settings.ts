import * as z from 'zod'
import { outsideOrigin } from './setting-values.ts'

/** PayPal Payouts as an operator sets it up. */
export interface PayPalSettings {
  clientId: string
  clientSecret: string
  /** Of the webhook that PayPal was given for this installation; null takes none. */
  webhookId: string | null
  origin: string
}

/** `client-id client-secret`, in one value so that neither can be forgotten. */
export const paypalKeys = z
  .string()
  .regex(/^[\w.-]{1,200} +[\w.-]{1,200}$/, 'is the client id, a space, and the client secret')
  .transform((text): Pick<PayPalSettings, 'clientId' | 'clientSecret'> => {
    const [clientId = '', clientSecret = ''] = text.split(/ +/)
    return { clientId, clientSecret }
  })
  .or(z.literal('').transform(() => null))

/** The id that PayPal shows beside a webhook. */
export const paypalWebhookId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,50}$/, 'is the id that PayPal shows beside the webhook')
  .or(z.literal(''))

/** Of the API, live or its sandbox. */
export const paypalOrigin = outsideOrigin('https://api-m.paypal.com')
