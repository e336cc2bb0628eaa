import classes from './drop-arrow.module.css'
import { ChevronRightIcon } from '../control-icons.tsx'

/** Says that a field opens a list: down, and up while it is open. */
export function DropArrow({ isOpen = false }: { isOpen?: boolean }) {
  return (
    <span className={classes.arrow} data-open={isOpen || undefined}>
      <ChevronRightIcon size={20} />
    </span>
  )
}
