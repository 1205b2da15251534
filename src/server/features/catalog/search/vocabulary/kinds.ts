/** A kind of thing, with the kind it belongs to and everything people call it. */
export type KindEntry = {
  id: string
  label: string
  parent: string | null
  /** In the singular, with spaces instead of hyphens; plurals are made from them. */
  names: readonly string[]
}

type Written = Readonly<Record<string, string>>

/** `id < parent (Label)`: names in British, American and everyday English. */
const CLOTHING: Written = {
  'clothing (Clothing)': 'clothing, clothes, apparel, garment, menswear, womenswear',
  'tops < clothing (Tops)': 'top, bustier, corset, crop top, halter top, tube top, tunic, bodysuit',
  'tshirts < tops (T-shirts)':
    't shirt, tee, tshirt, tee shirt, teeshirt, graphic tee, muscle tee, baby tee, crew tee',
  'tanks < tops (Tanks and camisoles)':
    'tank, tank top, singlet, vest top, sleeveless top, muscle top, sleeveless shirt, undershirt',
  'camisoles < tanks (Camisoles)': 'camisole, cami, cami top, spaghetti strap top, strappy top',
  'long-sleeve-tops < tops (Long-sleeve tops)':
    'long sleeve top, longsleeve, long sleeve tee, long sleeve t shirt, henley',
  'shirts < tops (Shirts)':
    'shirt, button down, button up, button down shirt, button up shirt, dress shirt, oxford shirt, flannel shirt, work shirt, overshirt, shacket, hawaiian shirt, camp collar shirt, formal shirt, chambray shirt',
  'polo-shirts < shirts (Polo shirts)': 'polo shirt, polo, golf shirt, rugby shirt',
  'blouses < tops (Blouses)': 'blouse, pussy bow blouse, peasant top, smock top',
  'knitwear < clothing (Knitwear)':
    'knitwear, knit, knitted top, woolly, woollie, woolen, woollen, knit top, twinset',
  'sweaters < knitwear (Sweaters)':
    'sweater, jumper, pullover, jersey, guernsey, crewneck, crew neck, crewneck sweater, v neck sweater, v neck jumper, knit sweater, knitted jumper, slipover',
  'turtlenecks < sweaters (Turtlenecks)':
    'turtleneck, turtle neck, polo neck, poloneck, roll neck, rollneck, mock neck, funnel neck, turtleneck sweater, polo neck jumper, roll neck jumper, roll neck sweater, turtleneck top, skivvy',
  'cardigans < knitwear (Cardigans)': 'cardigan, cardi, cardy, twin set, shrug, cardigan sweater',
  'sweatshirts < tops (Sweatshirts)':
    'sweatshirt, sweat shirt, sweat top, crewneck sweatshirt, track top',
  'hoodies < sweatshirts (Hoodies)':
    'hoodie, hoody, hooded sweatshirt, hooded top, hooded sweater, zip up hoodie',
  'vests < clothing (Waistcoats and vests)':
    'waistcoat, gilet, bodywarmer, body warmer, knit vest, sweater vest, knitted vest, puffer vest, down vest, suit vest, vest, tank knit',
  'dresses < clothing (Dresses)':
    'dress, gown, frock, sundress, sun dress, minidress, maxidress, mididress, ball gown, evening dress, cocktail dress, party dress, bodycon, kaftan, caftan, pinafore dress, pinafore, jumper dress, sweater dress, t shirt dress, shirtdress, shirt dress, tea dress, prom dress, wedding dress, slip dress, blazer dress, wrap dress, tank dress, cami dress, skater dress, polo dress, tunic dress, skirt dress, coat dress, hoodie dress',
  'jumpsuits < clothing (Jumpsuits)':
    'jumpsuit, romper, playsuit, boiler suit, boilersuit, onesie, catsuit, unitard, coverall, overall, dungaree, bib overall, salopette, flight suit',
  'skirts < clothing (Skirts)':
    'skirt, miniskirt, mini skirt, midi skirt, maxi skirt, kilt, sarong, tutu, skort, midiskirt, maxiskirt, pencil skirt, tennis skirt',
  'trousers < clothing (Trousers)':
    'trouser, pant, slack, chino, khakis, cord, corduroys, cargo, cargo pant, cargo trouser, culotte, palazzo, palazzo pant, flare, bell bottom, dress pant, suit trouser, suit pant, dress trouser, capri, capri pant, pedal pusher, cropped trouser, breeches, bottoms, pantaloon',
  'sweatpants < trousers (Sweatpants)':
    'sweatpant, jogger, jogging bottoms, jogging bottom, track pant, trackpant, tracksuit bottom, tracksuit bottoms, jogger pant, trackie, lounge pant',
  'jeans < trousers (Jeans)': 'jean, denims, skinny jean, mom jean, boyfriend jean, dungaree jean',
  'leggings < trousers (Leggings)':
    'legging, jegging, tregging, running tight, yoga legging, gym legging, yoga pant, yoga trouser',
  'shorts < clothing (Shorts)':
    'shorts, bermuda, bermudas, hot pants, hotpants, board shorts, cycling shorts, bike shorts, cutoffs, jorts, chino shorts, cargo shorts, boardshorts, short pants, short trousers',
  'suits < clothing (Suits)':
    'suit, tuxedo, dinner suit, trouser suit, pantsuit, two piece suit, three piece suit, tux',
  'legwear < clothing (Tights and socks)': 'legwear, hosiery',
  'tights < legwear (Tights)':
    'tights, pantyhose, panty hose, stocking, nylons, hold ups, holdups, hose, opaque tights',
  'socks < legwear (Socks)':
    'sock, ankle sock, knee sock, crew sock, bobby sock, knee high sock, trainer sock',
  'underwear < clothing (Underwear)':
    'underwear, lingerie, bra, bralette, knicker, panties, panty, brief, boxer, boxer short, boxer shorts, underpant, underpants, thong underwear, g string, undies, slip, corselette, shapewear, long johns, nightgown lining',
  'swimwear < clothing (Swimwear)':
    'swimwear, swimsuit, bikini, tankini, bathing suit, swimming costume, swim trunk, swim shorts, swimming trunk, trunks, bathers, cossie, one piece swimsuit',
  'nightwear < clothing (Nightwear)':
    'nightwear, sleepwear, pyjama, pajama, pjs, nightie, nightgown, nightdress, dressing gown, bathrobe, robe, kimono, loungewear, negligee',
}

