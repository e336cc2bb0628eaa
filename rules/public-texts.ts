/**
 * What a campaign is called where buyers read it: brand and product, never the reward; the brand alone without a title.
 */
export function publicName(brand: string, publicTitle: string | null): string {
  return publicTitle === null ? brand : `${brand}: ${publicTitle}`
}

/** Words that say of a post that it is paid for, as hashtags or in a sentence. */
const disclosure =
  /#(?:ad|advert|advertisement|sponsored|paidpartnership|anzeige|werbung|publicidad)\b|\badvertisement\b/iu

/** A caption as it may be posted: ends with `#ad` unless it says already that it is paid for. */
export function disclosedCaption(caption: string): string {
  return disclosure.test(caption) ? caption : `${caption} #ad`
}

/** Whether a text for buyers names our currency, as only an offer to creators does. */
export function namesReward(text: string): boolean {
  return /\bcrels?\b/iu.test(text)
}
