import { createTheme, type MantineColorsTuple } from '@mantine/core'
import field from '../ui/field.module.css'

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
 * The UI library on our tokens. Its CSS variables are in `mantine-variables.css`, the same in both colour schemes
 * by way of ours; here is what its components read in script, and the shape of its fields. Components are named
 * as plain entries, not by their `extend`, which would bring them into the first load.
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
  components: {
    Input: { classNames: { input: field.input, section: field.section, wrapper: field.inputWrapper } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
      classNames: {
        root: field.wrapper,
        label: field.label,
        required: field.required,
        description: field.description,
        error: field.error,
      },
    },
  },
})
