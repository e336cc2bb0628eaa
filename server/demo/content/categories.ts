import type { DemoCategory } from './demo-content.ts'

/** The ten categories of the demo, in the order the category page shows them. */
export const demoCategories: readonly DemoCategory[] = [
  {
    slug: 'food-drink',
    name: 'Food & drink',
    description: 'Coffee, kitchens and everything worth sitting down for.',
    icon: 'IconCoffee',
  },
  {
    slug: 'outdoor',
    name: 'Outdoor',
    description: 'Packs, maps and gear for days that begin with weather.',
    icon: 'IconMountain',
  },
  {
    slug: 'software',
    name: 'Software',
    description: 'Tools that people open every working day.',
    icon: 'IconAppWindow',
  },
  {
    slug: 'beauty',
    name: 'Beauty',
    description: 'Skin, hair and the quiet quarter of an hour before bed.',
    icon: 'IconDroplet',
  },
  {
    slug: 'audio',
    name: 'Audio',
    description: 'Headphones, microphones and the rooms they are used in.',
    icon: 'IconHeadphones',
  },
  {
    slug: 'books',
    name: 'Books',
    description: 'On paper, in the ear, or one chosen for you each month.',
    icon: 'IconBook',
  },
  {
    slug: 'home',
    name: 'Home',
    description: 'Light, tables and objects that stay for decades.',
    icon: 'IconLamp',
  },
  {
    slug: 'fashion',
    name: 'Fashion',
    description: 'Clothes to be worn, mended and worn again.',
    icon: 'IconHanger',
  },
  {
    slug: 'games',
    name: 'Games',
    description: 'For the table, the desk and the stream.',
    icon: 'IconDice5',
  },
  {
    slug: 'travel',
    name: 'Travel',
    description: 'Night trains, small stays and long ways round.',
    icon: 'IconTrain',
  },
]
