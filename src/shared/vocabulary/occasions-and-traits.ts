/** How things are cut: `group:value` with the words that say so in a title or a query. */
export const TRAITS: Readonly<Record<string, string>> = {
  'sleeves:none':
    'sleeveless, strapless, no sleeves, without sleeves, spaghetti strap, spaghetti straps, strappy, halter, halterneck, halter neck, bandeau, with straps, cami, slip dress, sundress, tank dress, pinafore',
  'sleeves:short':
    'short sleeve, short sleeves, short sleeved, cap sleeve, cap sleeves, half sleeve, half sleeves',
  'sleeves:long':
    'long sleeve, long sleeves, long sleeved, full sleeve, balloon sleeve, bishop sleeve, bell sleeve, batwing, longsleeve',
  'sleeves:some':
    'with sleeves, sleeve, sleeved, puff sleeve, cover my arms, cover arms, covers my arms, covers arms, covered arms, arms covered',
  'heel:flat':
    'flat, flat heel, no heel, no heels, without heel, without heels, heelless, flat sole',
  'heel:high':
    'heel, heeled, high heel, high heeled, stiletto, block heel, kitten heel, wedge, platform, pump',
  'hood:yes': 'hood, hooded, hoodie, with hood, with a hood',
  'hood:no': 'no hood, without hood, without a hood, hoodless',
  // A shawl collar is no shawl.
  'collar:shawl': 'shawl collar',
  'fastening:laces': 'laces, lace up, lace ups, lace up shoe, lace up boot, lace up sneaker',
  'fastening:none':
    'slip on, slip on shoe, slip on sneaker, laceless, no laces, without laces, chelsea boot, velcro',
  'length:mini': 'mini, short dress, short skirt, miniskirt, minidress',
  'length:midi': 'midi, knee length, tea length, calf length',
  'length:maxi': 'maxi, long dress, long skirt, floor length, full length, ankle length',
  'waist:high': 'high waisted, high waist, high rise, highwaisted',
  'waist:low': 'low waisted, low waist, low rise',
}

/** Lengths of dresses and skirts, anywhere in a query: 'long floral dress'. */
export const LENGTH_WORDS: Readonly<Record<string, string>> = {
  long: 'length:maxi',
  short: 'length:mini',
}

/** Traits that several values satisfy. */
export const TRAIT_VALUES: Readonly<Record<string, readonly string[]>> = {
  'sleeves:some': ['sleeves:some', 'sleeves:short', 'sleeves:long'],
}

/** Traits that a kind implies. */
export const TRAITS_OF_KIND: Readonly<Record<string, string>> = {
  tanks: 'sleeves:none',
  camisoles: 'sleeves:none',
  tshirts: 'sleeves:short',
  'polo-shirts': 'sleeves:short',
  'long-sleeve-tops': 'sleeves:long',
  knitwear: 'sleeves:long',
  sweaters: 'sleeves:long',
  turtlenecks: 'sleeves:long hood:no',
  cardigans: 'sleeves:long',
  hoodies: 'sleeves:long hood:yes',
  sweatshirts: 'sleeves:long',
  parkas: 'hood:yes',
  sneakers: 'heel:flat',
  flats: 'heel:flat',
  slippers: 'heel:flat fastening:none',
  loafers: 'heel:flat fastening:none',
  'rain-boots': 'heel:flat fastening:none',
  mules: 'fastening:none',
  'dress-shoes': 'heel:flat',
  heels: 'heel:high',
  blazers: 'hood:no',
  suits: 'hood:no',
}

/**
 * Occasions, seasons and styles: what they are called; which kinds suit them, with weights from 1 to 3; what
 * counts for (+) and what rules out (-): colours, materials, patterns, traits, kinds and words of titles.
 * `*`: for children as well. `!`: a kind alone does not make it suitable, because most boots are not for hiking.
 * `=`: what is named for it, such as a bridal gown, suits nothing else but weather, sports and children. Without kinds, only products count
 * whose text names the occasion.
 */
