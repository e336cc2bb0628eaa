import IconBrandBluesky from '@tabler/icons-react/dist/esm/icons/IconBrandBluesky.mjs'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconBrandLinkedin from '@tabler/icons-react/dist/esm/icons/IconBrandLinkedin.mjs'
import IconBrandPinterest from '@tabler/icons-react/dist/esm/icons/IconBrandPinterest.mjs'
import IconBrandReddit from '@tabler/icons-react/dist/esm/icons/IconBrandReddit.mjs'
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs'
import IconBrandThreads from '@tabler/icons-react/dist/esm/icons/IconBrandThreads.mjs'
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs'
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs'
import type { ShareNetwork } from '#contracts/shares.constants.ts'

/** A network's own name, the same in every language, and its sign. */
export const networks: Record<ShareNetwork, { name: string; Icon: typeof IconBrandX }> = {
  x: { name: 'X', Icon: IconBrandX },
  facebook: { name: 'Facebook', Icon: IconBrandFacebook },
  whatsapp: { name: 'WhatsApp', Icon: IconBrandWhatsapp },
  telegram: { name: 'Telegram', Icon: IconBrandTelegram },
  linkedin: { name: 'LinkedIn', Icon: IconBrandLinkedin },
  threads: { name: 'Threads', Icon: IconBrandThreads },
  bluesky: { name: 'Bluesky', Icon: IconBrandBluesky },
  reddit: { name: 'Reddit', Icon: IconBrandReddit },
  pinterest: { name: 'Pinterest', Icon: IconBrandPinterest },
}

/** The name of a network, also of one that was taken off the list. */
export function networkName(network: string): string {
  return network in networks ? networks[network as ShareNetwork].name : network
}
