/**
 * Colour families with the names of their shades. A shade may be in several families; in the first
 * one listed it is at home. `Parent > narrower`: every shade of the narrower one is also the parent's.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  black:
    'black, ink, jet, jet black, washed black, onyx, ebony, noir, midnight black, coal, raven, off black, dark',
  white: 'white, ivory, snow, optic white, chalk, pearl, bright white, milk, alabaster, blanc',
  cream:
    'cream, ecru, off white, offwhite, eggshell, vanilla, natural, bone, creme, ivory, winter white, porcelain, buttermilk',
  grey: 'grey, gray, charcoal, graphite, dove, slate, marl, grey marl, ash, anthracite, smoke, pewter, gunmetal, steel, heather grey, light grey, dark grey, stone, washed black, silver, concrete, dark marl',
  beige:
    'beige, sand, oatmeal, stone, taupe, nude, champagne, mushroom, oat, biscuit, linen white, greige, fawn, camel, tan, khaki, ecru, wheat, putty',
  brown:
    'brown, chocolate, mocha, coffee, espresso, cocoa, chestnut, mahogany, walnut, toffee, umber, sienna, hazel, tobacco, bronze, rosewood, camel, tan, cognac, caramel, clay, rust, amber, dark brown, light brown, copper',
  tan: 'tan, camel, cognac, caramel, honey, biscuit, toffee, light brown',
  red: 'red, tomato, cherry, lipstick red, ruby, cranberry, scarlet, crimson, cardinal, vermilion, vermillion, poppy, raspberry, rouge, strawberry, brick, bright red, dark red, burgundy, rosewood, terracotta',
  burgundy:
    'burgundy, maroon, wine, oxblood, bordeaux, claret, merlot, garnet, cranberry, mulberry, berry, dark red, sangria, marsala',
  pink: 'pink, blush, powder, hot pink, fuchsia, fuschia, bubblegum, magenta, rose, dusty pink, pale pink, light pink, salmon, raspberry, candy pink, baby pink, flamingo, cerise, coral, peach, orchid, mauve, rose pink, blush pink, neon pink, bright pink, dusty rose, powder pink',
  coral: 'coral, peach, salmon, apricot',
  orange:
    'orange, tangerine, apricot, rust, terracotta, coral, burnt orange, pumpkin, amber, clay, peach, copper, marigold, mandarin, paprika, persimmon, ginger',
  rust: 'rust, terracotta, burnt orange, clay, brick, copper, paprika, sienna',
  yellow:
    'yellow, lemon, marigold, mustard, butter, ochre, saffron, turmeric, canary, sunflower, amber, primrose, pale yellow, bright yellow, lime, honey, daffodil, maize, corn, pastel yellow, gold',
  mustard: 'mustard, ochre, saffron, turmeric, marigold, ocher, mustard yellow, dijon',
  green:
    'green, bottle green, forest, fern, emerald, spruce, sage, mint, moss, olive, lime, khaki, jade, forest green, kelly green, hunter green, dark green, light green, racing green, pistachio, seafoam, army green, lime green, mint green, sage green, olive green, emerald green, pine, avocado, apple green, neon green, teal green, basil green, ivy, eucalyptus, turquoise, lagoon',
  olive: 'olive, moss, khaki, army green, olive green, military green, dark olive, fatigue',
  teal: 'teal, lagoon, peacock, turquoise, aqua, petrol, cyan, aquamarine, spruce, aegean, teal green, petrol blue, teal blue, duck egg, verdigris',
  blue: 'blue, cobalt, sapphire, aegean, royal blue, mid blue, bright blue, denim, indigo, navy, electric blue, sky, sky blue, ice blue, dusk blue, light wash, light blue, azure, cornflower, periwinkle, powder blue, baby blue, pale blue, slate, steel blue, denim blue, peacock, deep indigo, midnight, dark blue, deep blue, navy blue, ultramarine, cerulean, dark navy, turquoise, lagoon, mid wash, dark wash, acid wash, ocean, air force blue, stonewash, teal, petrol blue, teal blue, midnight blue, blue marl, faded denim',
  navy: 'navy, deep indigo, midnight, midnight blue, dark blue, dark navy, navy blue, deep blue, ink blue, french navy, dark wash, marine',
  'light blue':
    'light blue, sky, sky blue, ice blue, dusk blue, light wash, powder blue, baby blue, pale blue, pastel blue, cornflower, duck egg, ice, icy blue',
  purple:
    'purple, lilac, plum, iris, mauve, violet, lavender, aubergine, eggplant, amethyst, grape, heather, mulberry, magenta, orchid, periwinkle, dusty purple, deep purple, damson, wisteria, dark purple, light purple, indigo violet',
  lilac: 'lilac, lavender, mauve, wisteria, light purple, orchid, pale purple',
  gold: 'gold, golden, rose gold, brass',
  silver: 'silver, chrome, platinum, metallic silver, sterling silver',
  multicolour:
    'multicolour, multicolor, multicoloured, multicolored, multi, rainbow, multi coloured, colourful, colorful',
}

/** A narrower family without any product widens to these. */
export const WIDER_COLOUR: Readonly<Record<string, string>> = {
  cream: 'white',
  tan: 'brown',
  burgundy: 'red',
  coral: 'orange',
  rust: 'orange',
  mustard: 'yellow',
  olive: 'green',
  teal: 'blue',
  navy: 'blue',
  'light blue': 'blue',
  lilac: 'purple',
  gold: 'yellow',
  silver: 'grey',
}

/** Too vague to say something about a title ('Dark Floral Dress'); asked for, it means black. */
export const VAGUE_COLOURS: ReadonlySet<string> = new Set([
  'dark',
  'multi',
  'natural',
  'gold',
  'silver',
])

export const COLOURS: readonly { id: string; names: readonly string[] }[] = Object.entries(
  FAMILIES,
).map(([id, names]) => ({ id, names: names.split(', ') }))
