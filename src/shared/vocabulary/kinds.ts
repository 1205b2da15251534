/** A kind of product, with the wider kind it belongs to and everything people call it. */
type KindEntry = {
  id: string
  /** In English, from which suggestions take words; visitors read `KIND_TEXT`. */
  label: string
  parent: string | null
  /** In the singular, with spaces instead of hyphens; plurals are derived. */
  names: readonly string[]
  /** Names of only some things of the kind: a fedora is a hat. */
  narrower: readonly string[]
}

type KindTable = Readonly<Record<string, string>>

/** `id < parent (Label)`: names in British, American and everyday English; narrower names. */
const CLOTHING: KindTable = {
  'clothing (Clothing)': 'clothing, clothes, apparel, garment, menswear, womenswear',
  'tops < clothing (Tops)': 'top; bustier, corset, tunic, bodysuit, crop top, halter top, tube top',
  'tshirts < tops (T-shirts)':
    't shirt, tee, tshirt, tee shirt, teeshirt, graphic tee, muscle tee, baby tee, crew tee',
  'tanks < tops (Tanks and camisoles)':
    'tank, tank top, singlet, vest top, sleeveless top, muscle top, sleeveless shirt, undershirt',
  'camisoles < tanks (Camisoles)': 'camisole, cami, cami top, spaghetti strap top, strappy top',
  'long-sleeve-tops < tops (Long-sleeve tops)':
    'long sleeve top, longsleeve, long sleeve tee, long sleeve t shirt; henley, base layer, baselayer, thermal, thermal top',
  'shirts < tops (Shirts)':
    'shirt, button down, button up, button down shirt, button up shirt, dress shirt, oxford shirt, flannel shirt, work shirt, hawaiian shirt, camp collar shirt, formal shirt, chambray shirt; overshirt, shacket',
  'polo-shirts < shirts (Polo shirts)': 'polo shirt, polo, golf shirt, rugby shirt',
  'kurtas < tops (Kurtas)':
    'kurta, kurti, kurta set, dupatta set, salwar kameez, salwar suit, churidar, anarkali, kurta pajama; sherwani, dashiki, guayabera',
  'blouses < tops (Blouses)': 'blouse, pussy bow blouse, peasant top, smock top',
  'knitwear < clothing (Knitwear)':
    'knitwear, knit, knitted top, woolly, woollie, woolen, woollen, knit top, twinset',
  'sweaters < knitwear (Sweaters)':
    'sweater, jumper, pullover, jersey, crewneck, crew neck, crewneck sweater, v neck sweater, v neck jumper, knit sweater, knitted jumper; guernsey, slipover',
  'turtlenecks < sweaters (Turtlenecks)':
    'turtleneck, turtle neck, polo neck, poloneck, roll neck, rollneck, mock neck, funnel neck, turtleneck sweater, polo neck jumper, roll neck jumper, roll neck sweater, turtleneck top, skivvy',
  'cardigans < knitwear (Cardigans)': 'cardigan, cardi, cardy, cardigan sweater; twin set, shrug',
  'sweatshirts < tops (Sweatshirts)':
    'sweatshirt, sweat shirt, sweat top, crewneck sweatshirt, track top',
  'hoodies < sweatshirts (Hoodies)':
    'hoodie, hoody, hooded sweatshirt, hooded top, hooded sweater, zip up hoodie',
  'vests < clothing (Waistcoats and vests)':
    'waistcoat, gilet, bodywarmer, body warmer, knit vest, sweater vest, knitted vest, puffer vest, down vest, suit vest, vest, tank knit',
  'dresses < clothing (Dresses)':
    'dress, gown, frock, long dress, short dress, mini dress, maxi dress, midi dress, evening dress, cocktail dress, party dress, pinafore dress, jumper dress, sweater dress, t shirt dress, shirtdress, shirt dress, tea dress, prom dress, wedding dress, slip dress, blazer dress, wrap dress, tank dress, cami dress, skater dress, polo dress, tunic dress, skirt dress, coat dress, hoodie dress; sundress, sun dress, ball gown, bodycon, pinafore',
  'abayas < dresses (Abayas and kaftans)':
    'abaya, jilbab, burqa, thobe, jalabiya, djellaba, galabeya; kaftan, caftan, boubou',
  'sarees < dresses (Sarees and lehengas)':
    'saree, sari; lehenga, lehenga choli, ghagra choli, lengha, sharara, gharara',
  'kimonos < dresses (Kimonos)': 'kimono; yukata, haori, furisode, happi',
  'dirndls < dresses (Dirndls)': 'dirndl, dirndl dress, trachten dress',
  'hanboks < dresses (Hanboks)': 'hanbok, hanbok dress',
  'qipaos < dresses (Qipaos)':
    'qipao, cheongsam, qipao dress, cheongsam qipao dress; ao dai, hanfu',
  'jumpsuits < clothing (Jumpsuits)':
    'jumpsuit, romper, playsuit, bib overall, flight suit; onesie, catsuit, leotard, unitard, coverall, overall, dungaree, salopette, boiler suit, boilersuit, snowsuit, babysuit',
  'skirts < clothing (Skirts)':
    'skirt, long skirt, short skirt, mini skirt, midi skirt, maxi skirt, pencil skirt, tennis skirt; sarong, tutu, skort',
  'kilts < skirts (Kilts)': 'kilt',
  'trousers < clothing (Trousers)':
    'trouser, pant, slack, cargo pant, cargo trouser, palazzo pant, dress pant, suit trouser, suit pant, dress trouser, ski pant, hiking pant, capri pant, cropped trouser, bottoms, pantaloon; chino, khakis, cord, corduroys, cargo, culotte, palazzo, flare, bell bottom, capri, pedal pusher, breeches',
  'lederhosen < trousers (Lederhosen)': 'lederhosen, lederhose',
  'sweatpants < trousers (Sweatpants)':
    'sweatpant, jogger, jogging bottoms, jogging bottom, track pant, trackpant, tracksuit bottom, tracksuit bottoms, jogger pant, trackie, lounge pant',
  'jeans < trousers (Jeans)':
    'jean, denims, skinny jean, mom jean, boyfriend jean, dungaree jean; levis 501, levi 501, 501 jean, levis 505, ribcage jean',
  'leggings < trousers (Leggings)':
    'legging, running tight, yoga legging, gym legging, yoga pant, yoga trouser; jegging, tregging',
  'shorts < clothing (Shorts)':
    'shorts, board shorts, cycling shorts, bike shorts, chino shorts, cargo shorts, boardshorts, short pants, short trousers; bermuda, bermudas, hot pants, hotpants, jorts, cutoffs',
  'suits < clothing (Suits)':
    'suit, dinner suit, trouser suit, pantsuit, two piece suit, three piece suit; tuxedo, tux',
  'legwear < clothing (Tights and socks)': 'legwear, hosiery',
  'tights < legwear (Tights)':
    'tights, pantyhose, panty hose, nylons, hose, opaque tights; leg warmer, stocking, hold ups, holdups',
  'socks < legwear (Socks)':
    'sock, ankle sock, knee sock, crew sock, bobby sock, knee high sock, trainer sock',
  'underwear < clothing (Underwear)':
    'underwear, lingerie, underpant, underpants, thong underwear, undies; bra, bralette, knicker, panties, panty, brief, boxer, boxer short, boxer shorts, g string, slip, garter, corselette, shapewear, long johns',
  'swimwear < clothing (Swimwear)':
    'swimwear, swimsuit, bathing suit, swimming costume, bathers, cossie, one piece swimsuit, beach cover up; bikini, tankini, rash vest, rash guard, wetsuit, swim trunk, swim shorts, swimming trunk, trunks',
  'nightwear < clothing (Nightwear)':
    'nightwear, sleepwear, loungewear; pyjama, pajama, pjs, nightie, nightgown, nightdress, dressing gown, bathrobe, robe, negligee, sleepsuit, nightshirt, babygrow, sleep set',
}

