import { listSingulars } from './word-forms.ts'

/** Names of clothes that mean something else after certain words: a pool pump is no shoe. */
const OTHER_THINGS: Readonly<Record<string, string>> = {
  pump: 'pool water bike bicycle tyre tire heat petrol gas fuel air breast oil foot hand sump insulin',
  tank: 'fish water gas oil fuel septic propane air battle hot',
  cable: 'jumper hdmi usb ethernet extension',
  belt: 'seat conveyor fan timing drive safety asteroid cam alternator',
  ring: 'piston onion napkin boxing teething key curtain lord gas bell',
  frames: 'picture photo door window bed bike poster',
  cap: 'bottle fuel salary hub lens petrol gas wheel pen',
  tie: 'cable zip railway rope twist',
  runner: 'table carpet stair blade drawer',
  trainer: 'personal dog brain fitness potty horse bird',
  top: 'table desk laptop counter stove roof worktop cooker mountain box spinning mattress',
  jacket: 'potato life book dust record water boiler',
  glasses: 'wine champagne beer cocktail shot drinking water whisky pint magnifying martini hour',
  shades: 'window lamp roller light car',
  chain: 'bike bicycle food supply block door snow motorcycle timing',
  bag: 'tea bin garbage trash rubbish sleeping bean sand air vacuum punching freezer body dog poop bread ice compost',
  slide: 'playground microscope water park garden powerpoint drawer',
  slip: 'pay permission packing pink betting landing',
  hose: 'garden fire water vacuum shower washing hoover radiator pressure',
  gloves:
    'oven boxing goalkeeper baseball latex surgical gardening nitrile garden kitchen disposable',
  vest: 'bulletproof hi viz',
  suit: 'law hazmat space divorce civil',
  stud: 'wall wheel timber stable breeding',
  hoop: 'hula basketball',
  wedge: 'door cheese potato lemon golf',
  platform: 'train diving trading game gaming oil streaming cloud',
  jersey: 'new',
  mac: 'big apple',
  boot: 'car windows computer uefi linux',
  clutch: 'car kit motorcycle pedal',
  coat: 'paint primer base clear undercoat',
  flat: 'studio council bedroom furnished basement',
  cans: 'beer soda watering spray paint petrol trash garbage',
  stocking: 'christmas',
  trunk: 'elephant tree car',
  light: 'ring traffic night flood led ceiling bike fairy',
  strap: 'watch camera guitar luggage ratchet',
  polo: 'water horse',
  cup: 'coffee tea world egg menstrual plastic',
  cream: 'ice face hand eye shaving whipped sour hair',
  crown: 'dental tooth',
  iron: 'curling soldering steam',
  price: 'gold silver stock share oil house petrol diamond',
  flight: 'cheap direct business return first',
  arrow: 'and',
  chemist: 'the',
  phone: 'samsung apple android smart mobile cell google nokia',
  bottle: 'gas wine beer baby milk feeding oxygen',
  wine: 'of',
  arms: 'of',
  club: 'golf chess book',
  jam: 'strawberry traffic pearl',
  floyd: 'pink',
  bull: 'red pit',
  band: 'rubber rock resistance elastic',
}

const modifiersByHead = new Map(
  Object.entries(OTHER_THINGS).map(([head, modifiers]) => [head, new Set(modifiers.split(' '))]),
)

/** The words of a query that name a thing which is called like clothes but is none. */
export const findOtherThing = (words: readonly string[]): string | null => {
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? ''
    const isOther = listSingulars(word).some((form) => modifiersByHead.get(form)?.has(before))
    if (isOther) return `${before} ${word}`
  }
  return null
}
