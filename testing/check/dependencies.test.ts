import { expect, test } from 'vitest'
import { licenceFaults } from './dependencies.ts'

test.each([
  [{ license: 'MIT' }, []],
  [{ license: '(GPL-2.0-only OR MIT)' }, []],
  [{ license: 'Apache-2.0 AND LGPL-3.0-or-later' }, []],
  [
    { license: 'Apache-2.0 AND SSPL-1.0' },
    ['it is under Apache-2.0 AND SSPL-1.0, which is not among those allowed'],
  ],
  [{ license: 'UNLICENSED' }, ['it is under UNLICENSED, which is not among those allowed']],
  [{}, ['it says no licence']],
])('a package under %j: %j', (entry, faults) => {
  expect(licenceFaults({ packages: { '': {}, 'node_modules/a/node_modules/it': entry } })).toEqual(faults)
})