const OUTERWEAR: KindTable = {
  'outerwear < clothing (Coats and jackets)': 'outerwear, outer layer, coats and jackets',
  'coats < outerwear (Coats)':
    'coat, pea coat, duffle coat, duffel coat, teddy coat, cocoon coat, car coat, longline coat, cardigan coat; overcoat, topcoat, greatcoat, peacoat, chesterfield',
  'trenches < coats (Trench coats and raincoats)':
    'trench, trench coat, trenchcoat, raincoat, rain coat, rain jacket, waterproof jacket, slicker; mac, mackintosh, macintosh, cagoule, pac a mac',
  'parkas < coats (Parkas)': 'parka, snorkel coat; anorak',
  'jackets < outerwear (Jackets)':
    'jacket, bomber jacket, biker jacket, jean jacket, trucker jacket, varsity jacket, letterman jacket, field jacket, safari jacket, utility jacket, track jacket, flight jacket, moto jacket, motorcycle jacket, shell jacket, fleece jacket, shirt jacket, light jacket, military jacket, chore jacket; windbreaker, windcheater, bomber, harrington, softshell, fleece, bolero',
  'puffers < jackets (Puffer jackets)':
    'puffer, puffer jacket, puffer coat, puffa, puffa jacket, down jacket, down coat, quilted jacket, padded jacket, padded coat, ski jacket, bubble jacket, bubble coat; nuptse',
  'blazers < jackets (Blazers)':
    'blazer, blazer jacket, suit jacket, sport coat, sports coat, sport jacket, sports jacket, suit coat, dinner jacket, tuxedo jacket, smoking jacket, tailored jacket',
  'capes < outerwear (Capes)': 'cape; poncho, cloak, capelet, ruana, serape',
}

