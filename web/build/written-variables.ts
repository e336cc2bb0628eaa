import type { Plugin } from 'vite'

/**
 * Takes out of the UI library the code that computes its CSS variables: ours are written down in
 * `mantine-variables.css`, and the first load carried it unused. Fails where the library has moved that file.
 */
export function writtenVariables(): Plugin {
  let isFound = false
  return {
    name: 'crels:written-variables',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/MantineCssVariables/MantineCssVariables.mjs')) return null
      isFound = true
      return 'export const MantineCssVariables = () => null'
    },
    buildEnd(error) {
      if (!error && !isFound) throw new Error('MantineCssVariables is not where it was: see writtenVariables')
    },
  }
}
