import type { RowAct } from './row-act.ts'

/** How the button of an act looks. */
export function actLook({ look = 'primary' }: Pick<RowAct<never>, 'look'>) {
  return {
    variant: look === 'primary' ? 'filled' : 'light',
    color: look === 'danger' ? 'red' : undefined,
  }
}
