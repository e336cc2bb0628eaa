/** One icon per import: the package's own entry would make the build read all six thousand. */
declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { ComponentType } from 'react'

  const Icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  export default Icon
}