const FOOTWEAR: KindTable = {
  'footwear (Shoes)': 'shoe, footwear',
  'sneakers < footwear (Sneakers)':
    'sneaker, trainer, kicks, running shoe, runner, gym shoe, tennis shoe, sport shoe, sports shoe, athletic shoe, jogging shoe, basketball shoe, skate shoe, sandshoe, court sneaker, training shoe, tennies, pump trainer, deck shoe; plimsoll, plimsole, high top, hi top, low top, air force 1, air force, air max, air jordan, jordan 1, adidas samba, samba og, adidas gazelle, adidas superstar, adidas spezial, stan smith, chuck taylor, chuck 70, converse, old skool, onitsuka tiger, new balance 530, new balance 550, nike dunk, nike cortez, nike vomero, yeezy, superga, golden goose, autry, puma speedcat, puma suede',
  'boots < footwear (Boots)':
    'boot, combat boot, hiking boot, hiking shoe, walking boot, winter boot, chelsea boot, cowboy boot, western boot, biker boot, work boot, snow boot, desert boot, lace up boot, heeled boot, army boot; dr martens, doc martens, timberland, ugg boot, uggs, moon boot',
  'ankle-boots < boots (Ankle boots)':
    'ankle boot, shoe boot, chukka boot, heeled ankle boot, jodhpur boot; bootie, chukka, shootie',
  'tall-boots < boots (Tall boots)':
    'tall boot, knee high boot, knee boot, over the knee boot, thigh high boot, thigh boot, riding boot, otk boot, knee highs, long boot',
  'rain-boots < boots (Rain boots)':
    'rain boot, wellington, wellington boot, welly, wellie, wellies, gumboot, rubber boot, gum boot, welly boot; galosh, overshoe',
  'heels < footwear (Heels)':
    'heel, high heel, pump, court shoe, kitten heel, block heel, platform heel, platform shoe, heeled shoe, high heeled shoe, stiletto heel, party heel, mary jane heel, ankle strap heel, stilleto, court heel, evening shoe, killer heel; stiletto, platform, slingback, sling back, wedge, peep toe, louboutin, red bottom, so kate, hangisi',
  'loafers < footwear (Loafers)':
    'loafer, slip on, penny loafer, slip on shoe, driver shoe; moccasin, mocassin, boat shoe, driving shoe',
  'flats < footwear (Flats)':
    'flat, ballet flat, ballerina, ballet pump, ballet shoe, ballerina flat, ballerina shoe, flat shoe, mary jane flat, ballerina pump, dolly shoe, pointed flat, flat pump, mary jane shoe; mary jane',
  'sandals < footwear (Sandals)':
    'sandal, thong, thong sandal, jandal, heeled sandal, pool slide, strappy sandal, strappy heel; flip flop, flipflop, slide, slider, gladiator, huarache, birkenstock, birkenstocks, arizona birkenstock, teva, havaianas, oran sandal, hermes oran',
  'mules < footwear (Mules and clogs)': 'mule; clog, espadrille, croc, crocs, birkenstock boston',
  'slippers < footwear (Slippers)': 'slipper, house shoe, moccasin slipper',
  'dress-shoes < footwear (Dress shoes)':
    'dress shoe, oxford shoe, derby shoe, lace up, lace up shoe, lace ups, formal shoe, smart shoe, monk shoe, office shoe, suit shoe; brogue, oxford, derby, monk strap, wingtip, wing tip',
}

