import { m } from '#messages'
import { disclosedCaption, publicName } from '#rules/public-texts.ts'
import type { CampaignRow } from './campaign-queries.ts'

type PublicTexts = Pick<
  CampaignRow,
  'publicTitle' | 'publicDescription' | 'captions' | 'brandName' | 'brandTagline'
>

/** What buyers read about a campaign: its own words, else the brand's tagline; empty without either. */
export function publicDescriptionOf({
  publicDescription,
  brandTagline,
}: Pick<PublicTexts, 'publicDescription' | 'brandTagline'>): string {
  return publicDescription ?? brandTagline
}

/** What creators may post, each with its disclosure: the brand's captions, else one that names brand and product. */
export function captionsOf({ captions, publicTitle, brandName }: PublicTexts): string[] {
  const own = captions.length > 0 ? captions : [plainCaption(brandName, publicTitle)]
  return own.map(disclosedCaption)
}

function plainCaption(brand: string, publicTitle: string | null): string {
  return m.campaigns_caption({ name: publicName(brand, publicTitle) })
}
