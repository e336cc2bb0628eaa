import { createTheme, type MantineColorsTuple } from '@mantine/core'

const emerald: MantineColorsTuple = [
  '#e9f7f1',
  '#cdeedf',
  '#9fdcc3',
  '#68c4a2',
  '#35a681',
  '#168a67',
  '#0b7255',
  '#085c46',
  '#074939',
  '#05382c',
]

/**
 * The UI library on our tokens. Its CSS variables are in `mantine-variables.css`, which says the same in both
 * colour schemes; here is only what its components read in script.
 */
export const theme = createTheme({
  primaryColor: 'emerald',
  primaryShade: 7,
  autoContrast: true,
  colors: { emerald },
  fontFamily: 'var(--font-text)',
  headings: { fontFamily: 'var(--font-display)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
