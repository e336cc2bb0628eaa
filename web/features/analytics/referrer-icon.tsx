import IconBrandBing from '@tabler/icons-react/dist/esm/icons/IconBrandBing.mjs'
import IconBrandBluesky from '@tabler/icons-react/dist/esm/icons/IconBrandBluesky.mjs'
import IconBrandDiscord from '@tabler/icons-react/dist/esm/icons/IconBrandDiscord.mjs'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs'
import IconBrandInstagram from '@tabler/icons-react/dist/esm/icons/IconBrandInstagram.mjs'
import IconBrandLinkedin from '@tabler/icons-react/dist/esm/icons/IconBrandLinkedin.mjs'
import IconBrandPinterest from '@tabler/icons-react/dist/esm/icons/IconBrandPinterest.mjs'
import IconBrandReddit from '@tabler/icons-react/dist/esm/icons/IconBrandReddit.mjs'
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs'
import IconBrandThreads from '@tabler/icons-react/dist/esm/icons/IconBrandThreads.mjs'
import IconBrandTiktok from '@tabler/icons-react/dist/esm/icons/IconBrandTiktok.mjs'
import IconBrandTwitch from '@tabler/icons-react/dist/esm/icons/IconBrandTwitch.mjs'
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs'
import IconBrandX from '@tabler/icons-react/dist/esm/icons/IconBrandX.mjs'
import IconBrandYoutube from '@tabler/icons-react/dist/esm/icons/IconBrandYoutube.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { siteOf, type ReferrerSite } from './referrers.ts'

const icons: Record<ReferrerSite, typeof IconWorld> = {
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
  x: IconBrandX,
  facebook: IconBrandFacebook,
  threads: IconBrandThreads,
  pinterest: IconBrandPinterest,
  reddit: IconBrandReddit,
  linkedin: IconBrandLinkedin,
  telegram: IconBrandTelegram,
  whatsapp: IconBrandWhatsapp,
  bluesky: IconBrandBluesky,
  twitch: IconBrandTwitch,
  discord: IconBrandDiscord,
  bing: IconBrandBing,
  duckduckgo: IconSearch,
  google: IconBrandGoogle,
}

/** The sign of where people came from; null for those who named nothing. */
export default function ReferrerIcon({ host }: { host: string | null }) {
  const site = host === null ? null : siteOf(host)
  const Icon = host === null ? IconLink : site ? icons[site] : IconWorld
  return <Icon size={20} aria-hidden />
}
