import { consoleHref, consolePath } from '#contracts/console-routes.ts'

/** The address of a screen within the console's router. */
export function screenHref(...asked: Parameters<typeof consoleHref>): string {
  return consoleHref(...asked).slice(consolePath.length) || '/'
}
