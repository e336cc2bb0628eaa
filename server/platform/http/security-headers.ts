import type { Config } from '#server/config.ts'

/** What helmet sets, for every answer: what a page may load, call and be framed by. */
export function securityHeaders(config: Config) {
  const https = config.publicOrigin.startsWith('https:')
  const captcha = config.captcha ? [config.captcha.origin] : []
  const outside = outsideSources(config)
  const frames = [...captcha, ...outside.frames]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captcha, ...outside.scripts],
        ...(frames.length > 0 ? { frameSrc: frames } : {}),
        // The cropping of a photo adds a style element of its own (react-easy-crop).
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...outside.calls],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // A provider's sign-in window reports its result to the page that opened it.
    crossOriginOpenerPolicy: {
      policy: outside.frames.length > 0 ? 'same-origin-allow-popups' : 'same-origin',
    },
  } as const
}

/** What the browser SDK of Firebase talks to, and for other providers' windows what it loads and frames. */
function outsideSources({ identity }: Config): Record<'calls' | 'scripts' | 'frames', string[]> {
  if (identity.provider !== 'firebase') return { calls: [], scripts: [], frames: [] }
  const google = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
  const hasWindows = identity.ways.length > 0
  return {
    calls: identity.url ? [identity.url] : google,
    scripts: hasWindows ? ['https://apis.google.com'] : [],
    frames: hasWindows ? [`https://${identity.authDomain}`] : [],
  }
}
