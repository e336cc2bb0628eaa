import { defaultEconomy } from '#rules/economy.ts'
import { currentEconomy, setEconomy } from '../modules/economy/public.ts'
import type { OperatorActor } from '../modules/operators/public.ts'
import type { Tx } from '../platform/database.ts'

/** Who sets what the demo needs set. */
export const demoActor: OperatorActor = { via: 'job', source: 'demo' }

const path = 'socialFollow.platforms'

/** Front pages: the demo has no page of its own anywhere. */
const demoPlatforms = [
  { platform: 'instagram', url: 'https://www.instagram.com/' },
  { platform: 'x', url: 'https://x.com/' },
  { platform: 'youtube', url: 'https://www.youtube.com/' },
]

/** Fills in where to follow, so that the fourth reward can be tried; an operator's own list stays. */
export async function fillPlatforms(tx: Tx): Promise<void> {
  const { platforms } = (await currentEconomy(tx)).socialFollow
  if (platforms.some(({ url }) => url !== null)) return
  await setEconomy(tx, demoActor, { settings: [{ path, value: demoPlatforms }], reason: 'Demo data' })
}

/** Takes the demo's addresses out again; an operator's own list stays. */
export async function clearPlatforms(tx: Tx): Promise<void> {
  const { platforms } = (await currentEconomy(tx)).socialFollow
  const isDemo = platforms.some(({ url }) => demoPlatforms.some((demo) => demo.url === url))
  if (!isDemo) return
  const value = defaultEconomy.socialFollow.platforms
  await setEconomy(tx, demoActor, { settings: [{ path, value }], reason: 'Demo data removed' })
}
