const first = [
  'Amara',
  'Bruno',
  'Celia',
  'Dario',
  'Elif',
  'Farid',
  'Greta',
  'Hana',
  'Ivo',
  'Jonas',
  'Kaya',
  'Leila',
  'Mateo',
  'Nadia',
  'Oskar',
  'Priya',
  'Quinn',
  'Rosa',
  'Samir',
  'Tove',
]
const last = [
  'Adler',
  'Baptiste',
  'Castro',
  'Dvorak',
  'Ekberg',
  'Fontaine',
  'Guerra',
  'Holm',
  'Ito',
  'Jansen',
]

/** Names of 200 creators. */
export const demoNames: readonly string[] = last.flatMap((family, at) =>
  first.map((_, turn) => `${first[(turn + at * 7) % first.length]} ${family}`),
)