const OUTERWEAR: Written = {
  'outerwear < clothing (Coats and jackets)': 'outerwear, outer layer, coats and jackets',
  'coats < outerwear (Coats)':
    'coat, overcoat, topcoat, greatcoat, pea coat, peacoat, duffle coat, duffel coat, teddy coat, cocoon coat, car coat, chesterfield, longline coat, cardigan coat',
  'trenches < coats (Trench coats and raincoats)':
    'trench, trench coat, trenchcoat, raincoat, rain coat, mac, mackintosh, macintosh, cagoule, pac a mac, rain jacket, waterproof, waterproof jacket, slicker',
  'parkas < coats (Parkas)': 'parka, anorak, snorkel coat',
  'jackets < outerwear (Jackets)':
    'jacket, windbreaker, windcheater, bomber, bomber jacket, biker jacket, jean jacket, trucker jacket, varsity jacket, letterman jacket, harrington, field jacket, safari jacket, utility jacket, track jacket, flight jacket, moto jacket, motorcycle jacket, shell jacket, softshell, fleece jacket, fleece, shirt jacket, bolero, light jacket, military jacket, chore jacket',
  'puffers < jackets (Puffer jackets)':
    'puffer, puffer jacket, puffer coat, puffa, puffa jacket, down jacket, down coat, quilted jacket, padded jacket, padded coat, ski jacket, bubble jacket, bubble coat',
  'blazers < jackets (Blazers)':
    'blazer, blazer jacket, suit jacket, sport coat, sports coat, sport jacket, sports jacket, suit coat, dinner jacket, tuxedo jacket, smoking jacket, tailored jacket',
  'capes < outerwear (Capes)': 'cape, poncho, cloak, capelet, ruana, serape',
}

