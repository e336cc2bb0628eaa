/**
 * What stands in a campaign’s drawn cover, by its category’s icon: strokes of 1.4 on 24 units. The screens have the same
 * paths as masks in category-glyph.module.css, where they cost no script; a test compares them.
 */
const glyphs: Readonly<Record<string, string>> = {
  IconAppWindow:
    'M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10M6 8h.01M9 8h.01',
  IconBook: 'M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6l0 13M12 6l0 13M21 6l0 13',
  IconCoffee:
    'M3 14c.83 .642 2.077 1.017 3.5 1c1.423 .017 2.67 -.358 3.5 -1c.83 -.642 2.077 -1.017 3.5 -1c1.423 -.017 2.67 .358 3.5 1M8 3a2.4 2.4 0 0 0 -1 2a2.4 2.4 0 0 0 1 2M12 3a2.4 2.4 0 0 0 -1 2a2.4 2.4 0 0 0 1 2M3 10h14v5a6 6 0 0 1 -6 6h-2a6 6 0 0 1 -6 -6v-5M16.746 16.726a3 3 0 1 0 .252 -5.555',
  IconDice5:
    'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14M8 8.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M15 8.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M15 15.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M8 15.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0M11.5 12a.5 .5 0 1 0 1 0a.5 .5 0 1 0 -1 0',
  IconDroplet:
    'M7.502 19.423c2.602 2.105 6.395 2.105 8.996 0c2.602 -2.105 3.262 -5.708 1.566 -8.546l-4.89 -7.26c-.42 -.625 -1.287 -.803 -1.936 -.397a1.376 1.376 0 0 0 -.41 .397l-4.893 7.26c-1.695 2.838 -1.035 6.441 1.567 8.546',
  IconHanger:
    'M14 6a2 2 0 1 0 -4 0c0 1.667 .67 3 2 4h-.008l7.971 4.428a2 2 0 0 1 1.029 1.749v.823a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-.823a2 2 0 0 1 1.029 -1.749l7.971 -4.428',
  IconHeadphones:
    'M4 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3M15 15a2 2 0 0 1 2 -2h1a2 2 0 0 1 2 2v3a2 2 0 0 1 -2 2h-1a2 2 0 0 1 -2 -2l0 -3M4 15v-3a8 8 0 0 1 16 0v3',
  IconLamp: 'M9 20h6M12 20v-8M5 12h14l-4 -8h-6l-4 8',
  IconMountain:
    'M3 20h18l-6.921 -14.612a2.3 2.3 0 0 0 -4.158 0l-6.921 14.612M7.5 11l2 2.5l2.5 -2.5l2 3l2.5 -2',
  IconTrain:
    'M21 13c0 -3.87 -3.37 -7 -10 -7h-8M3 15h16a2 2 0 0 0 2 -2M3 6v5h17.5M3 11v4M8 11v-5M13 11v-4.5M3 19h18',
}

/** A tag, for a category whose icon is not drawn. */
const tag =
  'M6.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M3 6v5.172a2 2 0 0 0 .586 1.414l7.71 7.71a2.41 2.41 0 0 0 3.408 0l5.592 -5.592a2.41 2.41 0 0 0 0 -3.408l-7.71 -7.71a2 2 0 0 0 -1.414 -.586h-5.172a3 3 0 0 0 -3 3'

/** The icons that are drawn, and the tag: what a category can have. */
export const categoryIcons: readonly string[] = [...Object.keys(glyphs), 'IconTag']

/** The path of a category’s glyph, by the name of its icon. */
export function categoryGlyph(icon: string): string {
  return Object.hasOwn(glyphs, icon) ? glyphs[icon]! : tag
}