export const OCCASIONS = `
wedding-guest: wedding guest, guest at a wedding, wedding party, wedding, weddings, wedding reception, civil wedding, beach wedding, winter wedding, church wedding, wedding outfit, wedding ceremony, garden wedding, barn wedding, country wedding, outdoor wedding, destination wedding, summer wedding, spring wedding, autumn wedding, fall wedding, evening wedding, registry office wedding; dresses 3, jumpsuits 2, suits 3, heels 2, clutches 2, blazers 1, ties 1, dress-shoes 2, skirts 1, blouses 1, sandals 1, handbags 1, earrings 1, necklaces 1, bracelets 1, flats 1, hats 1, loafers 1, trousers 1, shirts 1; +chiffon +satin +silk +floral +pink +green +blue +purple +crepe +gown +slip +wrap +lace; -white -cream -denim -graphic -work -office -maternity -bridal -knitted -hoodie -shirt -cotton -checked -tank -jersey -polo -t
bridal=: wedding dress, bridal, bride, bridal gown, wedding gown, hen party; dresses 3, heels 2, sandals 1, hair-accessories 2, earrings 1; +white +cream +lace +satin +silk +bridal +gown; -black -red -blue -green -yellow -brown -grey -pink -purple -orange -denim -striped -checked -dotted -graphic -knitted -leather -shirt -tank -polo -maternity
groom: groom, grooms, groomsman, groomsmen, best man, father of the bride, father of the groom, morning suit, lounge suit; suits 3, blazers 2, shirts 2, dress-shoes 3, vests 2, ties 2, bow-ties 2, trousers 1; +tailored +navy +grey +black +wool +white +tuxedo +oxford; -denim -graphic -jeans -cargo -shorts -hawaiian -casual -sports -flannel -puffer -fleece -knitted
bridesmaid: bridesmaid, bridesmaids, maid of honour, maid of honor, mother of the bride, mother of the groom, mother of bride, mother of groom, junior bridesmaid; dresses 3, heels 2, sandals 1, clutches 1, jumpsuits 1; +chiffon +satin +silk +maxi +pink +green +purple +blue +gown; -white -cream -black -denim -graphic -work -office -maternity -knitted -checked -leather -striped -shirt -cotton -tank -polo -jersey
funeral: funeral, funerals, wake, memorial service, mourning, burial, cremation, celebration of life, memorial; dresses 3, suits 3, blazers 2, coats 2, trousers 2, skirts 2, blouses 2, dress-shoes 2, flats 2, heels 2, ties 1, loafers 2, turtlenecks 1, tights 1; +black +navy +grey +sheath +midi +long-sleeve +wool +crepe; -red -yellow -pink -orange -green -white -beige -purple -gold -silver -brown -cream -multicolour -floral -graphic -animal -dotted -checked -striped -printed -stone -slip -sleeveless -denim -party -sequin -jeans -leggings -sweatpants -mini -blue -evening -gown -knitted -space
interview: job interview, interview, interviews, first interview, zoom interview, job interviews, university interview, college interview, second interview; blazers 3, suits 3, trousers 2, blouses 3, shirts 2, skirts 2, dress-shoes 2, heels 2, loafers 2, flats 2, dresses 2, turtlenecks 1, top-handle-bags 1, totes 1, ties 1, belts 1, vests 1; +navy +black +grey +white +pencil +tailored +wool +office; -denim -graphic -animal -party -sequin -jeans -leggings -sweatpants -mini -shorts -floral -beach -summer -cargo -hawaiian -velvet -corduroy -evening -tuxedo -polo -casual -plaid
office: office, work, work wear, workwear, office wear, business, business attire, professional, corporate, 9 to 5, desk, office job, desk job, corporate job, business trip, business formal, business professional; blazers 3, suits 3, trousers 2, blouses 3, shirts 3, skirts 2, dresses 2, dress-shoes 2, loafers 2, heels 2, flats 2, turtlenecks 2, cardigans 1, vests 1, totes 1, top-handle-bags 1, ties 1, coats 1, ankle-boots 1, belts 1, watches 1, backpacks 1; +navy +black +grey +white +pencil +tailored +wool +office +loafer +moccasin +brogue +derby +oxford +business; -denim -graphic -animal -party -sequin -jeans -leggings -sweatpants -mini -shorts -beach -summer -cargo -hawaiian -sun -sports -hiking -ski -puffer -evening -slip -tuxedo -polo -hawaiian -flannel -plaid
business-casual: business casual, smart casual, smart, casual friday, dressy casual, smart casual dinner; blazers 3, shirts 3, polo-shirts 2, trousers 3, loafers 3, sweaters 2, cardigans 2, vests 1, dress-shoes 3, blouses 2, turtlenecks 2, belts 1, flats 1, sneakers 1, ankle-boots 2, boots 1, jackets 1, turtlenecks 2, skirts 1, dresses 1, totes 1; +chino +navy +oxford +wool +leather +chelsea +chukka +desert +brogue +derby +loafer +moccasin +penny +tailored; -graphic -denim -jeans -leggings -sweatpants -sequin -shorts -animal -cargo -hiking -ski -maternity -hawaiian -running -sports -football -mesh -cowboy -rubber -evening -tuxedo
black-tie: black tie event, black tie dress code, black tie wedding, black tie party, gala, red carpet, opera, black tie ball, white tie event, white tie ball, white tie wedding; suits 3, dresses 2, bow-ties 3, dress-shoes 3, heels 2, clutches 3, shirts 1, blazers 2, ties 1, sandals 1, earrings 1, necklaces 1, bracelets 1, jumpsuits 1; +black +white +tuxedo +gown +satin +silk +velvet +evening +maxi +one-shoulder; -denim -graphic -cotton -casual -floral -striped -checked -knitted -mini -beach -work -office -leather jacket -jersey -linen -dotted -hawaiian -bridal -maternity -trouser -sheath -shift -shirt -wrap
evening: evening gown, evening wear, evening, gown, formal, formal wear, formalwear, elegant, dressy, dressing up, captains dinner, fancy, glamour, formal event, formal dinner, charity ball, award show, awards ceremony, military ball, masquerade ball, summer ball, winter ball, hunt ball; dresses 3, suits 2, heels 3, clutches 3, blouses 1, jumpsuits 2, bow-ties 1, dress-shoes 1, blazers 1, earrings 1, necklaces 1; +satin +silk +velvet +sequin +lace +maxi +gown +black +evening +chiffon; -denim -graphic -cotton -casual -knitted -checked -work -office -beach -jersey -summer -maternity -shirt -linen -striped -tank -polo -sun -bridal
cocktail: cocktail, cocktail party, cocktail dress, soiree, semi formal, semiformal, cocktail attire, cocktail bar, cocktail hour, rooftop bar; dresses 3, heels 2, clutches 2, jumpsuits 2, blazers 1, skirts 1, earrings 1; +satin +silk +velvet +sequin +lace +black +red +slip; -denim -graphic -casual -knitted -work -office -beach -jersey -maternity -linen -checked -cotton -shirt -summer -tank -polo -sun -bridal -maxi
party: party, parties, night out, going out, birthday party, birthday, club, clubbing, disco, new years eve, nye, celebration, hen night out, girls night, girls night out, ladies night, house party, 18th birthday, 21st birthday, 30th birthday, 40th birthday, 50th birthday, office party, work party, staff party, nightclub, bachelor party, retirement party, leaving party, leaving do, housewarming, housewarming party, rooftop party, school disco, reunion, school reunion, class reunion, high school reunion, casino, casino night, las vegas; dresses 3, heels 3, clutches 2, camisoles 3, tops 2, skirts 2, jumpsuits 2, blouses 2, blazers 1, earrings 1, sandals 2, shirts 1; +sequin +satin +velvet +gold +silver +mini +party +lace +mesh +silk +black +cocktail; -work -office -sports -training -hiking -fleece -maternity -knitted -school -linen -base -bridal -sheath
date-night: date night, date, first date, valentines, valentines day, romantic, anniversary, dinner date, second date, romantic dinner, anniversary dinner; dresses 3, heels 3, camisoles 2, blouses 2, skirts 2, clutches 2, shirts 1, boots 1, earrings 1, sandals 1, trousers 1, jeans 1; +red +black +satin +silk +lace +velvet +wrap +slip +cocktail +evening +lace; -work -office -sports -hiking -maternity -graphic -casual -beach -school -summer -bridal -denim -maternity -sheath
prom: prom, prom dress, homecoming, quinceanera, debutante, winter formal, school dance, leavers ball, school ball, sweet 16, sweet sixteen; dresses 3, heels 2, clutches 2, suits 2, bow-ties 1; +gown +maxi +satin +sequin +tulle +chiffon +evening; -work -office -denim -casual -graphic -cotton -knitted -maternity -checked -shirt -summer -linen -beach -jersey -tank -polo -bridal
graduation: graduation, commencement, confirmation, communion, christening, baptism, baby shower, bridal shower, graduation ceremony, gender reveal, naming ceremony, bar mitzvah, bat mitzvah; dresses 3, suits 2, blouses 2, skirts 1, heels 2, flats 1, blazers 2, shirts 1; +white +cream +pink +light-blue +floral +lace; -work -office -denim -graphic -leather -sequin -maternity
christmas: christmas, christmas party, xmas, holiday party, festive, christmas day, christmas eve, christmas dinner, office christmas party, work christmas party, christmas do; dresses 3, sweaters 2, heels 2, clutches 2, blazers 2, skirts 2, earrings 1, nightwear 1; +red +green +gold +silver +burgundy +velvet +sequin +satin +party; -beach -summer -sports -hiking -yellow -orange -work -office -maternity -linen -bridal
gym!: gym, gym wear, workout, work out, fitness, training, exercise, activewear, sportswear, sports, sport, sporty, athletic, crossfit, pilates, gymwear, pe kit, weightlifting, zumba, aerobics, kickboxing, martial arts, spin class, bootcamp, bouldering, badminton, squash; leggings 3, sweatpants 2, sneakers 3, tanks 2, shorts 2, hoodies 1, tshirts 1, underwear 1, socks 1, bags 1; +training +running +sports +mesh +polyester +compression +seamless +bra +dry; -silk -satin -denim -lace -leather -linen -wool -tailored -maternity -party -beach -swim -suit -cargo -chino -camisole -bermuda -floral -corduroy
running!: running, running outfit, jogging, jogger wear, marathon, run; sneakers 3, leggings 2, shorts 2, tanks 1, sweatpants 1, tshirts 1; +running +runner +mesh +training +polyester +dry; -silk -satin -denim -lace -leather -linen -wool -tailored -suede -maternity -swim -cargo -chino -bermuda -camisole -floral
yoga: yoga, pilates wear, meditation; leggings 3, tanks 2, sweatpants 2, hoodies 1; +yoga +seamless +soft +cotton; -silk -satin -denim -lace -leather -linen -wool -tailored -maternity -faux
cycling!: cycling, bike, biking, bicycle; shorts 2, jackets 1, gloves 1, sneakers 1, leggings 2, backpacks 1; +cycling +nylon +mesh; -silk -denim -leather -tailored -linen -faux -swim
tennis: tennis, golf, padel; skirts 1, shorts 2, polo-shirts 3, sneakers 3, caps 2; +white +pleated +court; -denim -leather -silk -swim -cargo
swimming=: swimming, swim, pool; swimwear 3, sandals 1; +swim; -leather -heeled
beach*: beach, beach holiday, beach vacation, beachwear, seaside, tropical, resort, summer holiday, pool party, island; swimwear 3, sandals 2, shorts 2, sunglasses 2, tanks 1, hats 1; +beach +straw +linen +swim +sun; -wool -leather jacket -velvet -felt -beanie -beret -heeled -fleece -tailored -winter -flat cap -fedora -cap -corduroy -running -training
holiday: holiday, vacation, holidays, travel, city break, trip, weekend away, honeymoon, city trip, sightseeing trip, getaway, theme park, amusement park, disneyland, weekend break, long weekend; sandals 2, shorts 2, sunglasses 2, dresses 2, sneakers 2, backpacks 2, totes 1, hats 1, tshirts 1; +linen +cotton +sun; -wool -velvet -work -office -fleece -ski
festival: festival, festivals, coachella, concert, gig, glastonbury, rave, burning man, music festival, gigs, rock concert, eras tour, carnival, mardi gras, pride parade, outdoor concert; boots 2, shorts 2, tanks 2, jackets 1, sunglasses 2, belt-bags 2, crossbody-bags 2, hats 1, tops 2, skirts 1; +denim +suede +fringed +crochet +festival +cowboy +mini +bucket +leather; -tailored -work -office -wool -silk -hiking -ski -base -blouse -evening -knee -riding -beret -rain
hiking!: hiking, hike, trekking, trek, camping, outdoor, outdoors, mountain, mountains, climbing, walking, mountain hike, walking holiday, camino, national park, hill walking, country walk, nature walk, glamping, wild camping; boots 3, backpacks 3, puffers 3, parkas 3, socks 2, beanies 2, sneakers 2, sweatpants 1; +hiking +trail +waterproof +fleece +merino +rain +base; -heeled -suede -chelsea -knee -patent -nappa -high -platform -leopard -cowboy -court -canvas -milano -ankle -rubber -shoulder -silk -lace
skiing!=: ski, skiing, ski trip, snowboarding, snow, apres ski, winter sports; puffers 3, beanies 2, gloves 2, turtlenecks 2, scarves 1, sweaters 1, socks 1, parkas 2; +ski +down +merino +insulated +wool +fleece +base; -silk -linen -sandals -cotton -denim -summer -suit
rain*: rain, rainy, rainy day, rainy days, rainy weather, wet weather, waterproof, water resistant, keep dry, keep me dry, monsoon, storm; trenches 3, rain-boots 3, umbrellas 3, parkas 1, jackets 1, coats 1, boots 1, backpacks 1; +waterproof +rain +rubber; -suede -silk -straw
winter*: winter, winters, cold weather, cold, warm, freezing, snowy, chilly, keep warm, keep me warm, cosy, cozy, cold days, winter wear, christmas market, ice skating, bonfire night, sledging, sledding, northern lights, december, january, february; coats 3, puffers 3, knitwear 2, scarves 2, gloves 2, beanies 2, boots 1, tights 1, capes 2, jackets 1; +wool +cashmere +down +alpaca +fleece +shearling +fur +quilted +winter +lined +merino; -linen -straw -sandals -sleeveless -summer -shorts -chiffon -swim -cotton -rain -trench -denim -silk -satin -nylon -seamless
summer*: summer, summery, summertime, hot weather, heatwave, heat wave, hot, hot days, warm weather, sunny, sunshine, hot country, hot climate, hot girl summer, june, july, august; dresses 2, shorts 3, sandals 3, tanks 3, swimwear 2, skirts 2, sunglasses 1, tshirts 2, shirts 1, hats 1, totes 1, trousers 1, blouses 1, flats 1; +linen +cotton +floral +sleeveless +straw +sun +summer +white +yellow; -wool -velvet -fur -leather -cashmere -fleece -knitted -tweed -corduroy -turtleneck -winter -beanie -felt -down -long sleeve -work -office -evening -velour -crepe -satin -party -sequin -alpaca
spring: spring, springtime, easter; trenches 3, dresses 2, cardigans 2, blouses 2, skirts 2, jackets 2, flats 2, sneakers 2, blazers 1; +floral +cotton +pink +yellow +green +linen +denim; -fur -down -winter -puffer -velvet -fleece
autumn*: autumn, fall, autumnal, fall weather, transitional, october, november, pumpkin patch; jackets 3, trenches 3, coats 2, knitwear 2, ankle-boots 2, boots 2, scarves 2, jeans 1, trousers 1; +brown +orange +burgundy +olive +camel +wool +suede +leather +corduroy +rust +mustard; -linen -sandals -swim -straw -summer -sleeveless -beach -velour
school*: back to school, school, school uniform, uniform, college, university, campus, uni, picture day, lectures; backpacks 3, sneakers 2, skirts 1, shirts 1, polo-shirts 2, sweaters 1, hoodies 2, jeans 1, trousers 1, tshirts 1, cardigans 1; +school +pleated +canvas; -silk -satin -sequin -evening -party -leather -heeled -swim -tailored -work -office -leopard -linen
lounge: loungewear, lounge, lounging, at home, comfy, comfortable, cosy night in, working from home, wfh, lazy day, couch, sofa day, movie night, netflix, spa, spa day, spa weekend, duvet day, sick day, hospital stay, after surgery; sweatpants 3, hoodies 3, slippers 3, leggings 2, nightwear 2, sweatshirts 2, cardigans 1; +fleece +soft +cotton +jersey; -silk -denim -tailored -leather -party -work -sports bra -faux -running -training -compression
sleep*=: sleep, sleep in, sleeping, bed, bedtime, nightwear, night; nightwear 3; +satin +cotton +flannel; -dress watch -bathrobe
airport: airport, flight, plane, travelling, traveling, long haul, travel day, road trip, long flight; sweatpants 3, leggings 2, hoodies 3, sneakers 3, cardigans 2, backpacks 2, loafers 1, totes 1, sweaters 1; +soft +cotton +jersey +cashmere +slip; -silk -sequin -heeled -tailored -leather -leopard -party -training -compression -faux -evening
casual: casual, normcore, everyday, daily, off duty, weekend, basic, basics, simple, school run, errands, running errands, coffee run, coffee date; tshirts 3, jeans 3, sneakers 3, hoodies 2, sweaters 2, shirts 1, shorts 2, jackets 1, sweatshirts 2; +cotton +denim +canvas +jersey; -satin -sequin -silk -evening -party -tailored -velvet -lace
brunch: brunch, lunch, garden party, tea party, picnic, races, ascot, ladies day, bottomless brunch, high tea, afternoon tea, derby day, horse races, kentucky derby, mothers day, sunday lunch, vineyard, wine tasting, day at the races, race day, flower show; dresses 3, blouses 2, skirts 2, sandals 2, flats 2, hats 1, heels 1, shirts 1; +floral +linen +cotton +pink +yellow +midi +wrap; -leather -work -office -sports -hiking -sequin -velvet -wool -black
barbecue: barbecue, bbq, cookout, grill; shorts 3, tshirts 3, shirts 2, sandals 2, polo-shirts 2, dresses 1, jeans 1, sneakers 2, sunglasses 1; +cotton +linen +denim; -silk -satin -sequin -velvet -wool -evening -work -office -swim
dinner: dinner, restaurant, theatre, theater, fine dining, dinner party, business dinner, wine bar, after work drinks, drinks after work; dresses 3, blouses 2, blazers 2, heels 2, shirts 1, skirts 1, trousers 1, clutches 1; +silk +satin +black +velvet; -graphic -sports -hiking -beach -denim -jersey -maternity -bridal
cruise: cruise, cruise wear, cruise evening wear, yacht; dresses 3, blazers 1, heels 2, sandals 1, clutches 2, blouses 1; +silk +satin +linen +white +navy +maxi +evening; -wool -graphic -sports -hiking -fleece -work -office -jersey -checked -winter
church: church, church service, temple, modest, modest wear, mosque, synagogue, sunday mass, sunday service, sunday best; dresses 2, skirts 2, blouses 2, coats 1, flats 1, cardigans 1, scarves 2, abayas 3; +midi +maxi +long sleeve; -mini -sleeveless -sequin -graphic -shorts -mesh -party
maternity=: maternity, pregnancy, pregnant, pregnant women, nursing, breastfeeding, mum to be, mom to be, over bump
plus-size: plus size, plus sizes, plussize, curvy, big and tall
petite: petite, petites, short women
tall: tall women, tall fit
adaptive: adaptive, easy dressing
y2k: y2k, 2000s, noughties, early 2000s, 00s; jeans 2, skirts 2, tanks 2, tshirts 1, sneakers 1, shoulder-bags 2, hoodies 1; +mini +baby +y2k +cargo +low +baggy +pink +velour +butterfly +denim +baguette +bucket; -tailored -wool -silk -linen -office -work -midi -maxi -pencil -pleated midi -leather -cashmere -column
nineties: 90s, nineties, 1990s, 90s party, nineties party; jeans 3, boots 2, tanks 2, shirts 2, sneakers 2, camisoles 2, tshirts 2, dresses 1; +slip +plaid +checked +combat +baggy +denim +choker; -tailored -sequin
eighties: 80s, eighties, 1980s, 80s party, eighties party; blazers 3, jackets 2, leggings 2, earrings 1, jeans 2, sneakers 1; +neon +denim +hot +leather +acid; -linen
seventies: 70s, seventies, 1970s, disco era, 70s party, seventies party, disco party; trousers 2, jeans 2, jackets 2, dresses 2, boots 2, shirts 1, sunglasses 1; +flared +suede +corduroy +brown +orange +mustard +paisley +fringed; -sports
sixties: 60s, sixties, 1960s, mod; dresses 3, skirts 2, boots 2, flats 1, coats 1; +mini +shift +geometric +knee +dotted; -sports
fifties: 50s, fifties, 1950s, pin up, pinup, rockabilly; dresses 3, skirts 2, cardigans 1, heels 1, sunglasses 1; +dotted +flare +pencil +cat +gingham +halter; -sports
twenties: 20s, 1920s, flapper, art deco, 1920s party, 20s party, gatsby, great gatsby, roaring twenties, peaky blinders; dresses 3, hair-accessories 2, necklaces 2, heels 1, gloves 1, caps 2, vests 2, coats 1; +tweed +herringbone +flat +beaded +sequin +fringed +pearl +black +gold; -sports -denim
vintage: vintage, retro, old fashioned, nostalgic, eclectic grandpa, grandpacore, grandpa core; dresses 2, skirts 2, blouses 2, jackets 2, shirts 1, bags 1, hats 1, jeans 1; +checked +dotted +corduroy +suede +floral +vintage +tweed; -sports -training
minimalist: minimalist, minimal, minimalism, capsule wardrobe, scandi, scandinavian, clean girl, understated, timeless, vanilla girl; coats 3, shirts 2, trousers 3, sneakers 2, turtlenecks 3, blazers 2, tshirts 2, totes 2, sweaters 2, loafers 1, dresses 1; +black +white +beige +grey +cream +plain +minimalist +navy +wool; -floral -graphic -animal -striped -checked -dotted -sequin -red -yellow -pink -orange -green -purple -blue -gold -lace -geometric -abstract -zigzag -fair -paisley -brown -colour -herringbone -quilted -argyle -houndstooth -windowpane
cottagecore: cottagecore, cottage core, milkmaid, grandmacore, prairie, country girl, fairycore, fairy core; dresses 3, blouses 3, skirts 2, cardigans 2, totes 1, hats 1; +floral +gingham +cotton +linen +puff +straw +cream +pink +green +crochet +lace +prairie +yellow; -black -leather -graphic -work -office -sports -sequin -pencil -satin -sheath -navy -grey -brown -red -purple
boho: boho, bohemian, hippie, hippy, gypsy, boho chic; dresses 3, blouses 2, skirts 3, hats 1, sandals 2, boots 1, bags 1, necklaces 1, bracelets 1; +maxi +floral +crochet +fringed +suede +paisley +linen +embroidered +wrap +cotton +brown; -work -office -tailored -party -sequin -pencil -sheath -graphic -sports -blazer -mini -polo
goth: goth, whimsigoth, dark feminine, gothic, witchy, dark aesthetic, emo, vampire; boots 3, dresses 3, skirts 2, tops 2, jackets 2, tights 1, necklaces 1, trousers 1, coats 1, blouses 1; +black +lace +velvet +leather +mesh +combat; -white -pink -yellow -blue -green -orange -red -beige -cream -brown -grey -navy -gold -purple -multicolour -floral -silver
grunge: grunge, grungy, indie sleaze; shirts 3, boots 2, jeans 2, tshirts 2, jackets 1; +checked +flannel +combat +black +band +oversized +leather +denim; -white -pink -silk -linen -poplin -tailored -satin -striped -chelsea -polo -dotted -floral -oxford -hawaiian
punk: punk, rock, rock chic, biker, rocker, rockstar girlfriend, rock star girlfriend; jackets 3, boots 3, jeans 2, tshirts 2, belts 1, skirts 1; +leather +black +checked +tartan +studded +biker +combat; -linen -silk -floral -pink -beige
western: western, cowboy, cowgirl, country, rodeo, texas, coastal cowgirl, cowboy core, cowboycore; boots 3, jeans 1, jackets 1, shirts 1, hats 2, belts 1; +cowboy +western +fringed +suede +leather +brown +denim; -rubber -patent -hiking -silk -poplin -puffer -satin -nylon -chelsea -rain -beanie -beret -bucket
preppy: preppy, prep, ivy league, ivy style, collegiate; polo-shirts 3, cardigans 3, sweaters 2, blazers 3, skirts 2, loafers 3, shirts 2, vests 2, flats 1, ties 1; +navy +pleated +checked +striped +argyle +cable +tennis +oxford +tartan; -leather -graphic -black -sequin -mini dress -hoodie -animal -leopard -denim -satin -maxi
office-siren: office siren, sexy secretary, corpcore, corporate core; skirts 3, shirts 3, blouses 3, blazers 3, glasses 3, heels 3, trousers 2, cardigans 2, vests 2; +black +grey +navy +pencil +white +pinstripe +silk +satin +fitted; -denim -graphic -floral -linen -cargo -puffer -fleece -yellow -orange
old-money!: old money, quiet luxury, stealth wealth, old money style, country club, loro piana style; clothing 3, underwear 0, nightwear 0, swimwear 0, sweatshirts 0, jumpsuits 0, kurtas 0, sarees 0, abayas 0, kimonos 0, dirndls 0, hanboks 0, qipaos 0, lederhosen 0, kilts 0, jeans 0, leggings 0, outerwear 3, scarves 3, loafers 3, dress-shoes 2, handbags 3, belts 2, flats 2, watches 1, gloves 2, ankle-boots 2; +cashmere +wool +silk +linen +merino +suede +leather +camel +alpaca; -graphic -denim -animal -sequin -neon -orange -pink -purple -yellow -mustard -blue -green -red -rust -teal -striped -checked -printed -geometric -zigzag -colour -breton -fair -quilted -rain -hooded -hoodie -cargo -checkerboard -nylon -synthetic -faux -biker -distressed -mini -party -evening -work -sports -bow -jeans -sequined -fringed -tulle -patent -lace -kimono -hiking -bomber -shearling -gold -silver -multicolour -swimwear -underwear -kurta -saree
dark-academia: dark academia, light academia, academia, academic, scholar, professor, librarian, bookish, old library; blazers 3, cardigans 2, sweaters 2, turtlenecks 3, loafers 2, trousers 2, skirts 2, coats 2, vests 3, shirts 1, top-handle-bags 1, dress-shoes 2; +brown +tweed +wool +checked +corduroy +burgundy +pleated +houndstooth +plaid +herringbone +tartan +argyle; -pink -yellow -orange -graphic -denim -satin -sequin -nylon -neon -animal -linen -mini -polo -puffer -teal -purple
streetwear: streetwear, street style, hypebeast, blokecore, skater, skate, hip hop, urban, baddie; hoodies 3, sneakers 3, sweatpants 2, tshirts 2, caps 2, jackets 2, puffers 2, beanies 1, belt-bags 1, backpacks 1; +oversized +graphic +cargo +bomber +baggy +high +bucket +varsity; -silk -satin blouse -tailored -linen -lace -wool -floral -work -office
athleisure: athleisure, sporty chic, sporty look; leggings 3, sweatpants 2, sneakers 3, hoodies 2, sweatshirts 2, tanks 1, caps 1; +jersey +mesh +seamless; -silk -lace -denim -tailored -leather -faux
classic: classic, timeless style, french girl, parisian, parisian chic, french style; trenches 3, blazers 3, shirts 2, jeans 1, flats 2, loafers 2, berets 1, coats 2, sweaters 1, scarves 1, cardigans 1; +striped +breton +white +navy +black +beige; -graphic -animal -neon -sequin
coastal: coastal, coastal grandmother, nautical, sailor, hamptons, riviera; shirts 3, trousers 2, sweaters 2, sandals 2, totes 2, hats 1, dresses 1; +linen +white +blue +striped +straw +navy +cream +beige +breton; -leather -black -graphic -sequin -animal -velvet
coquette: coquette, soft girl, kawaii, lolita, girly, balletcore, ballet core, romantic style, feminine style, princess, bridgerton, regencycore; dresses 3, skirts 3, blouses 3, flats 2, cardigans 2, hair-accessories 2; +pink +white +lace +bow +tulle +ruffle +puff +satin +cream; -leather -graphic -cargo -sports -brown -black -orange -rust -pencil -pinstripe -tailored
barbiecore: barbiecore, barbie; dresses 3, heels 3, tops 2, skirts 2, bags 2, blazers 2, trousers 1; +pink +hot +fuchsia; -black -brown -grey -green -navy -white -beige -blue -red -yellow -orange
military: military, army, utility, safari; jackets 3, trousers 2, boots 2, shirts 1, shorts 1; +olive +khaki +cargo +camouflage +utility +green; -pink -silk -sequin
workwear-heritage: heritage, lumberjack, rugged, chore; shirts 3, jackets 2, boots 3, jeans 2; +flannel +checked +denim +corduroy +selvedge +leather +canvas; -silk -satin
gorpcore: gorpcore, gorp core, techwear; puffers 3, jackets 2, sneakers 2, trousers 1, backpacks 2, beanies 1; +fleece +trail +nylon +hiking +cargo +rain; -silk -wool -tailored -lace
indie: indie, twee, artsy, arty, hipster, quirky; shirts 2, cardigans 2, boots 2, jeans 1, dresses 2, glasses 1, totes 2; +checked +corduroy +geometric +abstract +striped; -tailored
glam: glam, glamorous, hollywood, diva, mob wife; dresses 3, heels 3, coats 2, earrings 2, sunglasses 2, clutches 2; +fur +sequin +gold +satin +leopard +velvet +silver +animal; -cotton -sports -denim -work
resort-chic: resort wear, coverup, cover up, kaftan season; dresses 2, swimwear 2, sandals 2, shirts 1, totes 1, hats 1; +linen +crochet +straw +maxi +white; -wool -work -leather -felt
halloween: halloween, costume party, fancy dress; dresses 1, capes 3, boots 1, hats 1; +black +orange +purple +velvet; -work
st-patricks: st patricks, st patricks day, saint patricks; tops 2, dresses 2, sweaters 2, accessories 1; +green; -red -blue -black -white -pink -yellow -brown -grey
thanksgiving: thanksgiving, family dinner; sweaters 3, dresses 2, skirts 2, boots 1, cardigans 2; +brown +orange +burgundy +mustard +corduroy +wool; -swim -beach
eid: eid, ramadan, iftar; abayas 3, kurtas 3, dresses 1, scarves 2; +embroidered +silk +maxi; -mini -sleeveless
diwali: diwali, sangeet, mehndi, indian wedding, navratri, garba, bollywood, bollywood party, haldi, puja; kurtas 3, sarees 3; +silk +embroidered +red +gold +pink
oktoberfest: oktoberfest, wiesn, tracht, trachten, volksfest; dirndls 3, lederhosen 3; +checked
nurse: nurse, hospital, on my feet all day, standing all day, walk all day, walk in all day, walking all day, waitress, waiter, walk all day in, stand all day, be on my feet all day; sneakers 3, flats 1, loafers 1, socks 1; +comfort +cushioned +soft; -heeled
gardening: gardening, farm, dog walking, mud, muddy; rain-boots 3, jackets 1, boots 1, sweaters 1; +rubber +waterproof; -silk -suede -heeled
riding: horse riding, equestrian, riding; tall-boots 3, jackets 1, boots 1, trousers 1; +riding +leather +knee; -heeled
motorbike: motorbike, motorcycle, motorbiking; jackets 3, boots 2, gloves 2, jeans 1; +leather +biker; -denim jacket -satin -linen
sailing: sailing, boating, fishing; jackets 2, sweaters 2, loafers 1, trousers 1; +waterproof +striped +navy +rain; -sequin
dance: dance, dancing, ballet, salsa, ballroom; heels 2, flats 2, skirts 2, leggings 1, dresses 2; +ballet +flare; -hiking
photoshoot: photoshoot, photo shoot, engagement photos, family photos; dresses 3, blouses 2, shirts 2, sweaters 1, blazers 1; +plain +cream +beige +blue; -graphic -sports
first-day: first day at work, internship, business meeting, presentation, conference, networking, speech, career fair, job fair, new job, first day of work, client meeting, board meeting; blazers 3, suits 3, blouses 2, shirts 2, trousers 2, dresses 2, heels 1, loafers 2, dress-shoes 2; +navy +black +grey +tailored; -denim -graphic -jeans -leggings -shorts -sequin -beach -mini -cargo
tailgate: tailgate, game day, football game, match day, stadium; hoodies 3, jeans 2, sneakers 3, caps 2, tshirts 2, jackets 1; +denim +varsity +cotton; -silk -satin -sequin -heeled -evening
safari-trip: safari trip, desert, zoo; shirts 2, shorts 3, hats 2, boots 1, trousers 2; +linen +cotton +khaki +beige +olive +utility; -black -silk -sequin -velvet
museum: museum, gallery, exhibition, sightseeing, city walk; sneakers 3, trousers 2, coats 1, totes 2, sweaters 2, jeans 1, trenches 2, flats 2; +cotton +wool +navy; -sequin -swim -training -heeled
commute: commute, commuting, train, bike to work; backpacks 3, sneakers 2, trenches 3, trousers 2, totes 2, parkas 2; +nylon +waterproof +canvas; -sequin -evening -swim
home-office: home office, video call, zoom call; cardigans 3, sweaters 3, blouses 2, sweatpants 2, slippers 2, shirts 1; +soft +cotton +cashmere; -sequin -swim -training
rehearsal-dinner: rehearsal dinner, engagement party, engagement, bachelorette, hen do, hen night; dresses 3, heels 2, jumpsuits 2, clutches 2, blouses 1; +satin +lace +silk +pink +white +cream +slip; -work -office -denim -graphic -jersey -checked -maternity -winter
baptism-guest: christening guest, baptism guest, communion guest, confirmation guest; dresses 3, blazers 2, blouses 2, suits 2, heels 1, flats 2; +floral +pink +blue +midi; -black -sequin -mini -leather -denim -graphic -work
new-mum: new mum, new mom, postpartum, breastfeeding friendly
wheelchair: wheelchair, seated wear
sensitive-skin: sensitive skin, eczema, hypoallergenic; tshirts 2, underwear 2, nightwear 2, socks 2, leggings 1; +cotton +silk +bamboo +organic +modal; -wool -polyester -synthetic -nylon -mohair -lace
vegan: vegan, animal free, cruelty free; sneakers 2, bags 2, boots 2, belts 2, jackets 2, coats 2, loafers 2; +canvas +cotton +faux +mesh +nylon; -leather -suede -wool -silk -cashmere -fur -down -merino -nappa -patent -alpaca -mohair -lambswool -shearling
sun-protection: sun protection, uv protection, sunburn; hats 3, sunglasses 3, shirts 1; +wide +straw +linen +sun; -beanie -beret -wool -felt
windy: windy, wind, breezy, windproof; jackets 3, parkas 3, trenches 3, scarves 2, beanies 2, puffers 2; +nylon +waterproof; -lace -chiffon -linen -denim
layering: layering, layers, layered, in between; cardigans 3, shirts 2, turtlenecks 3, vests 3, blazers 2, jackets 2, sweaters 1; +fine +cotton +merino +knitted; -sequin -swim
travel-light: packing light, carry on only, backpacking, backpacker; backpacks 3, sneakers 3, tshirts 2, leggings 2, trousers 1, sandals 2; +merino +nylon +cotton; -silk -sequin -heeled -velvet
first-communion*: first communion, holy communion, flower girl, page boy, ring bearer; dresses 3, suits 3, shirts 2, flats 1; +white +cream +lace +tulle +satin; -black -graphic -denim -leather -red
playground*: playground, kindergarten, nursery, daycare, playing outside; jumpsuits 3, rain-boots 3, sneakers 2, leggings 2, tshirts 2, jackets 1; +cotton +denim +waterproof; -silk -satin -heeled -lace
french-riviera: italian summer, tomato girl, amalfi, mediterranean, la dolce vita, euro summer; dresses 2, shirts 3, sandals 3, sunglasses 3, hats 2, shorts 2, totes 2, trousers 1; +linen +white +yellow +striped +straw +blue +cotton; -wool -leather -black -velvet -fleece -graphic
tomboy: tomboy, androgynous style, boyish, masculine; shirts 3, trousers 2, sneakers 3, blazers 2, loafers 2, vests 2, jeans 2; +oversized +straight +boxy; -lace -ruffle -floral -pink -sequin -bow
mermaid-core: mermaidcore, mermaid core, ocean aesthetic; skirts 2, dresses 2, tops 2, earrings 2, sandals 1; +teal +turquoise +silver +pearl +sequin +satin +mesh; -brown -orange -red -wool -denim
cyberpunk: cyberpunk, cyber, futuristic, rave wear, space; boots 2, jackets 2, sunglasses 2, trousers 1, tops 2; +silver +black +patent +mesh +neon +nylon; -floral -linen -brown -beige
romantic-goth: victorian, regency, medieval, renaissance; dresses 3, blouses 3, skirts 2, capes 2, gloves 1; +lace +velvet +puff +ruffle +maxi +satin +corset; -denim -graphic -sports -mini
lagenlook: artsy teacher, lagenlook, architect style, gallery owner; coats 2, dresses 2, trousers 2, glasses 2, boots 1; +black +linen +wide +oversized +geometric +asymmetric; -sequin -pink
surfer: surf, surfer, surfing, skateboarding; shorts 3, tshirts 2, swimwear 2, hoodies 2, sandals 2, sneakers 1; +board +graphic +cotton; -silk -tailored -wool -leather
biker-girl: moto chic, moto; jackets 3, boots 3, jeans 2; +leather +black +biker; -linen -floral
sweater-weather: sweater weather, hygge, fireplace, cabin; sweaters 3, cardigans 3, turtlenecks 2, scarves 2, beanies 2, socks 2; +cable +wool +cashmere +chunky +mohair +fair +knitted; -linen -silk -sleeveless
teacher: teacher, teaching, classroom; cardigans 3, dresses 2, blouses 2, flats 3, loafers 2, trousers 2, skirts 1, sweaters 1; +midi +cotton; -mini -sequin -sheer -swim
laptop: laptop, macbook, notebook computer, 13 inch laptop, 14 inch laptop, 15 inch laptop, 15.6 inch laptop, 16 inch laptop; backpacks 3, totes 3, bags 2, top-handle-bags 1; +laptop +briefcase +wide +market +work +messenger; -mini -small -gym -toiletry -wash -makeup
hand-luggage: hand luggage, weekend trip, overnight trip, overnight stay, one night; backpacks 3, luggage 3, bags 2, totes 2; +weekend +travel +duffel +holdall +wide; -mini -small -laptop
parisian-colour: dopamine dressing, maximalist, maximalism, eclectic, colourful style, colorful style; coats 3, skirts 3, dresses 2, berets 3, blouses 2, heels 2, handbags 2, blazers 2; +red +pink +yellow +green +orange +purple +checked +floral +dotted +houndstooth +graphic +printed +striped; -black -grey -beige -brown -navy -sports -work -hiking -maternity -bridal -plain white
royal-visit: royal ascot, polo match, wimbledon, opening night, vow renewal, silver wedding, golden wedding; dresses 3, blazers 2, hats 2, heels 2, suits 2, clutches 1; +midi +floral +silk +crepe +tailored; -denim -graphic -sports -sequin -mini -bridal -maternity
court-date: court date, court hearing, parents evening, visa appointment, to court, in court, jury duty, meeting the parents, meet the parents, meeting his parents, meeting her parents; blazers 3, suits 3, trousers 2, blouses 2, shirts 2, dresses 2, dress-shoes 2, loafers 2, flats 2; +navy +black +grey +white +tailored; -denim -graphic -jeans -leggings -shorts -sequin -party -beach -mini -evening -maternity -animal
gift*: gift, gifts, present, presents, birthday present, birthday gift, christmas present, christmas gift, stocking filler, secret santa; scarves 3, wallets 3, earrings 3, necklaces 3, bracelets 3, watches 3, gloves 3, ties 2, belts 2, beanies 2, handbags 2, slippers 2, nightwear 2, socks 2, sweaters 1; +gift +silk +cashmere +leather +gold +silver +wool; -work -sports -maternity -bridal
moving: moving house, painting the house, diy, cleaning the house, allotment; sweatpants 3, tshirts 3, jeans 2, sneakers 2, sweatshirts 2, jumpsuits 2; +cotton +denim; -silk -satin -sequin -heeled -white
`