const BAGS: KindTable = {
  'bags (Bags)':
    'bag, duffel bag, duffle bag, gym bag, weekend bag, carryall, laptop bag, overnight bag, sports bag; holdall, duffel, weekender, briefcase, wash bag, toiletry bag, makeup bag, cosmetic bag',
  'handbags < bags (Handbags)':
    'handbag, hand bag, purse, pocketbook, it bag, ladies bag, bowling bag, doctor bag, baguette bag; baguette, pochette, jackie bag, marmont, puzzle bag, alma bag, speedy bag, speedy 25, speedy 30',
  'totes < handbags (Totes)':
    'tote, tote bag, shopper, shopping bag, shopper bag, market bag, beach bag, basket bag, carrier bag; neverfull, book tote, le pliage',
  'shoulder-bags < handbags (Shoulder bags)':
    'shoulder bag, chain bag, hobo bag, slouch bag, flap bag; hobo',
  'clutches < handbags (Clutches)':
    'clutch, clutch bag, evening bag, evening purse, evening clutch, envelope bag, clutch purse, envelope clutch; minaudiere, wristlet',
  'crossbody-bags < handbags (Crossbody bags)':
    'crossbody, crossbody bag, cross body, cross body bag, camera bag, messenger bag, saddle bag, sling bag, crossbody purse; messenger',
  'bucket-bags < handbags (Bucket bags)': 'bucket bag, drawstring bag, duffle purse, pouch bag',
  'top-handle-bags < handbags (Top-handle bags)':
    'top handle bag, top handle, structured bag, satchel bag, grab bag, box bag, tote handbag; satchel, kelly bag, birkin, birkin bag, lady dior, capucines, peekaboo bag',
  'backpacks < bags (Backpacks)':
    'backpack, rucksack, knapsack, back pack, school bag, schoolbag, daypack, ruck sack, bookbag',
  'belt-bags < bags (Belt bags)':
    'belt bag, bum bag, bumbag, fanny pack, waist bag, waist pack, hip bag',
  'wallets < bags (Wallets)':
    'wallet, billfold, card case, coin pouch; card holder, cardholder, coin purse, money clip, passport holder',
  'luggage < bags (Luggage)': 'luggage, trolley case, carry on, cabin bag, travel bag; suitcase',
}

const ACCESSORIES: KindTable = {
  'jewelry (Jewelry)': 'jewelry, jewellery, jewelery, jewel, bijou, bling, jewels',
  'earrings < jewelry (Earrings)':
    'earring, hoop earring, stud earring, drop earring, ear ring, dangly earring, statement earring; hoop, stud, ear stud, ear cuff, huggie',
  'necklaces < jewelry (Necklaces)':
    'necklace, curb chain, pendant necklace, collar necklace, neck chain, chain necklace; pendant, choker, locket, chain, beads, pearls, lariat',
  'bracelets < jewelry (Bracelets)':
    'bracelet, charm bracelet, cuff bracelet, bangle bracelet, armband, tennis bracelet; bangle, cuff, wristband, armlet, love bracelet, juste un clou, pandora bracelet',
  'rings < jewelry (Rings)': 'ring, signet ring, engagement ring; signet',
  'brooches < jewelry (Brooches)':
    'brooch, hair jewel; lapel pin, tie pin, tie clip, cufflink, cuff link, anklet',
  'accessories (Accessories)': 'accessory, accessories',
  'watches < accessories (Watches)':
    'watch, wristwatch, wrist watch, timepiece, tank watch, dress watch, smart watch; chronograph, smartwatch, apple watch, submariner, datejust, speedmaster, g shock, cartier tank, daytona watch',
  'hats < accessories (Hats)':
    'hat, headwear, panama hat, top hat, sun hat, sunhat, wide brim hat, floppy hat, bucket hat, trapper hat, cowboy hat, headgear, rain hat, brimmed hat; fedora, balaclava, earmuff, ear muff, trilby, panama, boater, bowler, fascinator, turban',
  'beanies < hats (Beanies)':
    'beanie, beanie hat, bobble hat, woolly hat, wooly hat, knit cap, knit hat, knitted hat, toque, tuque, watch cap, ski hat, pom pom hat',
  'caps < hats (Caps)':
    'cap, baseball cap, baseball hat, dad hat, dad cap, trucker hat, trucker cap, peaked cap, flat cap, newsboy cap, ball cap, baker boy cap; snapback, visor',
  'berets < hats (Berets)': 'beret, french hat',
  'scarves < accessories (Scarves)':
    'scarf, muffler, head scarf, foulard, neck scarf, wrap scarf, square scarf, infinity scarf; shawl, pashmina, neckerchief, bandana, bandanna, stole, snood, headscarf, pocket square, handkerchief',
  'hijabs < scarves (Hijabs)': 'hijab, niqab, dupatta, shayla',
  'belts < accessories (Belts)': 'belt, waistband belt, waist belt, cinch belt; cummerbund',
  'ties < accessories (Ties)': 'tie, necktie, neck tie, skinny tie; cravat, ascot',
  'bow-ties < ties (Bow ties)': 'bow tie, bowtie, dickie bow, dicky bow',
  'gloves < accessories (Gloves)': 'glove, mitten, mitt, driving glove, gauntlet',
  'eyewear < accessories (Eyewear)': 'eyewear',
  'sunglasses < eyewear (Sunglasses)':
    'sunglasses, sunglass, sunnies, shades, sun glasses, dark glasses, aviator sunglasses; aviator, aviators, wayfarer, clubmaster, holbrook',
  'glasses < eyewear (Glasses)':
    'glasses, eyeglass, eyeglasses, spectacle, specs, reading glasses, optical frame, frames, prescription glasses, spectacles, aviator glasses, eye glasses, readers',
  'suspenders < accessories (Suspenders)': 'suspender, braces',
  'hair-accessories < accessories (Hair accessories)':
    'hairclip, alice band, hair band, hairband, hair slide, hair tie; scrunchie, headband, barrette, hair clip, claw clip, tiara, veil',
  'other (Other things)': '',
  'umbrellas < other (Umbrellas)': 'umbrella, brolly, gamp; parasol',
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
  const [synonyms = [], narrower = []] = names
    .split('; ')
    .map((list) => list.split(', ').filter(Boolean))
  return { id, parent: parent ?? null, label, names: [...synonyms, ...narrower], narrower }
}

