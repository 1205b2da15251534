const splitWords = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

/** Whom other things that are called like clothes are for. */
export const OTHER_WEARERS = splitWords(
  'dog dogs puppy puppies cat cats kitten kittens horse horses pony pet pets hamster doll dolls',
)

/**
 * Nouns of things, places and questions that are no fashion and no detail of clothes. A query that ends with
 * one asks for that, whatever its other words mean: 'leather sofa', 'ski lift tickets', 'gold price'.
 */
export const OTHER_NOUNS = splitWords(
  // Home
  'sofa sofas couch table tables tablecloth chair chairs desk desks lamp lamps bed beds bedding',
  'mattress bath towel towels pillow pillows pillowcase pillowcases cushion cushions carpet carpets rug rugs',
  'curtain curtains blanket blankets duvet sheets quilt wallpaper drawer drawers bench shelf shelves cupboard',
  'mirror mirrors vase vases candle candles clock clocks furniture door doors window windows floor',
  'roof wall walls room rooms kitchen bathroom bedroom garage garden gardens lawn fence house houses apartment',
  'hotel hotels hostel villa sink toilet shower tap oven fridge freezer microwave kettle toaster',
  'fryer blender dishwasher dryer vacuum hoover cooker stove pan pans pot pots plate plates bowl bowls',
  'spoon spoons fork forks knife knives cutlery mug mugs jar jars bucket bin bins hanger hangers hook',
  'hooks rack racks stand stands holder holders organizer organiser box boxes cover covers',
  // Tools and materials
  'machine machines tool tools drill hammer screwdriver saw sander spanner ladder brush brushes paint paints',
  'glue tape polish spray cleaner cleaners detergent repair repairs kit kits parts battery batteries charger',
  'chargers cable cables plug plugs socket lock locks hinge pipe pipes pump pumps engine engines motor oil oils',
  'wood timber tile tiles yarn thread needle needles loom sewing',
  // Electronics
  'laptop laptops computer computers tablet ipad iphone android phone phones tv television screen monitor',
  'monitors printer printers keyboard speaker speakers drone console playstation xbox router modem software app',
  'apps website websites',
  // Vehicles and travel
  'car cars truck trucks bus train trains plane boat boats bike bikes bicycle motorbike scooter tyre',
  'tyres tire tires wheel wheels seat seats helmet parking petrol insurance flight flights ticket tickets tour',
  'tours visa passport map maps lift trail trails station lake road',
  // Food, drink and health
  'food foods recipe recipes cake cakes bread pizza pasta rice soup salad cheese meat beef pork',
  'fish eggs egg milk tea beer wine wines vodka whisky juice water sugar salt pepper jam sweets',
  'candy biscuits cookies pie pies restaurant restaurants cafe vitamins vitamin paracetamol ibuprofen medicine',
  'pills tablets lotion shampoo conditioner soap perfume perfumes fragrance cologne deodorant',
  'makeup lipstick lipsticks lipgloss mascara eyeliner concealer serum moisturizer moisturiser',
  'sunscreen toothpaste toothbrush razor razors tampons diaper diapers nappy nappies tattoo tattoos botox',
  'dentist doctor hairdresser barber salon massage spa',
  // People, learning and leisure
  'ticket song songs lyrics album albums music movie movies film films game games gaming toy toys lego puzzle',
  'book books comic comics magazine newspaper poster posters painting paintings art drawing drawings photo',
  'photos picture pictures wallpaper video videos meme memes news story stories letter letters list lists score',
  'scores result results fixture fixtures racket rackets ball balls clubs bat mat mats rod rods tent tents',
  'weights dumbbell dumbbells treadmill trampoline pool membership class classes course courses',
  'lesson lessons exam exams job jobs salary vacancy vacancies career careers lawyer solicitor',
  'accountant photographer photographers florist venue venues caterer dj balloon balloons decoration',
  'decorations invitation invitations card cards bouquet wrapping confetti banner',
  'stroller strollers pram buggy crib cot cradle pacifier dummy names name meaning meanings definition quiz',
  'questions answers tutorial tutorials history biography height wiki wikipedia',
  'weather forecast temperature timezone bitcoin exchange rate rates',
  'mortgage loan loans tax taxes bank banks coin coins bullion auction auctions land market markets street town',
  'tree trees plant plants seeds fertilizer compost soil animal animals cage aquarium leash bedding',
  'chart charts calculator guide converter conversion youtube tiktok instagram paper papers hours opening address contact login password account',
  'dental dentures hammock cradle stencil stickers sticker',
)
