import { isLoopback } from '#rules/loopback.ts'
import { hasDevelopmentTools } from '../development-tools.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

/** Whether people reach Crels where its addresses lead, and find no development tools there. */
export function checkOrigin({ config }: Patient): Diagnosis {
  const { env, publicOrigin } = config
  const name = 'origin'
  const isHere = isLoopback(new URL(publicOrigin).hostname)
  if (hasDevelopmentTools(config))
    return isHere && isLoopback(config.host)
      ? { name, verdict: 'ok', says: `${publicOrigin}, for development on this machine` }
      : {
          name,
          verdict: 'problem',
          says: `DEVELOPMENT_TOOLS is on and others can reach ${publicOrigin}: everybody's mail is open to them at /dev/mail`,
        }
  if (env !== 'production')
    return { name, verdict: 'problem', says: `${publicOrigin} serves others: set NODE_ENV=production` }
  if (isHere)
    return { name, verdict: 'problem', says: 'PUBLIC_ORIGIN is of this machine: links in mails lead nowhere' }
  if (!publicOrigin.startsWith('https:'))
    return { name, verdict: 'problem', says: `${publicOrigin} is not https: passwords travel in clear` }
  return { name, verdict: 'ok', says: publicOrigin }
}

/** Whether visitors are distinguished behind the proxy that https needs. */
export function checkProxy({ config, readiness }: Patient): Diagnosis {
  const name = 'proxy'
  const seen = readiness?.warnings.find(({ check }) => check === 'proxy')
  if (seen) return { name, verdict: 'problem', says: seen.detail }
  if (config.trustProxy.length > 0)
    return { name, verdict: 'ok', says: `believes X-Forwarded-For of ${config.trustProxy.join(', ')}` }
  if (config.publicOrigin.startsWith('https:'))
    return {
      name,
      verdict: 'problem',
      says: 'PUBLIC_ORIGIN is https and TRUST_PROXY is empty: all visitors have the address of the proxy and count as one',
    }
  return { name, verdict: 'ok', says: 'none is trusted, and no request came through one' }
}

/** Whether monitoring can read `/metrics`. */
export function checkMetrics({ config }: Patient): Diagnosis {
  const name = 'metrics'
  if (config.metricsToken) return { name, verdict: 'ok', says: '/metrics is open to who has METRICS_TOKEN' }
  if (hasDevelopmentTools(config)) return { name, verdict: 'ok', says: '/metrics is open' }
  return {
    name,
    verdict: 'warning',
    says: 'METRICS_TOKEN is not set: /metrics is closed, nothing can be watched',
  }
}

/** Whether requests are limited. */
export function checkLimits({ config }: Patient): Diagnosis {
  const name = 'limits'
  if (config.rateLimit || hasDevelopmentTools(config))
    return { name, verdict: 'ok', says: 'requests are limited' }
  return {
    name,
    verdict: 'problem',
    says: 'RATE_LIMIT is off: passwords and codes can be guessed without limit',
  }
}