const FOOTWEAR: Written = {
  'footwear (Shoes)': 'shoe, footwear',
  'sneakers < footwear (Sneakers)':
    'sneaker, trainer, kicks, running shoe, runner, gym shoe, tennis shoe, plimsoll, plimsole, high top, hi top, low top, sport shoe, sports shoe, athletic shoe, jogging shoe, basketball shoe, skate shoe, sandshoe, court sneaker, training shoe, tennies, pump trainer, deck shoe',
  'boots < footwear (Boots)':
    'boot, combat boot, hiking boot, walking boot, cowboy boot, western boot, biker boot, work boot, snow boot, desert boot, lace up boot, heeled boot, army boot, dr martens',
  'ankle-boots < boots (Ankle boots)':
    'ankle boot, bootie, shoe boot, chukka, chukka boot, heeled ankle boot, shootie, jodhpur boot',
  'tall-boots < boots (Tall boots)':
    'tall boot, knee high boot, knee boot, over the knee boot, thigh high boot, thigh boot, riding boot, otk boot, knee highs, long boot',
  'rain-boots < boots (Rain boots)':
    'rain boot, wellington, wellington boot, welly, wellie, wellies, gumboot, rubber boot, gum boot, welly boot',
  'heels < footwear (Heels)':
    'heel, high heel, pump, stiletto, court shoe, kitten heel, block heel, platform heel, platform, platform shoe, slingback, sling back, wedge, heeled shoe, high heeled shoe, stiletto heel, party heel, mary jane heel, ankle strap heel, stilleto, court heel, evening shoe, killer heel, peep toe',
  'loafers < footwear (Loafers)':
    'loafer, moccasin, driving shoe, slip on, penny loafer, boat shoe, slip on shoe, mocassin, driver shoe',
  'flats < footwear (Flats)':
    'flat, ballet flat, ballerina, ballet pump, ballet shoe, ballerina flat, ballerina shoe, flat shoe, mary jane, mary jane flat, ballerina pump, dolly shoe, pointed flat, flat pump, mary jane shoe',
  'sandals < footwear (Sandals)':
    'sandal, thong, flip flop, flipflop, slide, slider, gladiator, thong sandal, jandal, huarache, heeled sandal, pool slide, strappy sandal, strappy heel, birkenstock',
  'mules < footwear (Mules and clogs)': 'mule, clog, espadrille, croc',
  'slippers < footwear (Slippers)': 'slipper, house shoe, moccasin slipper',
  'dress-shoes < footwear (Dress shoes)':
    'dress shoe, brogue, oxford, oxford shoe, derby, derby shoe, lace up, lace up shoe, lace ups, formal shoe, smart shoe, monk strap, monk shoe, wingtip, wing tip, office shoe, suit shoe',
}

const BAGS: Written = {
  'bags (Bags)':
    'bag, holdall, duffel, duffel bag, duffle bag, gym bag, weekender, weekend bag, carryall, laptop bag, briefcase, overnight bag, sports bag',
  'handbags < bags (Handbags)':
    'handbag, hand bag, purse, pocketbook, it bag, ladies bag, bowling bag, doctor bag, pochette, baguette bag, baguette',
  'totes < handbags (Totes)':
    'tote, tote bag, shopper, shopping bag, shopper bag, market bag, beach bag, basket bag, carrier bag',
  'shoulder-bags < handbags (Shoulder bags)':
    'shoulder bag, chain bag, hobo, hobo bag, slouch bag, flap bag',
  'clutches < handbags (Clutches)':
    'clutch, clutch bag, evening bag, evening purse, evening clutch, envelope bag, clutch purse, minaudiere, wristlet, envelope clutch',
  'crossbody-bags < handbags (Crossbody bags)':
    'crossbody, crossbody bag, cross body, cross body bag, camera bag, messenger bag, messenger, saddle bag, sling bag, crossbody purse',
  'bucket-bags < handbags (Bucket bags)': 'bucket bag, drawstring bag, duffle purse, pouch bag',
  'top-handle-bags < handbags (Top-handle bags)':
    'top handle bag, top handle, structured bag, satchel, satchel bag, grab bag, box bag, tote handbag, kelly bag',
  'backpacks < bags (Backpacks)':
    'backpack, rucksack, knapsack, back pack, school bag, schoolbag, daypack, ruck sack, bookbag',
  'belt-bags < bags (Belt bags)':
    'belt bag, bum bag, bumbag, fanny pack, waist bag, waist pack, hip bag',
  'wallets < bags (Wallets)':
    'wallet, card holder, cardholder, coin purse, billfold, card case, coin pouch, money clip',
  'luggage < bags (Luggage)': 'luggage, suitcase, trolley case, carry on, cabin bag, travel bag',
}