export const KINDS: readonly KindEntry[] = [
  CLOTHING,
  OUTERWEAR,
  FOOTWEAR,
  BAGS,
  ACCESSORIES,
].flatMap((table) => Object.entries(table).map(readEntry))

/**
 * Words that mean different things in Britain, America or Australia, or that are used for a wider group.
 * In a query they mean all of these kinds, the first ones most; in a product's title, only the kind of the
 * table above.
 */
export const AMBIGUOUS_NAMES: Readonly<Record<string, readonly string[]>> = {
  vest: ['vests', 'tanks'],
  pant: ['trousers', 'underwear'],
  jumper: ['sweaters', 'cardigans'],
  sweater: ['sweaters', 'cardigans'],
  pullover: ['sweaters'],
  pump: ['heels', 'flats'],
  thong: ['sandals', 'underwear'],
  'rain jacket': ['trenches', 'parkas'],
  'waterproof jacket': ['trenches', 'parkas'],
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
  'mary jane': ['flats', 'heels'],
  'peep toe': ['heels', 'boots', 'sandals'],
  slingback: ['heels', 'flats', 'sandals'],
  'sling back': ['heels', 'flats', 'sandals'],
  platform: ['heels', 'sandals', 'boots', 'sneakers'],
  wedge: ['heels', 'sandals', 'sneakers'],
  espadrille: ['mules', 'flats', 'sandals'],
  moccasin: ['loafers', 'slippers'],
  mocassin: ['loafers', 'slippers'],
  sleepsuit: ['nightwear', 'jumpsuits'],
  babygrow: ['nightwear', 'jumpsuits'],
  onesie: ['jumpsuits', 'nightwear'],
  bodysuit: ['tops', 'jumpsuits', 'underwear'],
  corset: ['tops', 'underwear'],
  bustier: ['tops', 'underwear'],
  tunic: ['tops', 'dresses'],
  pinafore: ['dresses', 'skirts'],
  bolero: ['jackets', 'cardigans'],
  shrug: ['cardigans', 'jackets'],
  messenger: ['crossbody-bags', 'bags'],
  duffel: ['bags', 'luggage'],
  baguette: ['handbags', 'shoulder-bags'],
  wristlet: ['clutches', 'wallets'],
  thermal: ['long-sleeve-tops', 'underwear'],
  'base layer': ['long-sleeve-tops', 'underwear', 'sweaters'],
  baselayer: ['long-sleeve-tops', 'underwear', 'sweaters'],
  dungaree: ['jumpsuits', 'trousers'],
  overall: ['jumpsuits', 'trousers'],
}

/** Words before a kind that titles use for the same thing. */
export const SAME_WORDS: readonly string[] = [
  'jumper sweater knit',
  'plimsoll plimsole canvas',
  'walking hiking',
  'wellington wellie welly rain rubber',
  'gilet bodywarmer',
  'pyjama pajama',
  'shacket overshirt',
  'moccasin mocassin',
  'bootie shootie',
]
