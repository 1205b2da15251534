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
export const WIDER_COLOR: Readonly<Record<string, string>> = {
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

/**
 * Words that ask for several families, or for some shades of them, which titles name (after the semicolon).
 * They say nothing about a product's own colour.
 */
export const COLOR_GROUPS: Readonly<Record<string, string>> = {
  'pastel, pastels, pastel coloured, pastel tone, pastel shade, pale coloured, candy coloured':
    'pink, light blue, lilac, yellow, green, coral; pastel, pale, light, baby, powder, blush, mint, lemon, sky, ice, peach, apricot, lilac, lavender, mauve, butter, sage, dusk, primrose',
  'neon, fluorescent, fluo, highlighter':
    'pink, yellow, green, orange; neon, fluorescent, fluo, hot, lime, bright',
  'neutral, neutrals, neutral tone, neutral shade': 'beige, cream, white, grey, brown, tan, black',
  'earth tone, earth tones, earthy, earthy tone, earth coloured, natural tone':
    'brown, tan, rust, olive, mustard, beige',
  'metallic, metallics, shiny metal': 'gold, silver',
  'bright, bright coloured, bright colour, bold, bold coloured, vivid, vibrant':
    'red, orange, yellow, pink, green, blue, purple, multicolour; bright, hot, neon, cobalt, royal, electric, fuchsia, magenta, scarlet, tomato, lemon, canary, lime, emerald, tangerine, coral, turquoise, saffron, marigold, cherry, lipstick, multicolour, rainbow',
  'jewel tone, jewel tones, jewel coloured, gemstone coloured':
    'green, blue, purple, burgundy; emerald, sapphire, ruby, amethyst, garnet, teal, peacock, cobalt, plum, magenta, jade, turquoise',
  'autumnal colours, autumn colour, autumn colours, fall colours, fall colors, warm tone, warm tones':
    'rust, brown, mustard, burgundy, olive, orange',
  'light coloured, light colour, pale': 'white, cream, beige, light blue, pink, lilac',
  'dark coloured, dark colour': 'black, navy, burgundy, brown, grey',
}

/** Words of titles for the same shade of a wide family: a light green dress is also sold in mint. */
export const SHADES_ALIKE: Readonly<Record<string, readonly string[]>> = {
  pink: [
    'light pale baby pastel blush powder soft ice candy',
    'hot bright neon fuchsia fuschia magenta cerise electric barbie bubblegum',
    'dusty old antique mauve rose rosewood',
    'nude blush',
  ],
  blue: [
    'bright royal cobalt electric sapphire ultramarine cerulean vivid',
    'turquoise lagoon aqua',
    'denim indigo',
  ],
  green: [
    'light pale pastel mint sage pistachio seafoam',
    'dark deep bottle forest hunter racing spruce pine ivy',
    'emerald kelly jade bright',
    'lime neon apple',
    'turquoise lagoon',
  ],
  grey: [
    'light pale dove silver ash heather stone',
    'dark charcoal graphite anthracite slate gunmetal',
  ],
  brown: ['dark chocolate espresso coffee mocha walnut mahogany cocoa', 'bronze copper'],
  red: ['bright scarlet tomato poppy lipstick cherry vermilion vermillion cardinal', 'brick rust'],
  yellow: ['light pale pastel lemon butter primrose', 'bright canary sunflower lemon daffodil'],
  purple: ['dark deep plum aubergine eggplant damson', 'violet iris amethyst'],
  orange: ['light peach apricot', 'bright neon tangerine mandarin'],
  beige: ['nude champagne sand oat oatmeal biscuit', 'taupe mushroom greige stone'],
  white: ['bright optic snow'],
  black: ['jet ink onyx'],
}

/** Too vague to say something about a title ('Dark Floral Dress'); asked for, it means black. */
export const VAGUE_COLORS: ReadonlySet<string> = new Set([
  'dark',
  'multi',
  'natural',
  'gold',
  'silver',
])

export const COLORS: readonly { id: string; names: readonly string[] }[] = Object.entries(
  FAMILIES,
).map(([id, names]) => ({ id, names: names.split(', ') }))

type TextileEntry = { id: string; parent: string | null; names: readonly string[] }

const readTable = (table: Readonly<Record<string, string>>): TextileEntry[] =>
  Object.entries(table).map(([head, names]) => {
    const [id = '', parent] = head.split(' < ')
    return { id, parent: parent ?? null, names: names.split(', ') }
  })

export const PATTERNS = readTable({
  striped:
    'striped, stripe, stripy, stripey, nautical stripe, with stripes, regimental, multi stripe, candy stripe, rugby stripe, diagonal stripe',
  'breton < striped': 'breton, breton stripe, breton striped, sailor stripe, mariniere',
  'pinstripe < striped': 'pinstripe, pinstriped, pin stripe, pin striped, chalk stripe',
  checked:
    'checked, check, checks, checkered, chequered, checkered print, buffalo check, micro check, plaid, checkerboard, chequerboard, glen plaid, lumberjack',
  'tartan < checked': 'tartan, royal stewart, black watch tartan, scottish plaid',
  'gingham < checked': 'gingham, vichy',
  'windowpane < checked': 'windowpane, window pane, windowpane check',
  'houndstooth < checked': 'houndstooth, hounds tooth, dogtooth, dog tooth, pied de poule',
  'argyle < checked': 'argyle, diamond check, harlequin',
  printed: 'printed, print',
  'floral < printed':
    'floral, flower, flowers, flowery, flowered, floral print, blossom, blossom print, petal, petal print, rose print, botanical, flower print, ditsy, ditsy print, rose printed',
  'dotted < printed':
    'dotted, polka dot, polka dots, polkadot, polka, spotted, spotty, spot, dots, dot, pin dot, pindot, dotty, polka dotted',
  'animal < printed':
    'animal, animal print, zebra, zebra print, snake, snakeskin, snake print, python, tiger print, cow print, giraffe print',
  'leopard < animal': 'leopard, leopard print, cheetah, cheetah print, leopard printed',
  herringbone: 'herringbone, chevron tweed',
  zigzag: 'zigzag, zig zag, chevron',
  'geometric < printed':
    'geometric, terrazzo, terrazzo print, wave print, waves, micro print, medallion print, tile print, geometric print, aztec',
  'abstract < printed':
    'abstract, abstract print, confetti, confetti print, marble print, splatter',
  'graphic < printed': 'graphic, slogan, logo, graphic print, band',
  'fair isle': 'fair isle, fairisle, nordic knit, nordic, norwegian knit',
  'cable knit': 'cable knit, cable, cableknit, aran, cable knitted',
  ribbed: 'ribbed, rib, rib knit, ribbed knit',
  quilted: 'quilted, padded, quilting',
  'paisley < printed': 'paisley',
  'tie dye < printed': 'tie dye, tiedye, tie dyed',
  'camouflage < printed': 'camouflage, camo',
  'colour block':
    'colour block, color block, colourblock, colorblock, two tone, two toned, bicolour, bicolor',
  lace: 'lace, lacy, broderie, crochet',
  plain: 'plain, solid, solid colour, unpatterned, block colour, solid color',
})

export const MATERIALS = readTable({
  leather:
    'leather, pebbled leather, grained leather, real leather, polished leather, genuine leather, woven leather',
  'nappa < leather': 'nappa, calfskin, lambskin, calf, nappa leather',
  'patent < leather': 'patent, patent leather',
  'faux leather':
    'faux leather, leather look, pleather, vegan leather, leatherette, imitation leather, pu leather',
  suede: 'suede, nubuck',
  'faux suede < suede': 'faux suede, suedette',
  denim: 'denim, selvedge, chambray',
  cotton:
    'cotton, pima cotton, poplin, loopback cotton, french terry, oxford cotton, jersey cotton',
  'organic cotton < cotton': 'organic cotton',
  'seersucker < cotton': 'seersucker',
  linen: 'linen, flax',
  silk: 'silk, silken, georgette silk, pure silk',
  satin: 'satin, sateen, charmeuse',
  velvet: 'velvet, velour, velveteen',
  corduroy: 'corduroy, cord, cord fabric, needlecord',
  wool: 'wool, woollen, woolen, boiled wool, pure wool, virgin wool',
  'merino < wool': 'merino, merino wool',
  'lambswool < wool': 'lambswool, lambs wool, shetland',
  'tweed < wool': 'tweed, harris tweed',
  cashmere: 'cashmere, pashmina wool',
  mohair: 'mohair',
  alpaca: 'alpaca',
  boucle: 'boucle, bouclé',
  knitted: 'knitted, knit fabric, fine knit, chunky knit',
  fleece: 'fleece, fleecy, teddy',
  canvas: 'canvas',
  straw: 'straw, wicker, rattan',
  'raffia < straw': 'raffia',
  nylon: 'nylon',
  'gore-tex < nylon': 'gore tex, goretex',
  'ripstop < nylon': 'ripstop',
  synthetic: 'synthetic',
  'polyester < synthetic': 'polyester',
  'acrylic < synthetic': 'acrylic',
  'viscose < synthetic': 'viscose, rayon',
  'polyamide < synthetic': 'polyamide',
  'elastane < synthetic': 'elastane, spandex, lycra',
  chiffon: 'chiffon, georgette',
  'tulle < chiffon': 'tulle',
  crepe: 'crepe, crêpe',
  gabardine: 'gabardine, gaberdine, twill',
  felt: 'felt',
  fur: 'fur',
  'faux fur < fur': 'faux fur, fake fur',
  'shearling < fur': 'shearling, sheepskin',
  rubber: 'rubber',
  mesh: 'mesh, fishnet, net',
  lace: 'lace fabric',
  acetate: 'acetate, bio acetate, tortoiseshell, tortoise shell',
  titanium: 'titanium',
  resin: 'resin',
  enamel: 'enamel',
  gold: 'gold plated, gold trimmed, gold tone, solid gold, gold filled, gold vermeil, 9k gold, 10k gold, 14k gold, 18k gold, 22k gold, 9ct gold, 14ct gold, 18ct gold, yellow gold, white gold',
  'rose gold': 'rose gold, rose gold plated, rose gold tone',
  silver: 'silver trimmed, silver plated, silver tone',
  'sterling silver < silver': 'sterling silver, sterling, 925 silver, silver 925',
  platinum: 'platinum',
  steel: 'stainless steel, surgical steel',
  brass: 'brass, bronze metal',
  pearl: 'pearl, freshwater pearl, cultured pearl',
  diamond: 'diamond',
  crystal: 'crystal, rhinestone, cubic zirconia, zirconia',
  beads: 'beads, beaded, bead',
  sequin: 'sequin, sequined, sequinned, sequins, glitter',
  bamboo: 'bamboo',
  down: 'down, goose down, duck down, recycled down',
  flannel: 'flannel',
  ramie: 'ramie, hemp',
  glass: 'glass beads, glass',
  woven: 'woven, raffia weave',
  modal: 'modal, microfibre, microfiber',
})

/** Colours of metals, which on anything but jewelry are only a colour. */
export const METAL_COLORS: Readonly<Record<string, string>> = {
  gold: 'gold',
  'rose gold': 'gold',
  silver: 'silver',
  platinum: 'silver',
  steel: 'silver',
  brass: 'gold',
  pearl: 'white',
}

/** Excluding a material also excludes these: no leather means no suede either. */
export const RELATED_MATERIALS: Readonly<Record<string, readonly string[]>> = {
  leather: ['suede'],
  wool: ['cashmere', 'mohair', 'alpaca'],
  synthetic: ['nylon'],
}
