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
const paypalKeys = z
  .string()
  .regex(/^[\w.-]{1,200} +[\w.-]{1,200}$/, 'is the client id, a space, and the client secret')
  .transform((text): Pick<PayPalSettings, 'clientId' | 'clientSecret'> => {
    const [clientId = '', clientSecret = ''] = text.split(/ +/)
    return { clientId, clientSecret }
  })
  .or(z.literal('').transform(() => null))

/** The id that PayPal shows beside a webhook. */
const paypalWebhookId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,50}$/, 'is the id that PayPal shows beside the webhook')
  .or(z.literal(''))

/** Of the API, live or its sandbox. */
const paypalOrigin = outsideOrigin('https://api-m.paypal.com')

/** The settings of PayPal Payouts. */
export const paypalSettings = {
  PAYPAL_PAYOUTS: {
    schema: paypalKeys,
    default: '',
    doc: 'Pays out by the API of PayPal Payouts: the client id, a space, and the client secret; empty leaves it out.',
    secret: true,
  },
  PAYPAL_WEBHOOK_ID: {
    schema: paypalWebhookId,
    default: '',
    doc: 'The id of the webhook by which PayPal reports payouts at POST /payout-reports/paypal; empty closes it.',
  },
  PAYPAL_ORIGIN: {
    schema: paypalOrigin,
    default: 'https://api-m.paypal.com',
    doc: 'Where the API of PayPal is; https://api-m.sandbox.paypal.com is for trying it out.',
  },
} as const