const ACCESSORIES: Written = {
  'jewelry (Jewelry)': 'jewelry, jewellery, jewelery, jewel, bijou, bling, jewels',
  'earrings < jewelry (Earrings)':
    'earring, hoop, hoop earring, stud, stud earring, ear stud, drop earring, ear ring, ear cuff, dangly earring, statement earring, huggie',
  'necklaces < jewelry (Necklaces)':
    'necklace, pendant, choker, locket, chain, curb chain, beads, pearls, pendant necklace, collar necklace, neck chain, lariat, chain necklace',
  'bracelets < jewelry (Bracelets)':
    'bracelet, bangle, cuff, wristband, charm bracelet, armlet, cuff bracelet, bangle bracelet, armband, tennis bracelet',
  'rings < jewelry (Rings)': 'ring, signet, signet ring, engagement ring',
  'brooches < jewelry (Brooches)':
    'brooch, lapel pin, tie pin, tie clip, cufflink, cuff link, anklet, hair jewel',
  'accessories (Accessories)': 'accessory, accessories',
  'watches < accessories (Watches)':
    'watch, wristwatch, wrist watch, timepiece, chronograph, smartwatch, tank watch, dress watch, smart watch',
  'hats < accessories (Hats)':
    'hat, headwear, fedora, trilby, panama, panama hat, boater, bowler, top hat, sun hat, sunhat, wide brim hat, floppy hat, bucket hat, trapper hat, cowboy hat, fascinator, turban, headgear, rain hat, brimmed hat',
  'beanies < hats (Beanies)':
    'beanie, beanie hat, bobble hat, woolly hat, wooly hat, knit cap, knit hat, knitted hat, toque, tuque, watch cap, ski hat, pom pom hat',
  'caps < hats (Caps)':
    'cap, baseball cap, baseball hat, dad hat, dad cap, snapback, trucker hat, trucker cap, peaked cap, flat cap, newsboy cap, ball cap, baker boy cap, visor',
  'berets < hats (Berets)': 'beret, french hat',
  'scarves < accessories (Scarves)':
    'scarf, shawl, pashmina, neckerchief, bandana, bandanna, stole, snood, muffler, headscarf, head scarf, foulard, neck scarf, wrap scarf, pocket square, handkerchief, square scarf, infinity scarf',
  'belts < accessories (Belts)': 'belt, waistband belt, waist belt, cinch belt',
  'ties < accessories (Ties)': 'tie, necktie, neck tie, cravat, ascot, skinny tie',
  'bow-ties < ties (Bow ties)': 'bow tie, bowtie, dickie bow, dicky bow',
  'gloves < accessories (Gloves)': 'glove, mitten, mitt, driving glove, gauntlet',
  'eyewear < accessories (Eyewear)': 'eyewear',
  'sunglasses < eyewear (Sunglasses)':
    'sunglasses, sunglass, sunnies, shades, aviator, aviators, wayfarer, sun glasses, dark glasses, aviator sunglasses',
  'glasses < eyewear (Glasses)':
    'glasses, eyeglass, eyeglasses, spectacle, specs, reading glasses, optical frame, frames, prescription glasses, spectacles, aviator glasses, eye glasses, readers',
  'suspenders < accessories (Suspenders)': 'suspender, braces',
  'hair-accessories < accessories (Hair accessories)':
    'hair clip, hairclip, scrunchie, headband, alice band, barrette, hair band, hairband, hair slide, hair tie, claw clip',
  'other (Other things)': '',
  'umbrellas < other (Umbrellas)': 'umbrella, brolly, parasol, gamp',
  'phone-cases < other (Phone cases)':
    'phone case, phone cover, mobile case, iphone case, phone, mobile phone case, smartphone case',
  'bottles < other (Water bottles)':
    'water bottle, bottle, flask, drinks bottle, thermos, insulated bottle, drinking bottle',
  'headphones < other (Headphones)':
    'headphones, headphone, earphones, headset, cans, earbuds, over ear headphones',
  'cameras < other (Cameras)': 'camera, film camera, compact camera',
}

const readEntry = ([head, names]: [string, string]): KindEntry => {
  const [, id = '', parent, label = ''] = /^([\w-]+)(?: < ([\w-]+))? \((.+)\)$/.exec(head) ?? []
  return { id, parent: parent ?? null, label, names: names.split(', ').filter(Boolean) }
}

export const KINDS: readonly KindEntry[] = [
  CLOTHING,
  OUTERWEAR,
  FOOTWEAR,
  BAGS,
  ACCESSORIES,
].flatMap((written) => Object.entries(written).map(readEntry))

/**
 * Words that mean one thing in Britain and another in America or Australia, or that are used for a
 * wider group. Asked for, all of them are meant, the first ones first; in a product's title, the kind
 * of the table above.
 */
export const ALSO_MEANT: Readonly<Record<string, readonly string[]>> = {
  vest: ['vests', 'tanks'],
  pant: ['trousers', 'underwear'],
  jumper: ['sweaters', 'cardigans'],
  sweater: ['sweaters', 'cardigans'],
  pullover: ['sweaters'],
  pump: ['heels', 'flats'],
  thong: ['sandals', 'underwear'],
  brace: ['suspenders', 'bracelets'],
  suspender: ['suspenders', 'tights'],
  slack: ['trousers'],
  coat: ['coats', 'capes', 'puffers'],
  heel: ['heels'],
  glasses: ['glasses', 'sunglasses'],
  slipper: ['slippers', 'flats'],
  knit: ['knitwear', 'vests'],
  knitwear: ['knitwear', 'vests'],
  top: ['tops'],
  hose: ['tights', 'socks'],
}
