import { isLoopback } from '#rules/loopback.ts'
import type { Config } from './config.ts'

/**
 * Whether what is only for development is there: `/dev/*`, `/metrics` without a token, `crels clock`, demo data and local
 * destinations by default. It asks where Crels is reached, not who starts it: on this machine alone, and not in
 * production, unless DEVELOPMENT_TOOLS says otherwise.
 */
export function hasDevelopmentTools({
  developmentTools,
  env,
  host,
  publicOrigin,
}: Pick<Config, 'developmentTools' | 'env' | 'host' | 'publicOrigin'>): boolean {
  return (
    developmentTools ??
    (env !== 'production' && isLoopback(host) && isLoopback(new URL(publicOrigin).hostname))
  )
}
