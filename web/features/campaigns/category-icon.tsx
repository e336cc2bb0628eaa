import IconAppWindow from '@tabler/icons-react/dist/esm/icons/IconAppWindow.mjs'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs'
import IconDice5 from '@tabler/icons-react/dist/esm/icons/IconDice5.mjs'
import IconDroplet from '@tabler/icons-react/dist/esm/icons/IconDroplet.mjs'
import IconHanger from '@tabler/icons-react/dist/esm/icons/IconHanger.mjs'
import IconHeadphones from '@tabler/icons-react/dist/esm/icons/IconHeadphones.mjs'
import IconLamp from '@tabler/icons-react/dist/esm/icons/IconLamp.mjs'
import IconMountain from '@tabler/icons-react/dist/esm/icons/IconMountain.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconTrain from '@tabler/icons-react/dist/esm/icons/IconTrain.mjs'

const icons = {
  IconAppWindow,
  IconBook,
  IconCoffee,
  IconDice5,
  IconDroplet,
  IconHanger,
  IconHeadphones,
  IconLamp,
  IconMountain,
  IconTrain,
}

/** A category's icon by the name the server has for it; a tag where it is one we do not draw. */
export function CategoryIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Icon = icons[name as keyof typeof icons] ?? IconTag
  return <Icon size={size} stroke={2} aria-hidden />
}
