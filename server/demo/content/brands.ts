import type { DemoBrand } from './demo-content.ts'

/** The eight brands of the demo: no two of a colour. */
export const demoBrands: readonly DemoBrand[] = [
  {
    slug: 'northwind-coffee',
    name: 'Northwind Coffee',
    tagline: 'Speciality beans, roasted on a Tuesday, with you by Friday',
    about:
      'Northwind roasts in a former rope works on the quay in Bergen. It buys from nineteen farms it visits every second year, prints what it paid them on each bag, and ships once a week so that nothing waits on a shelf. The team is fourteen people, one small-batch roaster and a very patient dog.',
    host: 'northwind.example',
    hue: 26,
    colours: { base: '#6f4220', glow: '#e8b077' },
    country: 'NO',
  },
  {
    slug: 'trailhead-outdoor',
    name: 'Trailhead Outdoor',
    tagline: 'Gear that is lent, worn, mended and lent again',
    about:
      'Trailhead began as a rental shed at the foot of the Chief in Squamish. After ten seasons of seeing what breaks, it began to build its own packs, tents and layers, with every seam open to repair. The sheds are now four, the repair bench is free for anything it made, and half of its staff guide at weekends.',
    host: 'trailhead.example',
    hue: 159,
    colours: { base: '#143a2d', glow: '#ff7a5c' },
    country: 'CA',
  },
  {
    slug: 'lumen-studio',
    name: 'Lumen Studio',
    tagline: 'Lamps for rooms, desks and cameras',
    about:
      'Lumen Studio draws and assembles lamps in Copenhagen’s Nordhavn. Each one is tuned to render skin, paper and food as daylight would, and every part down to the switch can be ordered for fifteen years. Photographers found it before decorators did, which is why there is also an app for planning light.',
    host: 'lumen.example',
    hue: 38,
    colours: { base: '#8f5b00', glow: '#fff0cc' },
    country: 'DK',
  },
  {
    slug: 'paperbird',
    name: 'Paperbird',
    tagline: 'Proposals, invoices and peace for people who work for themselves',
    about:
      'Paperbird looks after the paper side of independent work: the proposal, the contract, the hours, the invoice and the polite reminder when it is late. Two illustrators and an accountant started it in Utrecht after one of them went unpaid for five months. It is owned by the people who work there and has never sold advertising.',
    host: 'paperbird.example',
    hue: 11,
    colours: { base: '#c93c1c', glow: '#ffd066' },
    country: 'NL',
  },
  {
    slug: 'tidal-audio',
    name: 'Tidal Audio',
    tagline: 'Headphones and microphones that tell the truth kindly',
    about:
      'Tidal Audio builds headphones, microphones and headsets in a brick warehouse in Hamburg, close enough to the Elbe to hear the ships. Its engineers come from radio, and it publishes the measured response of every single unit. Pads, cables and batteries are held by two screws, never by glue.',
    host: 'tidal-audio.example',
    hue: 226,
    colours: { base: '#1d2f6b', glow: '#8fb4f5' },
    country: 'DE',
  },
  {
    slug: 'marrow-books',
    name: 'Marrow Books',
    tagline: 'A bookshop that has read what it sells',
    about:
      'Marrow is a bookshop on a steep street in Edinburgh with nine booksellers and a warehouse the size of a tennis court in Leith. Each title on its shelves carries a handwritten card, online as well. It posts books, reads some of them aloud in its app, and keeps two long tables upstairs for games and supper.',
    host: 'marrow.example',
    hue: 283,
    colours: { base: '#4f2a5e', glow: '#e39ac9' },
    country: 'GB',
  },
  {
    slug: 'saltmarsh',
    name: 'Saltmarsh',
    tagline: 'Skincare from seaweed, salt and not much else',
    about:
      'Saltmarsh makes nine products from seaweed cut by hand on the Connemara shore, under a licence that leaves two thirds of every bed untouched. The laboratory in Galway lists each ingredient with its share and its reason. Bottles are glass, refills are pouches, and a skin nurse answers the letters.',
    host: 'saltmarsh.example',
    hue: 194,
    colours: { base: '#17566b', glow: '#ffc9bd' },
    country: 'IE',
  },
  {
    slug: 'slow-meridian',
    name: 'Slow Meridian',
    tagline: 'Night trains and small stays, booked as one journey',
    about:
      'Slow Meridian sells journeys over land: a berth on the night train, the ferry that meets it, and a room with people whose name you will know. It is run from Lisbon by former railway timetablers, who walk every connection before they sell it. If one is missed, they find the next and pay for the night.',
    host: 'slow-meridian.example',
    hue: 350,
    colours: { base: '#8a2f3f', glow: '#ffb38a' },
    country: 'PT',
  },
]
