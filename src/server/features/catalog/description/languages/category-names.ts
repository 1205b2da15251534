/**
 * Names of apparel categories, written by `npm run category-names`. From Shopify's product taxonomy
 * (github.com/Shopify/product-taxonomy), Copyright (c) Shopify, under the MIT licence, whose text is in the
 * file LICENSE.
 */
export const CATEGORY_NAMES = {
  'bg-BG': `
trouser: ежедневни спортни панталони, панталони, шалвари, домашни долнища
sweatpant: джогъри, анцузи, спортни панталони, домашни панталони
legging: клинове, джегингс
shorts: шорти, бермуди, джегингс шорти, къси панталони
tights: чорапогащи
hoodie: суетшърти с качулка
sweatshirt: суетшърти без качулка
jacket: леки спортни якета, якета
top: ежедневни спортни горнища, горнища за базов слои, скъсени блузи, бодита, туники, горни дрехи, блузи тип корсет, корсети, бюстиета, домашни горнища, ученически униформени блузи, медицински блузи
t shirt: тениски
tank: потници, долни тениски за момчета, долни тениски за момичета, дамски долни дрехи, мъжки долни тениски
waistcoat: елеци
jumpsuit: трика, цели пижами, гащеризони с презрамки, гащеризони за цялото тяло, летателни костюми
jean: дънки
skirt: поли, поли панталони
cape: пелерини, пончо
parka: парки
puffer: пухени якета
trench: дъждобрани, тренчкоти
blazer: спортни якета, сака
swimwear: буркини, плажно облекло, цели бански костюми, дрехи с uv защита, горнища за сърф, бански тип боксерки, бански тип шорти, багажници, бикини, къси боксерки, бански, шорти за сърф, бански костюми за цикъл, менструални бански костюми, цели менструални бански костюми, клинове за плуване, шорти за плуване, поли за плуване
polo shirt: поло блузи
shirt: ризи, блузи тип хенли
sweater: пуловери
underwear: бельо за момчета, термо клинове за момчета, боксерки тип шорти, слипове, бельо за момичета, термобельо за момичета, гащи за момичета, момчешки шорти, полубоксерки, гащички, менструално бельо, прашки, бельо за малки деца, боксерки, дамско бельо, къси прозрачни нощници, сутиени, комплекти бельо, фусти тип пола, фусти тип панталон, оформящо облекло, цели оформящи бодита, гащи с висока талия, оформящи тесни рокли, оформящи клинове, оформящи талията корсети, изрязани бикини, стрингове, дамски комбинезони, бельо за бременни, мъжки термо клинове, мъжко бельо, долни гащи, термо клинове
blouse: блузи
dress: рокли
camisole: камизоли
legwear: чорапи, чорапогащници
outerwear: връхно облекно за бременни, връхни дрехи, чапси
nightwear: спално облекло за бременни, домашно облекло, нощници, пижами, халати
coat: палта, бели престилки
suit: гащеризони за сняг, костюми, смокинги
sock: чорапи до глезена, спортни чорапи, компресивни чорапи, дълги чорапи, чорапи за танци, официални чорапи, чорапи тип терлици, чорапи за пети, чорапи над коляното, чорапи до коляното, полупрозрачни чорапи, къси чорапи за маратонки, термо чорапи, чорапи с пръсти
abaya: абаи, джилбааб, кафтани
qipao: чонгсам рокли
kurta: дашики
dirndl: дирндли
hanbok: ханбок
kilt: килтове
kimono: кимона, юката
saree: сарита, лехенги
belt: колани
brooch: ръкавели, щипки за вратовръзка, гривни за глезен, брошки, значки за ревери
hairclip: диадеми, щипки за коса, ленти за глава, ластици тип скрънчи, спираловидни ластици за коса
scarf: носни кърпички, джобни кърпички, шалове, наметки
hat: шапки, бомбета, фесове, сомбреро, цилиндри, аксесоари за глава, фасинатори, накити за глава, тюрбани
cap: беизболни шапки, каскети, шапки за дипломиране, шапки с права козирка, мрежести шапки, козирки
beanie: шапки биини
beret: барети
tie: вратовръзки
bow tie: папионки
sunglasses: слънчеви очила
suspender: тиранти
hijab: шалове дупата
bracelet: накитници, гривни
handbag: дамски чанти, чанти тип багета, докторски чанти
bag: раници, чанти, куфарчета
tote: плажни чанти, пазарски чанти, чанти за пазаруване, чанти тип пазарска
belt bag: чанти за колан, чантички за кръста
bucket bag: чанта тип кофа
clutch: чанта тип клъч, чанти плик, чанти с прегъване, малки вечерни чанти
crossbody: чанти през рамо, чанти тип седло, пощенски чанти
shoulder bag: чанти хобо, чанти за рамо
top handle bag: чанти за учебници
backpack: ученически чанти, туристически раници, раници за лаптоп, ученически раници
wallet: портмонета за монети, щипки за пари, чантички за врат, портфеили
jewelry: бижута
earring: обеци
necklace: колиета
ring: пръстени, сватбени халки
watch: смартчасовници, часовници
shoe: обувки
sneaker: спортни обувки, кецове
boot: ботуши
flat: равни обувки
heel: токчета
sandal: сандали
slipper: чехли
luggage: куфари
`,
  cs: `
sweatpant: joggery, teplaky, teplakove kalhoty, domaci kalhoty
legging: leginy, dzeginy
shorts: sortky, bermudy, kratke kalhoty
tights: puncochy, puncochace
hoodie: mikiny s kapuci, kojici mikiny s kapuci
sweatshirt: mikiny
top: sportovni topy, horni dily zakladni vrstvy, zkracene topy, body, tuniky, obleceni topy, korzetove topy, korzety, bustyry, tehotenske topy, skolni uniformy horni dily, zdravotnicke haleny
t shirt: tricka
tank: tilka, chlapecka spodni tricka, divci spodni tricka, damska spodni tricka, panska spodni tricka
jacket: bundy, bolerka, bombery, vetrovky
waistcoat: vesty
jumpsuit: trikoty, overaly, dupacky, pracovni kalhoty s laclem, kombinezy
suit: triatlonove kombinezy, zimni kalhoty s laclem, zimni kombinezy, obleky, kalhotove kostymy, kostymy se sukni, smokingy, nesite oblekove soupravy
jean: dziny
skirt: sukne
trouser: kalhoty
cape: plaste, ponca
outerwear: obleceni na motorku, tehotenske svrchni odevy, svrchni obleceni, kozene chranice
coat: svrchniky, kabaty, bile plaste
parka: parky
puffer: perove bundy
trench: plaste do deste, trenckoty
blazer: sportovni bundy, blejzry, smokingova saka
swimwear: burkiny, plazove obleceni, rashguardy, skirtiny, horni dily na surfovani, plavecke boxerky, plavkove saty, plavecke sortky, horni dily plavek, boxerky s kratsi nohavickou, bikiny, cestovni kufry, plavky, plazove sortky, plavecke jammery, plavkove leginy, plavkove sortky, plavkove sukne, tankiny
shirt: kosilove bundy, kosile, tricka henley
polo shirt: polo tricka
sweater: svetry
underwear: chlapecke spodni pradlo, chlapecke spodky, boxerky, sortky boxerky, slipy, divci spodni pradlo, divci spodky, chlapecke sortky, kalhotky, menstruacni pradlo, tanga, pradlo pro batolata, trenyrky, damske pradlo, kosilky babydoll, podprsenky, soupravy spodniho pradla, spodnicky, tvarovaci pradlo, celotelove, stahovaci pasy, damske spodky, damske kombine, tehotenske spodni pradlo, panske spodni pradlo, spodky kratke, podvlekacky
blouse: bluzy
dress: saty
legwear: puncochove zbozi
nightwear: tehotenske obleceni na spani, obleceni na doma, soupravy domaciho obleceni, nocni kosile, pyzama, zupany
sock: ponozky, podkolenky, termoponozky
abaya: abaje, dzilbaby, kaftany
qipao: saty cheongsam
kurta: dasiki, kurty, soupravy
dirndl: dirndly
hanbok: hanboky
kilt: kilty
kimono: kimona, jukaty
saree: sari, lehenga, lehengy
belt: opasky
brooch: manzetove knoflicky, spony do kravat, nakotniky, broze, odznaky
glove: rukavice, palcaky
hairclip: gumicky do vlasu, skripce do vlasu, celenky
scarf: kapesnicky do saka, satky, saly
hat: klobouky, burinky, cepice typu bucket, fezy, sombrera, cylindry, zimni cepice, pokryvky hlavy, ozdoby hlavy, turbany
cap: baseballove cepice, bekovky, promocni cepice, ksiltovky s rovnym ksiltem, ksiltovky se zahnutym ksiltem, celenky s ksiltem
beanie: cepice beanie
beret: barety
tie: kravaty, askoty, sady kravat
bow tie: motylky
sunglasses: slunecni bryle
suspender: sle
hijab: dupatty
bracelet: snurky, pasky, potitka na zapesti, naramky
handbag: kabelky, kabelkove batohy, doktorske tasky
bag: valcove tasky, konvertibilni tasky, kabelky potli, kabelky lichobeznikoveho tvaru, tasky na zapesti, zavazadla, kufriky, brasny pres rameno, prepravni tasky do posilovny, brasny na notebook
tote: plazove tasky, nakupni tasky, tasky tote
belt bag: ledvinky
bucket bag: tasky typu bucket
clutch: damska psanicka, obalkova psanicka, doplnky minaudiere
crossbody: tasky typu crossbody, sedlove brasny, postovni kabely
shoulder bag: tasky typu hobo, tasky pres rameno
top handle bag: brasny
backpack: skolni tasky, batohy
wallet: spony na penize, pouzdra na krk, penezenky
jewelry: klenoty, sperky na telo, sady sperku
earring: nausnice
necklace: nahrdelniky
ring: prsteny
watch: hodinky
shoe: obuv
sneaker: atleticka obuv, tenisky
boot: kotnikova obuv
flat: baleriny
heel: podpatky
sandal: sandaly
slipper: pantofle
luggage: tasky, kufry, prirucni zavazadla, cestovni sady kufru
`,
  da: `
trouser: sportsbukser, traeningsbukser, vindbukser, bukser, graviditetsbukser, capribukser, regnbukser, skibukser, cargobukser, haremsbukser, palazzobukser, fritidstoj underdele, smokingbukser, arbejdsbukser, klinikbukser
sweatpant: joggingbukser, lobebukser, loungebukser
sweatshirt: sportssweatshirts, ammesweatshirts
hoodie: haettetrojer, ammehaettetrojer
jacket: lobejakker, jakker, bolerojakker, bomberjakker, truckerjakker, vindjakker, klinikjakker
top: sportstrojer, baselayer toppe, bodyer, tunikaer, overdele, korsettoppe, korsetter, bustierer, graviditetstrojer, fritidstoj overdele, klinikbluser
tank: tanktops, undertrojer til drenge, undertrojer til piger, undertrojer til kvinder, ammetoppe, undertrojer til maend
waistcoat: veste
shorts: boksershorts, cargoshorts, chinoshorts, denim horts, jeggingshorts, joggershorts, leggingshorts, korte bukser
jumpsuit: gymnastikdragter, smaekbukser, kedeldragter, pilotdragter
suit: triatlondragter, regnsaet, skioveralls, flyverdragter, jakkesaet, buksesaet, nederdelssaet, smokinger
skirt: nederdele, graviditetsnederdele, skolenederdele
cape: kapper, ponchoer, regnponchoer
outerwear: motorcykelovertoj, venteovertoj, overtoj, overtraeksbukser
coat: overfrakker, frakker, kitler
parka: parkaer
puffer: dynejakker
trench: regnfrakker, trenchcoats
blazer: sportsjakker, blazere, smokingjakker, skoleblazere
swimwear: burkinier, one piece badedragter, udslaetbeskyttere, skirtinier, surftoppe, badeshorts, badebukser, svommekjoler, svommeshorts, svommebukser, badetojstoppe, bikinier, graviditetsbadetoj, kufferter, badetoj, menstruationsbadetoj, menstruationsbikinier, menstruationsbadedragter, jammers til svomning, badeleggings, badeskorter, tankinier
shirt: overtrojer, skjorter, henley trojer, ammetrojer
polo shirt: poloer
sweater: sweatere, skoletrojer
underwear: drengeundertoj, underbukser til drenge, boksertrusser, boxershorts, trusser, pigeundertoj, underbukser til piger, hipstere, menstruationsundertoj, g strenge, undertoj til smaborn, bher, lingerisaet, underskorter, mamelukker, fulde kropsformer, formende underkjoler, larslankere, taljeremme, underbukser til kvinder, underkjoler til kvinder, venteundertoj, herreundertoj, lange underbukser
blouse: bluser
dress: kjoler, graviditetskjoler, brudepigekjoler, juniorbrudepigekjoler, brudekjoler
camisole: camisoler
legwear: trikotage
tights: strompebukser
nightwear: graviditetsnattoj, nattoj, fritidstoj, loungewear saet, natkjoler, pyjamas, badekaber
t shirt: amme t shirts
sock: sokker, ankelstromper, atletiksokker, kompressionsstromper, dansesokker, habitstromper, fodboldstromper, haelstromper, knaestromper, trussestromper, sneakersokker, termostromper, tasokker
abaya: abayaer, jilbaber, kaftaner
qipao: cheongsamer
kurta: dashikier, kurtaer, kurtasaet
dirndl: dirndler
hanbok: hanboker
kilt: kilte
kimono: kimonoer, yukataer
saree: lehengaer, sarier
knitwear: strik
belt: baelter, obibaelter
brooch: manchetknapper, slipsenale, ankelringe, brocher, reverssmykker, reversnale
glove: handsker, vanter
hairclip: harband, harklemmer, pandeband, spiralelastikker
scarf: lommetorklaeder, lommeklude, sjaler
hat: hatte, bowlerhatte, bollehatte, cowboyhatte, fedora, fesser, panamahatte, pilleaeskehatte, sombreroer, solhatte, tophatte, trilbier, vinterhatte, hovedbeklaedning, hovedpynt, turbaner
cap: baseballkasketter, flade kasketter, studenterhuer, dimissionshatte, sixpence kasketter, kasketter med trykknap, truckerhatte, visirer
beret: baretter
tie: torklaeder, slips, plastroner, kravatter, slipssaet
bow tie: butterflies
sunglasses: solbriller
suspender: seler
hijab: dupattaer
bracelet: manchetter, svedband, armsmykker
handbag: handtasker, rygsaektasker, laegetasker
bag: tondetasker, trapezposer, handledstasker, tasker, dokumentmapper, duffeltasker, togtasker
tote: strandtasker, indkobstasker, muleposer
belt bag: baeltetasker
bucket bag: spandetasker
clutch: clutch tasker, kuvert clutches, foldeclutches
crossbody: cross body tasker, sadeltasker, kurertasker
shoulder bag: vagabondtasker, skuldertasker
top handle bag: loftetasker
backpack: skoletasker, rygsaekke, vandrerygsaekke, skolerygsaekke
wallet: montpunge, pengeclips, halsposer, rejsepunge, tegneboger
jewelry: smykker, kropssmykker, smykkesaet
earring: oreringe
necklace: halskaeder
ring: ringe, forlovelsesringe, vielsesringe
watch: armbandsure
shoe: sko
sneaker: atletiksko
boot: stovler
flat: flade sko
heel: haele
sandal: sandaler
slipper: hjemmesko
luggage: handkufferter, handbagagekufferter, indtjekkede kufferter, bornekufferter, kuffertrejsesaet
`,
  de: `
trouser: sporthosen, trainingshosen, hosen, umstandshosen, caprihosen, regenhosen, schneehosen, cargohosen, haremshosen, palazzohosen, loungewear unterteile, smokinghosen, arbeitshosen
sweatpant: jogginghosen, lounge hosen
legging: leggins
legwear: strumpfhosen
hoodie: kapuzenpullis, still hoodies
jacket: trainingsjacken, jacken, bomberjacken, windjacken
top: sport tops, baselayer oberteile, bodys, tuniken, bekleidungsoberteile, korsett tops, korsetts, bustiers, umstandsoberteile, loungewear oberteile, schuluniform oberteile, kasack oberteile
tank: tanktops, unterhemden fur jungen, unterhemden fur madchen, unterhemden fur damen, unterhemden fur herren
waistcoat: westen
shorts: boxshorts, bermuda hosen, jeans shorts, jogging shorts, leggings shorts, kurze hosen
jumpsuit: turnanzuge, ganzkorperanzuge, arbeitslatzhosen, arbeitsoveralls, fliegeruniformen
suit: triathlonanzuge, regenanzuge, schneelatzhosen, schneeanzuge, anzuge, hosenanzuge, kostume, smokings, ungenahte anzug sets
underwear: sport bhs, unterwasche fur jungen, unterhosen fur jungen, slips, unterwasche fur madchen, unterhosen fur madchen, hoschen, periodenunterwasche, tangas, erste bhs, kleinkindunterwasche, boxershorts, dessous, bustenhalter, ganzkorper shapewear, figurformende unterkleider, thigh slimmer, taillenkorsetts, unterhosen fur damen, hipster, umstandsunterwasche, still bhs, herrenunterwasche, radlerhosen, lange unterhosen
skirt: rocke, umstandsrocke
cape: umhange, regenponchos
outerwear: motorraduberbekleidung, umstands oberbekleidung, uberbekleidung
coat: mantel, caban jacken, wickelmantel, arztekittel
puffer: pufferjacken
trench: regenmantel, trenchcoats
blazer: sportjacken, blazer, smoking sakkos
swimwear: klassische bikinis, uberwurfe, einteilige badeanzuge, rashguards, bade boxershorts, badeshorts, badekleider, schwimm jammers, badehosen, bikini tops, umstandsbadebekleidung, bademode, perioden bikinis, perioden badeanzuge, schwimm leggings, baderocke
shirt: uberhemden, oberhemden, stillhemden
sweater: pullover
blouse: blusen
dress: kleider, umstandskleider, brautjungfernkleider, blumenmadchenkleider, brautmutterkleider, brautkleider
camisole: unterhemden
nightwear: umstandsnachtwasche, nachtwasche, nachthemden, schlafanzuge, bademantel
sweatshirt: still sweatshirts
t shirt: still t shirts
sock: socken, knochelsocken, sportsocken, kompressionssocken, tanzsocken, anzugsocken, fersensocken, kniestrumpfe, strumpfe, sneaker socken, thermosocken, zehensocken
abaya: abayas, jilbabs, kaftane
dirndl: dirndl
belt: gurtel
brooch: manschettenknopfe, krawattennadeln, fusskettchen, broschen, anstecknadeln
glove: handschuhe, fausthandschuhe
hairclip: haarbander, haarklammern, stirnbander, spiral haargummis
scarf: einstecktucher, schals, halstucher
hat: hute, melonen, fischerhute, glockenhute, cowboyhute, sonnenhute, zylinder, wintermutzen, kopfbekleidung, tucher, kopfschmuck, turbane
cap: baseballcaps, schiebermutzen, absolventenhute, trucker caps, visiere
beret: barette
tie: krawatten, ascotkrawatten, plastrons
bow tie: fliegen
sunglasses: sonnenbrillen
suspender: hosentrager
bracelet: schweissbander, armbander
handbag: handtaschen, arzttaschen, schultertaschen
bag: barrel taschen, anpassbare taschen, halbmondtaschen, potli taschen, trapeztaschen, handgelenktaschen, gepack, aktentaschen, seesacke, seesack sporttaschen, laptoptaschen, kosmetikkoffer
tote: strandtaschen, shopper taschen, einkaufstaschen, tragetaschen
belt bag: gurteltaschen, bauchtaschen
clutch: clutch taschen, envelope clutch taschen, umklappbare clutches
crossbody: umhangetaschen, satteltaschen
top handle bag: schultaschen
backpack: schulranzen, rucksacke, wanderrucksacke, schulrucksacke
wallet: geldbeutel, geldklammern, geldborsen, brustbeutel, reisegeldbeutel
jewelry: schmuck, korperschmuck, schmucksets
earring: ohrringe
necklace: halsketten
ring: ringe, verlobungsringe, eheringe
watch: smartwatches, armbanduhren, taschenuhren
shoe: schuhe
sneaker: turnschuhe, sneaker
boot: stiefel
flat: ballerinas
heel: fersen
sandal: sandalen
slipper: hausschuhe
luggage: taschen, koffer, handgepackkoffer, kinderkoffer
`,
  el: `
sweatpant: φορμες joggers, φορμες sweatpants, φορμες track pants, παντελονια lounge
legging: κολαν, παντελονια jeggings
shorts: σορτς, παντελονια κοντα πυγμαχιας, βερμουδες, κοντα κολαν, κοντα παντελονια
tights: καλσον
trouser: φορμες training pants, αντιανεμικα παντελονια, παντελονια, παντελονια σμοκιν
hoodie: φουτερ με κουκουλα, φουτερ με κουκουλα θηλασμου
sweatshirt: φουτερ
top: αθλητικα μπλουζακια, ισοθερμικες μπλουζες, κοντα μπλουζακια, τουνικ, τοπ μπλουζακια, κορσεδες, μπουστιε, μπλουζακια εγκυμοσυνης, μπλουζες σχολικης στολης, ιατρικες μπλουζες
t shirt: κοντομανικα μπλουζακια, t shirt θηλασμου
tank: μπλουζες χωρις μανικια, επανω εσωρουχα για αγορια, επανω εσωρουχα για κοριτσια, γυναικεια εσωρουχα, αμανικα μπλουζακια θηλασμου, ανδρικα εσωρουχα μπλουζακια
jacket: ζακετες, μπουφαν, μπολερο, αντιανεμικα, τζακετ χαορι, ιατρικα τζακετ
waistcoat: γιλεκα
jumpsuit: κορμακια, ολοσωμες πιτζαμες, σαλοπετες εργασιας, ολοσωμες φορμες εργασιας, στολες πτησης
suit: στολες τριαθλου, σαλοπετες χιονιου, ολοσωμες φορμες χιονιου, κοστουμια, ταγιερ, σμοκιν, αρραφα σετ κοστουμιων
jean: τζιν παντελονια
skirt: φουστες, σκορτς
cape: καπες, ποντσο
coat: πανωφορια, παλτο, στολες ιατρικου προσωπικου
parka: μπουφαν παρκα
puffer: μπουφαν puffer
trench: παλτο βροχης, καμπαρντινες
blazer: αθλητικα μπουφαν, σακακια blazer, σακακια σμοκιν
swimwear: μπουρκινι, ρουχα παραλιας, αντηλιακα ρουχα, μπλουζες για σερφινγκ, φορεματα μαγιο, τοπ για κολυμβηση, εσωρουχα αγοριων trunks, μπικινι, κοντα μποξερακια, μαγιο, μαγιο σορτς, ρουχα rash guards, κολαν μαγιο, σορτς μαγιο, φουστες μαγιο, τανκινι
polo shirt: πολο
shirt: πουκαμισα, μπλουζες henley, μπλουζες θηλασμου
sweater: πουλοβερ
underwear: σλιπ για αγορια, μποξερ briefs, σλιπ τυπου μποξερ, briefs για αγορια, σλιπ για κοριτσια, αγοριστικα σορτσακια, σλιπακια για κοριτσια, στρινγκ, μποξερακια, εσωρουχα, babydoll, σουτιεν, σετ εσωρουχων, μεσοφορια, σορτς μεσοφορια, ολοσωμα ρουχα, σλιπ με ψηλη μεση, κομπινεζον συσφιξης, κορσεδες μηρων, ζωνες συσφιξης μεσης, γυναικεια σλιπ, γυναικεια briefs, γυναικεια εσωρουχα σλιπ, ανδρικα briefs, εσωρουχα σορτς
blouse: μπλουζες
dress: φορεματα, νυφικα
camisole: μπλουζακια καμισολ
legwear: καλτσες
outerwear: εξωτερικα ενδυματα εγκυμοσυνης, τσαπς
nightwear: ρουχα υπνου εγκυμοσυνης, σετ ρουχων σπιτιου, νυχτικα, πιτζαμες, ρομπες
sock: κοντες καλτσες σοσονια, αθλητικες καλτσες, καλτσες συμπιεσης, καλτσες crew, καλτσες χορου, επισημες καλτσες, αορατες καλτσες, καλυμματα πτερνας, καλτσες hold up, καλτσες μεχρι το γονατο, ειδη καλτσων η καλσον, ισοθερμικες καλτσες, καλτσες με δαχτυλα
abaya: αμπαγια, τζιλμπαμπ, καφτανια
qipao: τσονγκσαμ
kurta: ντασικι
dirndl: ντιρντλ
hanbok: χανμποκ
kilt: κιλτ
kimono: κιμονο, γιουκατα
saree: σαρι, λενγκα, λεχενγκα
belt: ζωνες
brooch: μανικετοκουμπα, κλιπ γραβατας, βραχιολακια αστραγαλου, καρφιτσες
hairclip: κορδελες μαλλιων, κλαμερ, κεφαλοδεσμοι, λαστιχακια scrunchies, σπιραλ λαστιχακια μαλλιων
scarf: μαντηλια τσεπης, μαντηλακια τσεπης, κασκολ, εσαρπες
hat: καπελα, φεσια, σομπρερο, καπελο τριλμπι, τουρμπανια
cap: καπελα του μπειζμπολ, τραγιασκες, καπελα αποφοιτησης, καπελα snapback, καπελα φορτηγατζη, γεισα
beanie: σκουφακια
beret: μπερεδες
tie: γραβατες, σετ γραβατας
bow tie: παπιγιον
sunglasses: γυαλια ηλιου
suspender: καλτσοδετες
hijab: ντουπατα
bracelet: βραχιολακια, περικαρπια ιδρωτα, βραχιολια
bag: τσαντες, τσαντακια potli, τσαντακια καρπου, χαρτοφυλακες, μακροστενοι σακοι στρατιωτικου τυπου
handbag: τσαντες πλατης, τσαντες ωμου τυπου μπαγκετας, ιατρικες τσαντες
tote: τσαντες παραλιας, τσαντες ωμου shopper, τσαντες αγορων, τσαντες για ψωνια
belt bag: τσαντακια μεσης
bucket bag: τσαντες τυπου bucket
clutch: τσαντακια φακελοι, τσαντες φακελος, διπλωμενες τσαντες, τσαντες minaudieres
crossbody: τσαντακια ωμου χιαστι, τσαντες χιαστι, ταχυδρομικες τσαντες
shoulder bag: τσαντες hobo, τσαντες ωμου
top handle bag: τσαντες satchel
backpack: σχολικες τσαντες, σακιδια πλατης, σχολικες τσαντες πλατης
wallet: κλιπ χρηματων, τσαντακι λαιμου, πορτοφολια
jewelry: κοσμηματα, σετ κοσμηματων
earring: σκουλαρικια
necklace: κολιε
ring: δαχτυλιδια, βερες
watch: εξυπνα ρολογια, ρολογια χειρος
shoe: παπουτσια
sneaker: αθλητικα παπουτσια, σνικερς
boot: μποτες
flat: παπουτσια χωρις τακουνι
heel: τακουνια
sandal: σανδαλια
slipper: παντουφλες
luggage: αποσκευες, βαλιτσες, σετ ταξιδιωτικων βαλιτσων
`,
  es: `
sweatpant: pantalones para correr, pantalones de franela, pantalones de chandal
shorts: pantalones cortos, pantalones de boxeo, pantalones cortos tipo cargo, pantalones cortos chinos, pantalones cortos vaqueros, pantalones cortos para correr, pantalones cortos estilo legging
tights: mallas
hoodie: sudaderas con capucha
sweatshirt: sudaderas
jacket: chaquetas deportivas, chaquetas bolero, chaquetas bomber, cazadoras vaqueras, chaquetas impermeables, abrigos, chaquetas universitarias, chaquetas haori, chaquetas de pijama quirurgica
top: tops deportivos, camisetas de capa base, tops cortos, bodis, tunicas, prendas de ropa superiores, tops estilo corse, corses, bustiers, tops de maternidad, tops de uniforme escolar, tops de pijama quirurgica
t shirt: camisetas de manga corta, camisetas de lactancia
tank: camisetas sin mangas, camisetas interiores para ninos, camisetas interiores para ninas, camisetas interiores para mujeres, camisetas interiores de hombre
outerwear: chaquetas, ropa de motociclista, ropa exterior de maternidad, ropa de abrigo, cazadoras
waistcoat: chalecos
jumpsuit: leotardos, unitardos, monos, overoles
jean: vaqueros
legging: mallas vaqueras
skirt: faldas
trouser: pantalones, pantalones impermeables
cape: capas, ponchos para la lluvia
coat: sobretodo, abrigos peacoat, abrigos envolventes, batas blancas
puffer: chaquetas acolchadas
trench: impermeables, gabardinas
swimwear: bikinis clasicos, batas, camiseta de buceo, camisetas de surf, boxers para natacion, calzoncillos de natacion, vestidos de bano, jammers para natacion, baules, trajes de bano, pantalones cortos de surf, bikinis menstruales, leggings de natacion, shorts de bano, faldas de bano
shirt: sobrecamisas, camisas
sweater: sueteres
underwear: ropa interior para chicos, pantalones cortos estilo boxer, calzoncillos, ropa interior para chicas, calzones para ninas, panty moldeador, panties estilo hipster, ropa interior para menstruacion, tangas, boxer, lenceria, sujetadores, enaguas, pantalones de enagua, fajas reductoras, fajas de cuerpo completo, vestidos interiores moldeadores, moldeadores de muslos, cenidores de cintura, calzones para mujeres, bombachos, panties cheeky, tanguita, ropa interior de maternidad, ropa interior de hombre, pantalon elastico, ropa interior termica
blouse: blusas
dress: vestidos
camisole: camisolas
legwear: medias
suit: trajes impermeables, overoles para la nieve, trajes, esmoquines
nightwear: ropa comoda, camisones, pijamas, albornoces
sock: calcetines, pinkis
blazer: chaquetas de esmoquin
abaya: abayas, jilbabs, caftanes
belt: cinturones
brooch: gemelos, tobilleras, broches, alfileres, pines de solapa
glove: guantes, mitones
hairclip: bandas para el cabello, pinzas para el cabello, diademas, cintas
scarf: panuelos de bolsillo, bufandas, chales
cap: gorras de beisbol, gorras hatteras, birretes de graduacion, gorras newsboy, gorras snapback, gorros de camionero, viseras
beanie: gorros
beret: boinas
hat: sombreros canotier, bombines, sombreros de pesca, sombreros cloche, sombreros de vaquero, sombreros fez, sombreros panama, sombreros pastillero, sombreros pork pie, sombreros mexicanos, capelinas, sombreros de copa, sombreros de invierno, accesorios para la cabeza, tocados, turbantes
tie: corbatas, pajaritas, ascots, corbatones
bow tie: corbatines
sunglasses: gafas de sol
suspender: tirantes
bracelet: munequeras para el sudor, pulseras
handbag: bolsos
bag: bolsas deportivas cilindricas, bolsas convertibles, bolsos de media luna, bolsos potli, bolsos trapezoidales, carteras bandolera, maletines, bolsas de deporte, bolsos para computadora portatil
tote: bolsas de playa, bolsos estilo shopper, bolsas para compra, bolsas de tela
belt bag: rinoneras
bucket bag: bolsos bucket
clutch: bolsos de fiesta, bolsos de mano plegables
crossbody: bolsos bandolera, bolsos estilo alforja, bandoleras grandes
shoulder bag: bolsos de estilo hobo, bolsas de hombro
top handle bag: bolsos estilo cartera
wallet: monederos, clips para billetes, bolsas para el cuello, carteras
jewelry: joyeria, joyas para piercings, conjuntos de joyas
earring: pendientes
necklace: collares
ring: anillos, alianzas de boda
watch: relojes inteligentes
shoe: calzado
sneaker: zapatos para deporte, zapatillas
boot: botas
flat: zapatos planos
heel: tacones
sandal: sandalias
slipper: pantuflas
backpack: mochilas
luggage: maletas, cuadros
`,
  fi: `
trouser: urheiluhousut, treenihousut, tuulihousut, cargohousut, chinot, housut, aitiyshousut, caprihousut, sadehousut, toppahousut, haaremihousut, palazzohousut, oloasuhousut, smokkihousut, tyohousut, hoitajahousut
sweatpant: joggersit, collegehousut, verryttelyhousut, olohousut
legging: leggingsit, jeggingsit
shorts: shortsit, nyrkkeilyshortsit, bermudashortsit, cargoshortsit, chinoshortsit, farkkushortsit, lyhyet housut
tights: sukkahousut, trikoot
sweatshirt: urheilupuserot, collegepuserot, imetyscollegepaidat
hoodie: hupparit, imetyshupparit
jacket: verryttelytakit, takit, bolerotakit, pilottitakit, farkkutakit, tuulitakit, hoitajatakit
top: urheilupaidat, aluskerraston paidat, napapaidat, bodyt, tunikat, ylaosan vaatteet, korsettitopit, korsetit, bustierit, aitiystopit, oloasutopit, koulupuvun paidat, hoitajapaidat
t shirt: t paidat, imetys t paidat
tank: tankkitopit, poikien aluspaidat, tyttojen aluspaidat, naisten aluspaidat, imetystopit, miesten aluspaidat
waistcoat: liivit
jumpsuit: voimistelupuvut, kokovartalotrikoot, onesiet, lappuhaalarit, tyohaalarit, lentajaasut
suit: triathlonpuvut, sadeasut, toppalappuhaalarit, toppahaalarit, puvut, housupuvut, hamepuvut, smokit, ompelemattomat pukusetit
underwear: urheiluliivit, poikien alusvaatteet, bokserialushousut, bokserishortsit, tyttojen alusvaatteet, hipsterit, alushousut, kuukautisalushousut, thongit, leikki ikaisten alusvaatteet, bokserit, alusasut, babydollit, rintaliivit, alusasusetit, alushameet, aluslahkeet, koko kehon muotoilu, muotoilevat alusmekot, reisien muotoilu, vyotaron muotoilu, mamelukit, shortsityyppiset, cheeky pikkuhousut, g stringit, aitiysalusvaatteet, imetysliivit, alusshortsit
jean: farkut
skirt: hameet, shortsihameet, aitiyshameet
cape: viitat, ponchot, sadeponchot
coat: paallystakit, kansitakit, kietaisutakit, valkoiset takit
parka: parkatakit
puffer: toppatakit
trench: sadetakit, trenssitakit
blazer: urheilutakit, bleiserit, smokkitakit
swimwear: burkinit, ranta asut, rash guard vaatteet, hamebikinit, uimapuvut, ylaosat surffaukseen, uimabokserit, lyhyet uimahousut, uimamekot, uimashortsit, uimapuvun ylaosat, trunksit, bikinit, aitiysuimapuvut, arkut, uima asut, surffausshortsit, kuukautisuima asut, kuukautisbikinit, yksiosaiset kuukautisuimapuvut, jammer uimahousut, uimaleggingsit, uimahameet, tankinit
shirt: paallyspaidat, paidat, kauluspaidat, imetyspaidat
polo shirt: poolot
sweater: neulepuserot
blouse: paitapuserot
dress: mekot, aitiysmekot, haajuhlamekot, haapuvut
camisole: narutopit
legwear: sukkatuotteet
outerwear: aitiyspaallysvaatteet, ulkovaatteet, chapsit
nightwear: aitiysuniasut, oloasut, oloasusetit, yomekot, pyjamat, aamutakit
sock: sukat, nilkkasukat, urheilusukat, kompressiosukat, puolisaarisukat, tanssisukat, juhlasukat, kantapaasukat, polvisukat, sukkahoususukat, lamposukat, varvassukat
abaya: abayat, jilbabit, kaftaanit
qipao: cheongsamit
kurta: dashikit, kurtat, kurtasetit
dirndl: dirndlit
hanbok: hanbokit
kilt: kiltit
kimono: kimonot, yukatat
saree: sarit, lehengat
belt: vyot
brooch: kalvosinnapit, kravattineulat, nilkkarenkaat, rintaneulat, pinssit, rintakorut
glove: hanskat, kasineet
hairclip: hiuslenkit, hiusklipsit, pannat, hiusdonitsit, spiraalihiuslenkit
scarf: taskuliinat, huivit, saalit
hat: hatut, knallit, kalastajanhatut, kellohatut, cowboyhatut, fedorat, fetsit, panamahatut, pillerihatut, sombrerot, aurinkohatut, silinterit, talvihatut, paahineet, juhlapaahineet, koristepaahineet, turbaanit
cap: baseball lakit, huopalakit, valmistujaislakit, newsboy lippalakit, snapback lippalakit, verkkolippalakit, visiirit
beanie: pipot
beret: beretit
tie: kravaatit, solmiosetit
bow tie: rusetit
sunglasses: aurinkolasit
suspender: henkselit
hijab: dupatta huivit
bracelet: rannekkeet, hikinauhat, rannekorut
handbag: kasilaukut, reppulaukut, pikkulaukut, laakarilaukut
bag: pyoreat urheilulaukut, puolikuulaukut, potli laukut, suunnikkaan muotoiset laukut, rannelaukut, matkalaukut, salkut, duffelilaukut, tietokonelaukut, kovat laukut
tote: rantalaukut, ostoslaukut, ostoskassit, kangaskassit
belt bag: vyolaukut
bucket bag: isot nyorilaukut
clutch: iltalaukut, kirjelaukut, taitettavat pikkulaukut, pienoisiltalaukut
crossbody: ristiin kulkevat olkalaukut, satulalaukut, lahettilaukut
shoulder bag: isot kasilaukut, olkalaukut
top handle bag: lapalliset olkalaukut
backpack: koululaukut, reput, vaellusreput, tietokonereput, koulureput
wallet: lompakot, rahaklipsit, rahapussit, seteliklipsit, kaulalaukut, matkalompakot
jewelry: korut, vartalokorut, korusetit
earring: korvakorut
necklace: kaulakorut
ring: sormukset, kihlasormukset, vihkisormukset
watch: alykellot, rannekellot
shoe: kengat
sneaker: urheilulliset kengat, lenkkitossut
boot: saappaat
flat: tasapohjaiset kengat
heel: korot
sandal: sandaalit
slipper: tohvelit
luggage: laukut, kannettavat matkalaukut, ruumaan menevat matkalaukut, lasten matkalaukut, matkalaukkusetit
`,
  fr: `
sweatpant: pantalons de jogging, pantalons de survetement, bas de survetement, pantalons de detente
legwear: collants, bas
hoodie: sweats a capuche
sweatshirt: sweat shirts, sweats dallaitement
top: hauts de sport, hauts de premiere couche, bodies, tuniques, hauts de vetements, corsets, bustiers, hauts de maternite, hauts de detente, hauts duniforme scolaire
tank: debardeurs
jacket: vestes, coupe vents
shorts: shorts de boxe, shorts cargo, short chino, jean, shorts jegging, shorts de jogging, shorts legging, pantalons courts
jumpsuit: justaucorps, combinaisons, salopettes de travail
suit: trifonctions, ensembles impermeables, salopettes de neige, combinaisons de neige, tailleurs, tailleurs jupes, smokings
underwear: brassieres de sport, sous vetements pour garcons, calecons, slips, sous vetements pour filles, culottes, sous vetements menstruels, strings, premiers soutiens gorge, nuisettes, soutiens gorges, ensembles de lingerie, jupons, pantalettes, sous vetements gainants, formes du corps complet, fonds de robe sculptants, amincissants pour les cuisses, serres taille, sous vetements pour femme, sous vetements de maternite, soutiens gorge dallaitement, sous vetements pour hommes, sous shorts, calecon
skirt: jupes
trouser: bas de pantalon, pantacourts, pantalons, sarouels, bas de detente
outerwear: vetements dexterieur pour motocyclistes, vetements dexterieur de maternite, vetements de plein air
coat: pardessus, cabans, manteaux, blouses blanches
puffer: manteaux bouffants
trench: impermeables, trenchs
blazer: vestes de sport, vestes de smoking
swimwear: bikinis classiques, vetements couvrants, t shirts de bain, hauts de surf, boxers de bain, slips de bain, robes de bain, jammers de natation, maillots de bain, malles, vetements de bain, bikinis menstruels, jammers de bain, leggings de bain, shorts de bain, jupes de bain
shirt: surchemises, chemises, t shirts col tunisien
sweater: pulls
blouse: chemisiers
camisole: caracos
dress: robes de maternite, robes de mariage, robes de demoiselle dhonneur, robes de mariee
t shirt: t shirts dallaitement
cape: ponchos de pluie
nightwear: vetements de detente, ensembles de detente, chemises de nuit, pyjamas, robes de chambre
sock: chaussettes, chaussettes de talons, chaussettes culottes, socquettes
abaya: abayas, jilbabs, caftans
belt: ceintures
brooch: boutons de manchette, pinces a cravate, bracelets de cheville, broches, epinglettes, pins
glove: gants, moufles
hairclip: pinces crabes, bandeaux, chouchous, elastiques spirale
scarf: pochettes de costume
hat: chapeaux, canotiers, bobs, fez, hauts de forme, trilby, coiffes
cap: casquettes de baseball, casquettes plates, toques de diplome, casquettes gavroche, casquettes snapback, chapeaux de camionneur, visieres
beanie: bonnets
tie: cravates, ascots, lavallieres
bow tie: noeuds papillon
sunglasses: lunettes de soleil
suspender: bretelles
bracelet: serre poignets, poignets eponge
handbag: sacs a main, sacs baguette, sacs a bandouliere, sacs de docteur
tote: sacs de plage, sacs de shopping, sacs de courses, sacs fourre tout
belt bag: sacs banane
bucket bag: sacs seau
clutch: sacs pochettes, pochettes
shoulder bag: sacs hobo
bag: sacs, maroquinerie, porte documents, vanity cases
crossbody: sacoches de selle, besaces
top handle bag: sacoches
backpack: cartables, sacs a dos, sacs a dos scolaires
wallet: porte monnaies, pinces a billets, pochettes tour de cou, portefeuilles
jewelry: bijoux
earring: boucles doreilles
necklace: colliers
ring: bagues, alliances
watch: montres
shoe: chaussures
sneaker: chaussures de sport, baskets
boot: bottes
flat: chaussures plates
heel: talons
sandal: sandales
slipper: chaussons
luggage: bagages, valises, ensembles de voyage valise
`,
  'hr-HR': `
sweatpant: hlace za trcanje, trenirka
legging: tajice, jeggings traper hlace
shorts: kratke hlace, kratke hlace za boks, bermude, kargo kratke hlace, chino kratke hlace, traper kratke hlace, jeggings traper kratke hlace, kratke hlace za trcanje, kratke tajice, hlace kratkih nogavica
tights: najlonke
hoodie: majice s kapuljacom
sweatshirt: gornji dio trenirke
top: sportski topovi, majice osnovnog sloja, kratke majice, bodiji, tunike, gornji dijelovi odjece, gornji dijelovi korzeta, korzeti, bustieri, majice za trudnice, majice za dojenje
t shirt: majice kratkih rukava
tank: majice bez rukava, potkosulje za djecake, potkosulje za djevojcice, zenske potkosulje, muske potkosulje
jacket: jakne, vjetrovke
waistcoat: prsluci
jumpsuit: trikoi, kombinezoni
jean: traperice
skirt: suknje, suknja hlace
cape: pelerine, ponco, poncoi za kisu
coat: kaputi, kute
parka: parke
puffer: pufer jakne
trench: kabanice, baloneri
blazer: sportske jakne, sakoi
swimwear: burkiniji, ogrtaci za plazu, jednodijelni kupaci kostimi, stitnici protiv osipa, kupaci kostim sa suknjom, bokserice za plivanje, gacice za plivanje, haljine za plivanje, rastezljive hlace za plivanje, hlace za plivanje, gornji dijelovi kupacih kostima, prtljaznici, bikiniji, kupaci kostimi za trudnice, krace uske bokserice, odjeca za plivanje, kratke hlace za daskanje, menstrualni kupaci kostimi, kupace tajice, kupace hlace, suknje za plivanje, tankini
shirt: gornje majice, kosulje, henley majice
polo shirt: polo majice
sweater: dzemperi
underwear: donje rublje za djecake, kratke hlace bokserice, gacice, srednje dugacke gace, donje rublje za djevojcice, donje rublje za menstruaciju, tange, bokserice, zensko donje rublje, babydoll spavacice, grudnjaci, kompleti donjeg rublja, podsuknje, podhlace, odjeca za oblikovanje, haljine za oblikovanje, steznici, bloomer hlace, zenske pothaljine, donje rublje za trudnice, donje rublje za muskarce, pothlace, duge gace
blouse: bluze
dress: haljine, vjencanice
camisole: potkosulje s tankim naramenicama
legwear: carape
outerwear: odjeca za van, kozne hlace chaps
suit: zimski podbradnici, odijela, smokinzi
trouser: hlace
nightwear: spavacice, pidzame, ogrtaci
sock: kratke carape, carape do gleznja, sportske carape, kompresivne carape, carape do sredine lista, carape za ples, carape za svecane prilike, carape ispod gleznja, carape za pete, samostojece carape, dokoljenke, hulahupke, carape za tenisice, termalne carape, carape s prstima
abaya: abaya, jilbab, kaftan
qipao: cheongsam
kurta: dashiki
dirndl: dirndl
hanbok: hanbok
kilt: kiltovi
kimono: kimona, yukata
saree: sariji, lehenge, lehenga, sari
belt: remeni, obi pojasevi
brooch: kopce za manzete, igle za kravatu, nakit za glezanj, brosevi, igle za revere
hairclip: trake za kosu, kopce za kosu, trake za glavu, scrunchie gumice, spiralne gumice za kosu
scarf: maramice
hat: sesiri, polucilindri, fedore, fesovi, sombrero, cilindri, pokrivala za glavu, ukrasi za glavu, turbani
cap: silterice, ravne kape, kape za maturu, newsboy kape, viziri
beanie: pletene kape
beret: beretke
tie: kravate
bow tie: leptir masne
sunglasses: suncane naocale
suspender: tregeri
hijab: dupatta
bracelet: narukvice, nakit narukvice
bag: torbe, ruksaci, valjkaste torbice, torbice za oko zapesca, aktovke, kozmeticki koferi
handbag: baguette torbice, lijecnicke torbe
tote: torbe za plazu, shopper torbe, torbe za kupovinu, torbe na jedno rame
belt bag: torbe za remen, torbice oko struka
bucket bag: vrecaste torbe
clutch: torbice bez naramenica, pismo torbice, mini vecernje torbice
crossbody: torbe preko ramena, bisage, kurirske torbe
shoulder bag: hobo torbe, torbe za rame
top handle bag: torbe s remenom
backpack: skolske torbe, ruksaci za planinarenje, ruksaci za prijenosna racunala, skolski ruksaci
wallet: torbice za kovanice, kopce za novac, torbice za oko vrata, novcanici
jewelry: nakit, kompleti nakita
earring: nausnice
necklace: ogrlice
ring: prstenje
watch: pametni satovi, rucni satovi
shoe: obuca
sneaker: sportska obuca, tenisice
boot: cizme
flat: ravne cipele
heel: cipele na petu
sandal: sandale
slipper: papuce
luggage: prtljaga, koferi, setovi putnih kofera
`,
  hu: `
sweatpant: joggerek, melegitonadragok, futonadragok, otthoni nadragok
legging: leggingsek, jeggingsek
shorts: rovidnadragok, bokszrovidnadragok, bermudak, farmerrovidnadragok, rovidnadrag fazonok
tights: harisnyanadragok
trouser: edzonadragok, szelnadragok, cargok, chinok, nadragok, kismamanadragok, kaprinadragok, esonadragok, sinadragok, nadragfazonok, haremnadragok, pihenoruha alsok, szmokingnadragok, munkasnadragok
hoodie: kapucnis puloverek, szoptatos kapucnis puloverek
sweatshirt: melegito felsok, szoptatos puloverek
jacket: sportdzsekik, dzsekik, szeldzsekik, iskoladzsekik, haori kabatok, orvosi munkaruha kabatok
top: sportfelsok, alaoltozo felsok, crop topok, body k, tunikak, ruhazati felsok, fuzos felsok, fuzok, miderek, kismama felsok, szoptatos polok, pihenoruha felsok, iskolai egyenruha felsok, orvosi munkaruha felsok
t shirt: polok
tank: ujjatlan felsok, fiu atletak, lany atletak, noi atletak, szoptatos trikok, ferfi atletak
waistcoat: mellenyek
jumpsuit: tornadresszek, torna overalok, egybereszesek, kantaros munkasnadragok, kezeslabasok, repuloruhak
suit: triatlon ruhak, esoruhak, kantaros sinadragok, hooveralok, oltonyok, szmokingok, varratlan oltonyszettek
underwear: sportmelltartok, fiu fehernemu, fiu alsonadrag, boxernadragok, boxeralsok, alsonadragok, lany fehernemu, lany alsonadrag, fiu rovidnadragok, hipszterek, bugyik, menstruacios fehernemu, tangak, boxerek, fehernemuk, babydollok, melltartok, fehernemuszettek, alsoszoknyak, szarnadragok, alakformalo ruhazat, teljes testformak, alakformalo alsoruhak, combkarcsusitok, derekformalok, bugyogok, g stringek, csipobugyik, noi alsonemuk, kismama alsoruhazat, ferfi fehernemu, csipoalsok, hosszualsok
jean: farmernadragok
skirt: szoknyak, kismamaszoknyak
cape: kopenyek, poncsok, esoponcsok
outerwear: motoros kulteri ruhazat, felsoruhazat, bornadragok
parka: parka kabatok
puffer: pufidzsekik
trench: esokabatok, ballonkabatok
blazer: sportos dzsekik, blezerek, szmokingzakok
swimwear: burkinik, takaro felsok, egyreszes furdoruhak, vedofelsok, skirtinik, szorffelsok, uszoboxerek, uszo alsonadragok, uszoruhak, uszodressznadragok, uszoshortok, csomagtartok, bikinik, passzos alsonadragok, furdoruha, tengerparti rovidnadragok, jammer uszonadragok, uszoleggingsek, furdonadragok, uszoszoknyak, tankinik
shirt: hosszabbitott polok, ingek, oltoningek
polo shirt: galleros polok
sweater: puloverek
blouse: bluzok
dress: ruhak, kismamaruhak, menyecskeruhak, koszoruslanyruhak
camisole: topok
legwear: harisnyak
nightwear: kismama haloruha, haloruhak, pihenoruhak, otthoni ruhaszettek, haloingek, pizsamak, kontosok
coat: kabatok
sock: zoknik, bokazoknik, sportzoknik, tanczoknik, oltonyzoknik, titokzoknik, sarokzoknik, terdzoknik, bugyizoknik, termozoknik
abaya: abayak, jilbabok, kaftanok
qipao: cheongsamok
kurta: dashikik, kurtak, kurtaszettek
dirndl: dirndlik
hanbok: hanbokok
kilt: kiltek
kimono: kimonok, jukatak
saree: szarik, lehengak
belt: ovek
brooch: mandzsettagombok, nyakkendokapcsok, bokalancok, brossok, hajtuk, hajtokadiszek
hairclip: hajpantok, karmos hajcsatok, fejpantok, scrunchie hajgumik, spiral hajgumik
scarf: zsebkendok, diszzsebkendok, salak, kendok
hat: kalapok, vodorsapkak, harangkalapok, fedorak, fezek, dobozkalapok, sombrerok, strandkalapok, cilinderkalapok, fejfedok, fascinator, fejdiszek, turbanok
cap: baseballsapkak, lapos sapkak, ballagasi sapkak, rikkancssapkak, snapback sapkak, kamionos kalapok, napellenzok
beanie: sapkak
beret: beretek
tie: nyakkendok, nyakkendoszettek
bow tie: csokornyakkendok
sunglasses: napszemuvegek
suspender: harisnyatartok
hijab: dupattak
bracelet: karszalagok, izzadsagpantok, karkotok
handbag: kezitaskak, hatizsak fazonu taskak, orvosi taskak
bag: hordotaskak, trapeztaskak, csuklotaskak, taskak, laptoptaskak, aktataskak, sporttaskak, vonattaskak
tote: strandtaskak, vasarlotaskak, bevasarlo taskak, hordtaskak
belt bag: ovtaskak
bucket bag: vodortaskak
clutch: estelyi taskak, boritektaskak, hajtogatos taskak, minaudierek
crossbody: keresztpantos taskak, nyeregtaskak, futartaskak
shoulder bag: hobo taskak, valltaskak
top handle bag: csattal zarodo taskak
backpack: iskolataskak, hatizsakok, turahatizsakok
wallet: penztarcak, penzcsatok, penzcsipeszek, nyaktaskak, utazopenztarcak
jewelry: ekszerek, testekszer, ekszerkeszletek
earring: fulbevalok
necklace: nyaklancok
ring: gyuruk, karikagyuruk
watch: okosorak, orak
shoe: cipok
sneaker: sportcipok, tornacipok
boot: csizmak
flat: lapos cipok
heel: magassarkuk
sandal: szandalok
slipper: papucsok
luggage: poggyasz, borondok, gyerekborondok, borondutazasi keszletek
`,
  'id-ID': `
sweatpant: jogger, sweatpant, celana santai
legging: legging, jegging
shorts: celana pendek, celana pendek boxing, bermuda, celana pendek kargo, celana pendek chino, celana pendek denim, celana pendek jegging, celana pendek jogger, celana pendek legging
tights: celana ketat
hoodie: jaket tudung, hoodie menyusui
sweatshirt: sweatshirt
top: atasan aktif, atasan base layer, atasan gantung, bodysuit, tunik, atasan pakaian, korset, bustier, atasan hamil, atasan loungewear, atasan seragam sekolah, atasan scrub
t shirt: kaus oblong, t shirt menyusui
tank: kaus tanpa lengan, kaus dalam anak perempuan, kaus dalam wanita, tank top menyusui, kaus dalam pria
jacket: jaket, windbreaker
waistcoat: rompi
jumpsuit: leotard, unitard, onesie, terusan celemek, baju kerja terusan, pakaian penerbangan
suit: pakaian triathlon, celemek salju, pakaian salju, setelan, setelan celana, setelan rok, tuksedo
trouser: kargo, chino, capri, celana, bawahan loungewear
skirt: rok, skort
cape: cape, ponco, poncho
coat: overcoat, mantel, jas putih
parka: parka
puffer: jaket puffer
trench: jas hujan, mantel trench
blazer: jaket olahraga, blazer, jaket tuxedo
swimwear: burkini, pakaian penutup, pelindung ruam, skirtini, atasan selancar, boxer renang, brief renang, dress renang, jammer renang, atasan renang, celana dalam trunk, bikini, bokser renang, trunk, pakaian renang, celana selancar, legging renang, celana renang pendek, rok renang, tankini
polo shirt: polo
shirt: kemeja
sweater: sweater, sweter
underwear: celana dalam boxer, celana pendek boxer, celana dalam brief, pakaian dalam anak perempuan, long johns anak perempuan, celana dalam anak perempuan, celana dalam boyshorts, hipster, pakaian dalam menstruasi, thong, pakaian dalam balita, boxer, lingeri, babydoll, bra, petikut, pettipant, pakaian pembentuk tubuh, bentuk seluruh tubuh, slip pembentuk tubuh, pelangsing paha, cincher pinggang, celana dalam wanita, celana pof, brief, celana dalam seksi, g string, sandal jepit, slip pakaian dalam wanita, pakaian dalam ibu hamil, long johns pria, pakaian dalam pria, celana pendek bokser, celana dalam, bokser
blouse: blus
dress: dress, gaun pesta pernikahan, gaun pengiring pengantin, gaun ibu pengantin, gaun pengantin
camisole: kamisol
legwear: hosieri
jean: jin
nightwear: pakaian tidur hamil, setelan loungewear, gaun tidur, piama, jubah
outerwear: pakaian luar
sock: kaus kaki, kaos kaki mata kaki, kaos kaki lutut
abaya: abaya, jilbab, kaftan
qipao: cheongsam
kurta: dashiki
dirndl: gaun dirndl
hanbok: hanbok
kilt: kilt
kimono: kimono, yukata
saree: sari, lehenga
belt: sabuk
brooch: manset, klip dasi, gelang kaki, bros, pin lapel
hairclip: ikat rambut, cakar rambut, bando
scarf: sapu tangan, syal, selendang
hat: topi, fedora, trilby, penutup kepala, fasinator, hiasan kepala, sorban
cap: topi bisbol, topi datar, topi wisuda, topi newsboy, topi snapback, topi trucker, visor
beanie: beanie
beret: baret
tie: dasi, ascots, cravat, setelan dasi
bow tie: dasi kupu kupu
sunglasses: kacamata hitam
suspender: bretel
hijab: dupatta
handbag: tas tangan, tas ransel tangan, tas tangan baguette, tas dokter
tote: tas pantai, tas belanja, tas jinjing
belt bag: tas pinggang
bucket bag: tas bucket
clutch: tas clutch, clutch amplop, clutch lipat, minaudiere
crossbody: tas selempang, tas sadel
shoulder bag: tas hobo, tas bahu
top handle bag: tas satchel
backpack: tas sekolah, ransel
wallet: penjepit uang, pouch leher, dompet
jewelry: perhiasan
bracelet: gelang
earring: anting
necklace: kalung
ring: cincin
watch: jam tangan
shoe: sepatu
sneaker: sepatu atletik
boot: sepatu bot
flat: sepatu datar
heel: sepatu hak
sandal: sandal
luggage: bagasi, koper
bag: tas, train case
`,
  it: `
shorts: pantaloncini, bermuda, short, jeggings corti, leggings corti, pantaloni corti
sweatpant: pantaloni di tuta, pantaloni da pista, pantaloni tuta, pantaloni da casa
tights: calzamaglie, collant
hoodie: felpe con cappuccio
sweatshirt: felpe
jacket: felpe della tuta, giacche, bomber, vento
top: maglie primo strato, tuniche, indumenti superiori, top, corsetto, corsetti, bustini, maglie per divise scolastiche, casacche sanitarie
t shirt: t shirt
tank: canotte, magliette intime per bambini, magliette intime per bambine, magliette intime da donna, magliette intime da uomo
waistcoat: gilet
jumpsuit: body, tutine, salopette da lavoro, tute da lavoro, tute da volo
suit: body da triathlon, abiti impermeabili, tute da neve, completi
skirt: gonne
trouser: pantaloni, mutandine di apprendimento, pantaloni impermeabili, palazzo
cape: mantelle, poncho, mantelli
outerwear: abbigliamento per moto, capispalla premaman, abbigliamento per esterno, calzoni pesanti
coat: cappotti, portafoglio, giacche da marinaio, vestaglia, camici bianchi
parka: parka
puffer: piumini
trench: impermeabili, trench
blazer: giacche sportive, blazer, giacche da smoking
swimwear: burkini, copricostume, skirtini, magliette da surf, costumi boxer, costumi slip, swim dress, costumi jammer, pantaloncini da bagno, top da bagno, boxer trunk, bikini, boxer da nuoto, costumi da bagno, pantaloncini da surf, costumi interi mestruali, maglie, slip da bagno, jammer da nuoto, leggings da nuoto, gonne da bagno, tankini
shirt: overshirt, camicie, magliette, maglie henley
polo shirt: polo
sweater: maglioni
underwear: intimo per bambini, intimo termico per bambini, slip, intimo per bambine, intimo termico per bambine, hipster, mutandine, intimo mestruale, tanga, biancheria intima per bambini, boxer, babydoll, reggiseni, completi intimi, sottogonne, pantaloncini sottogonna, indumenti modellanti, body contenitivi modellanti, sottovesti modellanti, guaine per la vita, mutandoni, perizomi, intimo premaman, calzamaglie intime da uomo, intimo da uomo, mutande, calzamaglie intime uomo
blouse: camicette
dress: abiti
legwear: calzetteria
nightwear: indumenti da notte premaman, abbigliamento da camera, completi da casa, camicie da notte, pigiami, accappatoi
sock: calzini, calze, compressione, fantasmini
abaya: abaya, jilbab, caftani
qipao: cheongsam
kurta: dashiki
dirndl: dirndl
hanbok: hanbok
kilt: kilt
kimono: kimono, yukata
saree: sari, lehenga
belt: cinture
brooch: gemelli da polso, fermacravatte, cavigliere, spille, spillette
glove: guanti, muffole
hairclip: fasce per capelli, mollettoni per capelli, elastici scrunchie
scarf: fazzoletti taschino, pochette da taschino, sciarpe, scialli
hat: cappelli, bombetta, cloche, borsalino, fez, tamburello, sombrero, cilindro, trilby, fascinatori, copricapi, turbanti
cap: cappellini da baseball, berretti piatti, tocchi di laurea, berretti newsboy, cappellini snapback, cappelli da camionista, visiere
beanie: berretti
beret: baschi
tie: cravatte, cravattini, ascot, plastron
bow tie: papillon
sunglasses: occhiali da sole
suspender: bretelle
hijab: dupatta
bracelet: polsini, bracciali
handbag: borsette, borse zaino, borse baguette, borse da dottore
bag: borse, mezzaluna, ventiquattrore, borsoni, custodie per treno
tote: borse da spiaggia, borse per la spesa, borse da shopping, borse tote
belt bag: marsupi
bucket bag: secchiello
clutch: borse clutch, clutch, busta, minaudiere
crossbody: borse comode, borse da sella, borse messenger
shoulder bag: borse hobo, tracolla
top handle bag: spalla
backpack: cartelle, zaini
wallet: portafogli, portabanconote, portamonete, fermasoldi, borse da collo
jewelry: gioielleria, gioielli per il corpo, set gioielli
earring: orecchini
necklace: collane
ring: anelli, fedi nuziali
watch: smartwatch, orologi da polso
shoe: scarpe
sneaker: scarpe per atletica, scarpe da ginnastica
boot: stivali
flat: scarpe basse
heel: tacchi
sandal: sandali
slipper: pantofole
luggage: bagagli, valigette, valigie da viaggio, valigie per controlli, valigie per bambini
`,
  ja: `
trouser: スポーツウェアパンツ, トレーニングパンツ, ウインドパンツ, カーゴ, チノパン, パンツ, マタニティパンツ, カプリパンツ, レインパンツ, スノーパンツ, カーゴパンツ, ハーレムパンツ, パラッツォパンツ, ルームウェア ボトムス, タキシードパンツ, ワークパンツ, スクラブパンツ
sweatpant: ジョガー, スウェットパンツ, トラックパンツ, ラウンジパンツ
legging: レギンス, ジェギンス
shorts: ショートパンツ, ボクシング用パンツ, バミューダパンツ, カーゴショーツ, チノショーツ, デニムショーツ, ジョギング用ショートパンツ, ジョガーショートパンツ, レギンズショートパンツ
tights: タイツ
hoodie: パーカー, 授乳用パーカー
sweatshirt: スウェット, 授乳用スウェット
jacket: トラックジャケット, ジャケット, ボレロジャケット, ボンバージャケット, トラッカージャケット, ウインドブレーカー, バーシティジャケット, 羽織, スクラブジャケット
top: スポーツウェアトップス, ベースレイヤートップス, クロップトップス, ボディスーツ, チュニック, 衣類トップス, コルセットトップス, マタニティトップス, ルームウェア トップス, スクールトップス, スクラブトップス
t shirt: tシャツ, 授乳用tシャツ
tank: タンクトップ, 男の子用アンダーシャツ, 女の子用アンダーシャツ, 女性用アンダーシャツ, 授乳用タンクトップ, 男性用アンダーシャツ
waistcoat: ベスト
jumpsuit: レオタード, ユニタード, ワンジー, ビブオーバーオール, つなぎ カバーオール, フライトスーツ
suit: トライアスロンスーツ, レインスーツ, スノービブ, スノースーツ, スーツ, パンツスーツ, スカートスーツ, タキシード, 未仕立てスーツセット
underwear: スポーツブラ, 男の子用下着, 男の子用ももひき, 男の子用アンダーパンツ, ボクサーブリーフ, ボクサーショーツ, ブリーフ, ミッドウェイブリーフ, 女の子用下着, 女の子用ももひき, 女の子用アンダーパンツ, ボーイレッグ, ヒップスター, パンティー, 生理用下着, tバック, ファーストブラ, 幼児用下着, ボクサー, ランジェリー, ベビードール, ブラジャー, ランジェリーセット, ペチコート, ペチパンツ, 補正下着, フルボディ補正, ハイウエストショーツ, 補正スリップ, 太ももスリマー, ウエストニッパー, 女性用アンダーパンツ, ブルマー, チーキーショーツ, gストリング, 女性用下着スリップ, マタニティ下着, 授乳用ブラジャー, 男性用ももひき, 男性用の下着, アンダーショーツ, ももひき
jean: ジーンズ
skirt: スカート, キュロット, マタニティスカート, スクールスカート
cape: ケープ, ポンチョ, レインポンチョ
outerwear: バイク用アウターウェア, マタニティアウター, アウター, チャップス
coat: オーバーコート, ピーコート, ラップコート, 白衣
puffer: パファージャケット
trench: レインコート, トレンチコート
blazer: スポーツジャケット, ブレザー, タキシードジャケット
swimwear: ブルキニ, クラシックビキニ, カバーアップ, ワンピース水着, ラッシュガード, スカーティニ, サーフトップス, スイムボクサー, スイムブリーフ, スイムドレス, スイムジャマーズ, スイムトランクス, 水着トップス, トランク, ビキニ, マタニティ水着, 水着, ボードショーツ, 生理用水着, 吸水ビキニ, 吸水ワンピース水着, スイムジャマー, スイムレギンス, スイムショーツ, スイムスカート, タンキニ
shirt: オーバーシャツ, シャツ, ドレスシャツ, ヘンリーシャツ, 授乳シャツ
polo shirt: ポロシャツ
sweater: セーター
blouse: ブラウス
dress: ワンピース ドレス, マタニティドレス, 結婚式用パーティードレス, ブライズメイドドレス, フラワーガールドレス, ジュニアブライズメイドドレス, マザードレス, ウエディングドレス
camisole: キャミソール
legwear: ストッキング タイツ
nightwear: マタニティパジャマ, ルームウェア, ラウンジウェアセット, ナイトガウン, パジャマ, ローブ バスローブ
sock: 靴下, アンクルソックス, アスレチックソックス, 着圧ソックス, クルーソックス, ダンスソックス, ドレスソックス, フットソックス, ヒールソックス, ホールドアップストッキング, ニーソックス, パンティソックス, スニーカーソックス, サーマルソックス, 5本指ソックス
qipao: チャイナドレス
kurta: ダシキ
dirndl: ディアンドル
hanbok: 韓服
abaya: カフタン
kilt: キルト
kimono: 着物, 浴衣
saree: レヘンガ, サリー
belt: ベルト
brooch: カフスボタン, ネクタイピン, アンクレット, ブローチ, ラペルピン
hairclip: ヘアバンド, バンスクリップ, ヘッドバンド, シュシュ, スパイラルヘアゴム
scarf: ハンカチ, ポケットチーフ
hat: 帽子, カンカン帽, 山高帽, バケットハット, クロッシェハット, カウボーイハット, フェドラハット, フェズ帽, パナマハット, ピルボックスハット, ポークパイハット, ソンブレロ, 日よけ帽子, シルクハット, トリルビー, 冬用帽子, ヘッドアクセサリー, ヘッドピース, 髪飾り, ターバン
cap: 野球帽, フラットキャップ, 角帽, キャスケット, スナップバック キャップ, トラッカーハット, バイザー
beanie: ビーニー
beret: ベレー帽
tie: ネクタイ, ネクタイセット
bow tie: 蝶ネクタイ
sunglasses: サングラス
suspender: サスペンダー
hijab: ドゥパッタ
bracelet: リストバンド, 吸汗用リストバンド, ブレスレット
handbag: ハンドバッグ, バックパックハンドバッグ, バゲットハンドバッグ, ドクターバッグ
bag: バレルバッグ, コンバーチブルバッグ, 半月型バッグ, ポトリバッグ, 台形バッグ, リストバッグ, ブリーフケース, ダッフルバッグ, ジム用ダッフルバッグ, ノートパソコン用のバッグ, トレインケース
tote: ビーチバッグ, ショッパーバッグ, エコバッグ 買い物バッグ, トートバッグ
belt bag: ベルトバッグ, ウェストポーチ ヒップバッグ
bucket bag: バケットバッグ
clutch: クラッチバッグ, エンベロープクラッチ, フォールドオーバークラッチ, ミノディエール
crossbody: クロスボディバッグ, サドルバッグ, メッセンジャーバッグ
shoulder bag: ホーボーバッグ, ショルダーバッグ
top handle bag: サッチェルバッグ
backpack: スクールバッグ, バックパック, ハイキング用バックパック, ラップトップ用リュック, スクールバックパック
wallet: 小銭入れ, マネークリップ, ネックポーチ, トラベルウォレット, 財布
jewelry: ジュエリー, ボディピアス, ジュエリーセット
earring: ピアス イヤリング
necklace: ネックレス
ring: 指輪, 婚約指輪, 結婚指輪
watch: スマートウォッチ, 腕時計
sneaker: アスレチックシューズ, スニーカー
boot: ブーツ
flat: フラット
heel: かかと
sandal: サンダル
slipper: スリッパ
luggage: スーツケース, 機内持ち込み用スーツケース, 預け入れスーツケース, 子供用スーツケース
`,
  ko: `
sweatpant: 조거, 스웻팬츠, 트랙팬츠, 라운지 팬츠
legging: 레깅스
shorts: 반바지, 데님 레깅스 반바지, 조거 반바지, 레깅스 반바지, 짧은 바지
tights: 타이츠
hoodie: 후드티, 수유용 후디
sweatshirt: 스웻셔츠, 수유용 스웨트셔츠
top: 운동복 상의, 베이스 레이어 상의, 크롭탑, 바디수트, 튜닉, 의류 상의, 코르셋, 뷔스티에, 임산부 상의, 평상복 상의, 교복 상의, 수술복 상의
t shirt: 티셔츠
tank: 탱크탑, 남아용 속옷 상의, 여아용 속옷 상의, 여성용 언더 상의, 수유용 탱크톱, 남성 속셔츠
jacket: 재킷, 바람막이, 과 잠바
waistcoat: 조끼
jumpsuit: 레오타드, 유니타드, 원시즈, 빕 오버올, 커버올, 비행복
suit: 트라이애슬론 슈트, 우비, 스노우 빕, 스노우 슈트, 정장, 바지 정장, 치마 정장, 턱시도
underwear: 스포츠 브라, 남아 속옷, 남아용 긴 내의, 남아용 속옷 바지, 복서 반바지, 브리프, 여아 속옷, 여아용 긴 내의, 여아용 속옷 바지, 남아 반바지, 힙스터, 팬티, 생리용 속옷, 첫 브라, 유아 속옷, 복서, 란제리, 베이비돌, 브래지어, 페티코트, 페티팬츠, 보정 속옷, 보정용 슬립, 허리 보정 신처, 여성용 속옷 바지, 블루머, g스트링, 여성용 속옷 슬립, 임부용 속옷, 수유 브라, 남성용 긴 내의, 남성 속옷, 속반바지
jean: 청바지
skirt: 치마, 치마 바지
trouser: 바지, 카프리 팬츠, 스노우 팬츠, 하렘 팬츠, 팔라초 팬츠, 평상복 하의, 턱시도 팬츠
cape: 케이프, 판초
coat: 오버코트, 피코트, 코트
parka: 파카
puffer: 패딩 재킷
trench: 레인코트, 트렌치 코트
blazer: 스포츠 재킷, 블레이저, 턱시도 재킷
swimwear: 부르키니, 커버업, 래쉬가드, 서핑 탑, 복서 수영복, 브리프 수영복, 트렁크, 비키니, 수영복, 보드쇼츠, 스윔 재머, 스윔 레깅스, 스윔 쇼츠, 스윔 스커트, 탱키니
shirt: 오버셔츠, 셔츠, 드레스 셔츠
polo shirt: 폴로
sweater: 스웨터
blouse: 블라우스
dress: 드레스
camisole: 캐미솔
legwear: 양말류
outerwear: 임부용 아우터, 겉옷, 챕스
nightwear: 잠옷, 평상복, 라운지웨어 세트, 나이트가운, 파자마, 로브
sock: 양말, 크루 삭스, 정장 양말, 타이즈, 스니커즈 양말
abaya: 아바야, 질밥, 카프탄
qipao: 치파오
kurta: 다시키
dirndl: 디른들
hanbok: 한복
kilt: 킬트
kimono: 기모노, 유카타
saree: 사리, 레헹가, 레헨가
belt: 벨트
brooch: 커프스 단추, 넥타이핀, 발찌, 브로치, 라펠 핀
glove: 장갑, 벙어리장갑
hairclip: 헤어 밴드, 집게핀, 머리띠, 스크런치, 스프링 머리끈
scarf: 손수건, 포켓 스퀘어, 스카프
hat: 모자, 보터 햇, 중산모, 버킷햇, 클로슈 햇, 페도라, 페즈, 필박스 햇, 포크파이 햇, 솜브레로, 차양모자, 탑 햇, 트릴비, 모자류, 레이스 두건, 머리 장식, 터번
cap: 야구 모자, 플랫 캡, 학사모, 뉴스보이 캡, 스냅백 캡, 트러커 모자, 바이저
beanie: 비니
beret: 베레모
tie: 넥타이, 애스컷, 크라바트
bow tie: 나비 넥타이
sunglasses: 선글라스
suspender: 멜빵
hijab: 두파타
bracelet: 손목 밴드, 팔찌
handbag: 핸드백, 닥터백
bag: 배럴 백, 컨버터블 가방, 반달 가방, 포틀리 백, 트라페조이드 백, 손목 가방, 서류가방, 더플백, 노트북 가방, 여행용 세면 도구 케이스
tote: 비치백, 쇼퍼백, 장바구니, 토트백
belt bag: 벨트 백, 벨트식 소형 가방
bucket bag: 버킷백
clutch: 클러치백, 엔벨로프 클러치, 접이식 클러치, 미노디에르
crossbody: 크로스백, 새들백, 메신저 백
shoulder bag: 호보백, 숄더백
top handle bag: 새첼백
backpack: 책가방, 배낭
wallet: 지갑, 머니클립, 머니 클립, 목걸이형 파우치
jewelry: 주얼리, 장신구
earring: 귀걸이
necklace: 목걸이
ring: 반지, 약혼반지, 웨딩 밴드
watch: 스마트 워치, 시계
shoe: 신발
sneaker: 운동화, 스니커즈
boot: 부츠
flat: 플랫
heel: 발꿈치
sandal: 샌들
slipper: 슬리퍼
luggage: 여행 가방, 여행 가방용 여행 세트
`,
  'lt-LT': `
sweatpant: begimo kelnes, sportines kelnes, sintetines sportines kelnes, laisvalaikio kelnes
legging: tampres
shorts: sortai, bermudai, dzinsines trumpos tampres, trumpos tampres, trumpos kelnes
legwear: pedkelnes, kojines
hoodie: megztiniai su gobtuvu, zindymo dzemperiai su gobtuvu
sweatshirt: megztiniai, dzemperiai
jacket: sintetines sportines striukes, striukes, bolero stiliaus svarkeliai
top: apatinio sluoksnio virsutiniai drabuziai, pilvo nedengiantys marskineliai, bodziai, tunikos, virsutines dalies drabuziai, bodziukai, korsetines palaidines, korsetai, bustje, zindymo marskiniai, virsutines dalies poilsio drabuziai, mokykliniu uniformu virsutine dalis, sveitimo uniformos virsutine dalis
t shirt: marskineliai
tank: berankoviai marskineliai, apatiniai marskineliai berniukams, apatiniai marskineliai mergaitems, moteriski apatiniai marskineliai, zindymo palaidines be rankoviu, vyriski apatiniai marskineliai
waistcoat: liemenes
jumpsuit: triko, kombinezonai
jean: dzinsai
skirt: sijonai, sijonsorciai
trouser: kelnes, kapriai
cape: apsiaustai, poncai
coat: paltai, buslatai, balti chalatai
parka: parkos
puffer: pustos striukes
trench: lietpalciai, trenciniai paltai
blazer: sportines striukes, svarkai
swimwear: burkiniai, apsiausteliai, marskineliai nuo saules, maudymosi marskineliai, maudymosi trumpikes, maudymosi glaudes, maudymosi sukneles, maudymosi sortai, maudymosi kostiumeliu virsutines dalys, laisvos kelnaites, bikiniai, maudymosi kostiumeliai, sortai banglentininkams, maudymosi tampres, maudymosi sijoneliai
shirt: marskiniai svarkai, marskiniai, palaidiniai, sukneliu formos marskineliai, henley marskineliai
polo shirt: polo marskineliai
underwear: apatiniai berniukams, apatines kelnes berniukams, bokseriai sortai, trumpikes, apatiniai mergaitems, apatines kelnes mergaitems, kelnaites, apatiniai menesiniu laikotarpiui, apatiniai maziems vaikams, bokseriai, apatinis trikotazas, mini ilgio pusti, liemeneles, apatinio trikotazo komplektai, pasijoniai, formuojantys drabuziai, siaurikes, moteriski apatinukai, apatiniai drabuziai nesciosioms, vyriskos apatines kelnes, vyriski apatiniai, apatiniai sortai, apatines kelnes, boksikes
blouse: palaidines
sweater: sviteriai
dress: sukneles
camisole: berankoves palaidines
outerwear: virsutiniai drabuziai, antkojai
suit: sniego kombinezonai su petnesomis, kostiumai, kostiumeliai su kelnemis, kostiumeliai su sijonais, smokingai, nesiuti kostiumu komplektai
nightwear: poilsio drabuziai, poilsio drabuziu rinkiniai, naktiniai marskiniai, pizamos, chalatai
sock: kojines iki kulksniu, sportines kojines, kompresines kojines, kojines iki puses blauzdu, sokiu kojines, kostiumines kojines, trumpos kojines, kojines be pirstu, kojines be dirzeliu, kojines iki keliu, kojines sportiniams bateliams, termines kojines, kojines su pirstais
abaya: abajos, dzilbabai, kaftanai
qipao: congsamai
kurta: dasikiai
dirndl: dirndliai
hanbok: hanbokai
kilt: kiltai
kimono: kimono, jukatos
saree: sariai, lehengos
belt: dirzai
brooch: rankogaliu sasagos, apykojes, sages, segtukai, atvarto zenkleliai
hairclip: plauku juostos, plauku segtukai krabai, galvos juostos, medziagines plauku gumytes, spiralines plauku gumytes
scarf: nosines, kisenines nosinaites, salikai, saliai
hat: kepures, boater skrybeles, katiliukai, cloche skrybeles, kaubojiskos skrybeles, fedoros, fesos skrybeles, panamos, pillbox skrybelaites, pork pie skrybeles, sombrerai, cilindrai, trilbiai, galvos apdangalai, fascinatoriai, galvos papuosalai, turbanai
cap: beisbolo kepuraites, angliskos beretes, isleistuviu kepures, laikrastininko kepures, gale susegamos kepuraites, vairuotoju kepuraites, skydeliai nuo saules
beanie: megztos kepuraites
beret: beretes
tie: kaklaraisciai, askotai, kravates, kaklaraisciu komplektai
bow tie: peteliskes
sunglasses: akiniai nuo saules
suspender: petnesos
hijab: dupatos
bracelet: apyrankes, rieso prakaito juostos
handbag: rankines, kuprines tipo rankines, gydytoju krepsiai
tote: papludimio krepsiai, pirkiniu krepsiai, pirkiniu krepseliai, medziaginiai krepsiai
belt bag: dirzo krepsiai, juosmens pinigines
bucket bag: bucket stiliaus rankines
clutch: delninukes
bag: transformuojamos rankines, pusmenulio formos rankines, potli maiseliai, trapecines rankines, ant rieso nesiojamos rankines, krepsiai, portfeliai, traukiniu lagaminai
crossbody: per krutine nesiojamos rankines, balno formos rankines, pastininku krepsiai
shoulder bag: hobo stiliaus krepsiai, ant peties nesiojamos rankines
top handle bag: satchel stiliaus krepsiai
wallet: monetu deklai, pinigu segtukai, ant kaklo nesiojami maiseliai, pinigines
jewelry: juvelyriniai dirbiniai, kuno auskarai, juvelyriniu dirbiniu rinkiniai
earring: auskarai
necklace: veriniai
ring: ziedai
watch: laikrodziai
shoe: batai
sneaker: sportiniai bateliai
boot: auliniai batai
flat: lygiapadziai batai
heel: aukstakulniai batai
sandal: basutes
slipper: slepetes
luggage: bagazas, lagaminai, kelioniniai lagaminu rinkiniai
backpack: kuprines
`,
  nb: `
sweatpant: joggebukser, lopebukser, kosebukser
trouser: treningsbukser, vindbukser, cargoshorts, bukser, capribukser, regnbukser, snobukser, cargobukser, haremsbukser, palazzobukser, koseplagg underdeler, smokingbukser, arbeidsbukser, klinikkbukser
hoodie: hettegensere, ammehettegensere
jacket: lopejakker, jakker, bolerojakker, bomberjakker, truckerjakker, vindjakker, varsityjakker, klinikkjakker
top: treningsklaer topper, baselagsoverdeler, korte topper, tunikaer, klestopper, korsettoverdeler, korsetter, bustierer, topper for gravide, koseplagg topper, skoleuniformtopper, klinikkoverdeler
t shirt: t skjorter, amme t skjorter
tank: singleter, underskjorter for gutter, underskjorter for jenter, underskjorter for kvinner, ammesingleter, underskjorter for menn
waistcoat: vester
shorts: bokseshorts, bermudashorts, chinoshorts, denimshorts, joggershorts, sykkelshorts, korte bukser
jumpsuit: turndrakter, heldrakter, snekkerbukser, kjeledresser, flyverdrakter
suit: triatlondrakter, regndresser, selebukser for sno, snodresser, dresser, buksedresser, skjortedresser, smoking, usydde dressett
skirt: skjort, gravidskjort, skoleuniformskjort
cape: caper, ponchoer, regnponchoer
outerwear: motorsykkelyttertoy, yttertoy
coat: overfrakker, losjakker, omslagsjakker, frakker, laboratoriefrakker
puffer: pufferjakker
trench: regnjakker, trenchcoater
blazer: sportsjakker, blazere, smokingjakker, skoleuniformblazere
swimwear: burkinier, strandklaer, badedrakter, rashguards, skirtinier, surfeoverdeler, badeboksere, badetruser, badekjoler, badejammers, badebukser, badeoverdeler, kister, bikinier, boksere med korte ben, badetoy, mensbadetoy, mensenbikinier, mensenbadedrakter, svommejammers, badetights, badeshortser, badeskjort, tankinier
shirt: overskjorter, skjorter, dresskjorter, ammeskjorter
polo shirt: poloskjorter
sweater: gensere, skolegensere
underwear: undertoy for gutter, boksertruser, boksershorts, underbukser, mellomlange herretruser, undertoy for jenter, truser, mensundertoy, tanga, undertoy for smabarn, boksershortser, dameundertoy, bh, undertoyssett, underskjort, mamelukker, helkroppsformer, formende underkjoler, larslankere, midjestrammere, g strenger, hipstere, underkjoler for kvinner, undertoy for gravide, undertoy for menn, stillongs, boksere
blouse: bluser
dress: kjoler, brudepikekjoler, blomsterpikekjoler, brudekjoler
camisole: undertroye
legwear: stromper
sweatshirt: ammecollegegensere
nightwear: nattoy, koseplagg, koseklaersett, nattkjoler, pysjamas, kaper
sock: sokker, ankelsokker, sportssokker, kompresjonssokker, crewsokker, dansesokker, dressokker, fotballsokker, haelsokker, selvsittende stromper, knestromper, strompesokker, sneakersokker, termosokker, tasokker
abaya: abayaer, jilbaber, kaftaner
qipao: cheongsamer
kurta: dashikier, kurtaer, kurtasett
dirndl: dirndler
hanbok: hanboker
kilt: kilter
kimono: kimonoer, yukataer
saree: sarier, lehengaer
knitwear: strikkeplagg
belt: belter
brooch: mansjettknapper, slipsnaler, ankelsmykker, brosjer, naler, jakkeslagsmerker
glove: hansker, votter
hairclip: harband, harklyper, hodeband, spiralharstrikker
scarf: lommetorklaer, skjerf, sjal
hat: hatter, bowlerhatter, bottehatter, cowboyhatter, fedoraer, fezer, panamahatter, pilleeskehatter, sombreroer, solhatter, flosshatter, trilbier, vinterhatter, hodeplagg, fascinatorer, hodepryd, turbaner
cap: baseballuer, flate luer, eksamensluer, bakerguttluer, capser med snapback, trucker caps, visirer
beanie: luer
beret: baskerluer
tie: slips, kalvekryss, slipssett
bow tie: sloyfer
sunglasses: solbriller
suspender: bukseseler
hijab: dupattaer
bracelet: armband, svetteband for handledd
bag: vesker, tonnevesker, multifunksjonsvesker, halvmanevesker, trapesvesker, handleddsvesker, sma kofferter, duffelbager, gymduffelvesker, sminkebokser
handbag: ryggsekkvesker, baguettevesker, doktorvesker
tote: strandvesker, shoppere, handlenett, baerenett
belt bag: beltevesker, rumpetasker
bucket bag: bottevesker
clutch: clutchvesker, konvoluttclutcher, sammenbrettbare clutcher
crossbody: skuldervesker med lang rem, salvesker, budvesker
shoulder bag: hobovesker, skuldervesker
top handle bag: skulderveske med lokk
backpack: skolevesker, ryggsekker, tursekker, pc sekker, skolesekker
wallet: lommeboker, pengeklemmer, myntpunger, nakkeposer, reiselommeboker
jewelry: smykker, kroppssmykker, smykkesett
earring: oredobber
necklace: halskjeder
ring: ringer, forlovelsesringer, gifteringer
watch: smartklokker, armbandsur
shoe: sko
sneaker: sportssko, joggesko
boot: stovler
flat: flate sko
heel: haeler
sandal: sandaler
slipper: tofler
luggage: bagasje, kofferter, handbagasjekofferter, barnekofferter, reisesett for koffert
`,
  nl: `
shorts: korte broeken, shorts voor boksers, korte cargobroeken, korte chinobroeken, korte spijkerbroeken, korte jeggingbroeken, korte joggingbroeken, korte leggingbroeken
sweatpant: joggingbroek, lange loopbroeken, loungebroeken
tights: maillot
trouser: lange trainingsbroeken, lange windbroeken, pantalons, lange zwangerschapsbroeken, capribroeken, regenbroeken, sneeuwbroeken, lange broeken, lange cargobroeken, harembroeken, palazzobroeken, loungewearbroeken, smokingpantalons, werkbroeken, scrubbroeken
sweatshirt: sportsweatshirts, voedingssweaters
hoodie: hoodys, voedingshoodies
jacket: trainingsjassen, jacks, bolero jassen, bomberjacks, truckerjassen, windjacks, haori jassen, scrubjassen
top: tops voor actieve bezigheden, ondershirts, croptops, tunieken, bovenstukken kleding, korsettops, korsetten, bustiers, zwangerschapstruitjes, loungeweartops, schooluniformtops, scrubtops
tank: tanktops, jongensondershirts, meisjesondershirts, damesondershirts, voedingstanktops, herenondershirts
waistcoat: vesten
jumpsuit: turnpakjes, tuinbroeken, overalls, vliegtuigoverall
suit: triatlonpakken, regenpakken, sneeuwtuinbroeken, sneeuwpakken, pakken, broekpakken, mantelpakken, smokings
underwear: sportbehas, jongensondergoed, jongensonderbroeken, boxershorts, slips, meisjesondergoed, meisjesonderbroeken, jongensshorts, menstruatieondergoed, strings, peuterondergoed, bhs, lingeriesets, corrigerende kleding, volledige lichaamsvormen, corrigerende onderjurken, dijbeenafslankers, taillecinchers, damesonderbroeken, damesslips, zwangerschapsondergoed, voedingsbehas, herenondergoed, korte onderbroeken, lange onderbroek
skirt: rokken, broekrokjes, zwangerschapsrokken, schooluniformrokken
outerwear: motorkleding, zwangerschapsbovenkleding, buitenkleding, beenkappen, bovenkleding
coat: overjassen, peacoats, wikkeljassen, jassen
puffer: gewatteerde jassen
trench: regenjassen, trenchcoats
blazer: sportjassen, smokingjasjes, schooluniformblazers
swimwear: boerkinis, klassieke bikinis, badpakken, surftops, zwemboxers, zwemslips, zwemjurken, zwemjammers, zwembroeken, zwemkleding, bovenstuk, zwembroek, zwangerschapszwemkleding, menstruatie badkleding, menstruatiebikinis, menstruatiebadpakken, zwemleggings, zwemshorts, zwemrokjes
shirt: overhemden, hemden, henleyshirts, voedingshemden
sweater: truien, schooluniformtruien
blouse: bloezen
dress: jurken, zwangerschapsjurken, bruidsmeisjesjurken, bruidsjurken
legwear: pantys
nightwear: zwangerschapsnachtkleding, nachtkleding, loungewearsets, nachthemden, pyamas, kamerjassen
t shirt: voedings t shirts
cape: regenponchos
sock: sokken, enkelsokken, compressiesokken, danssokken, hielsokken, kniesokken, pantysokken, sneakersokken, thermosokken, teensokken
abaya: abayas, jilbabs
kurta: kurtas, kurtasets
knitwear: breigoed
belt: riemen
brooch: manchetknopen, dasspelden, enkelbandjes, broches, reversspelden
glove: handschoenen, wanten
hairclip: haarbanjes, haarklemmen, hoofdbanden, spiraalhaarelastiekjes
scarf: pochetten, sjaaltjes, omslagdoeken
hat: hoeden, schippershoeden, bolhoeden, vissershoeden, cowboyhoeden, fezzen, panamahoeden, zonnehoeden, trilbys, wintermutsen, hoofdmode, hoofdtooien, tulbanden
cap: honkbalpetten, platte petten, afstudeerhoeden, newsboy petten, snapback petten, truckerpetten, vizieren
beanie: mutsen
beret: baretjes
tie: dassen, ascots, cravates, stropdassensets
bow tie: vlinderdassen
sunglasses: zonnebrillen
suspender: bretels
bracelet: polsbanden, zweetbandjes, armbanden
handbag: handtassen, rugzaktassen, dokterstassen
bag: vatzakken, halvemaantassen, trapeziumtassen, polszakken, tassen, aktetassen, plunjezakken, sportplunjezakken, laptoptassen, reistoilettas
tote: strandtassen, winkeltassen, boodschappentassen, mandtassen
belt bag: heuptassen, heuptasjes
bucket bag: emmertassen
clutch: avondtassen
crossbody: crossbodytassen, zadeltassen, messengertassen
shoulder bag: hobotassen, schoudertassen
top handle bag: boekentassen
backpack: schooltassen, rugzakken, wandelrugzakken, laptoprugzakken, schoolrugzakken
wallet: portefeuilles, geldclips, portemonnees, nekzakjes, reisportefeuilles
jewelry: sieraden, lichaamssieraden, sieradensets
earring: oorbellen
necklace: halskettingen
ring: ringen, verlovingsringen, trouwringen
watch: horloges
shoe: schoenen
sneaker: atletische schoenen
boot: laarzen
flat: platte schoenen
heel: hakken
sandal: sandalen
slipper: pantoffels
luggage: bagage, koffers, rolkoffers, kinderkoffers, kofferreissets
`,
  pl: `
sweatpant: joggery, spodnie dresowe, trackpants, spodnie domowe
legging: legginsy, jegginsy
shorts: szorty, bermudy, spodenki cargo, chinosy krotkie, jegginsy krotkie, joggery krotkie, legginsy krotkie, krotkie spodenki
tights: rajtuzy, rajstopy
hoodie: bluzy z kapturem
sweatshirt: bluzy
top: koszulki z warstwy bazowej, body, tuniki, topy, gorsety, bustiery, gorne czesci mundurkow szkolnych, bluzy medyczne
t shirt: t shirty
tank: koszulki na ramiaczkach, podkoszulki chlopiece, podkoszulki dziewczece, podkoszulki damskie, topy do karmienia, podkoszulki meskie
jacket: kurtki, bolerka, bomberki, wiatrowki
waistcoat: kamizelki
jumpsuit: trykoty, unitardy, onesie, ogrodniczki robocze, kombinezony robocze, kombinezony pilotow
suit: stroje do triathlonu, stroje przeciwdeszczowe, sniegowe spodnie ogrodniczki, kombinezony sniezne, garnitury, smokingi, niezszyte komplety garniturowe
trouser: chinosy, spodenki, rybaczki, spodnie, bojowki, haremki
jean: jeansy
skirt: spodnice, spodnico spodnie, spodniczki ze spodenkami
cape: peleryny, poncza
outerwear: odziez motocyklowa, odziez wierzchnia, skorzane spodnie kowbojskie
coat: palta, plaszcze, fartuchy laboratoryjne
parka: parki
puffer: kurtki pikowane
trench: plaszcze przeciwdeszczowe, trencze
blazer: kurtki sportowe, marynarki
swimwear: burkini, narzutki na stroj kapielowy, skirtini, koszulki surfingowe, bokserki kapielowe, slipy kapielowe, sukienki kapielowe, spodenki kapielowe, gorne czesci strojow kapielowych, kapielowki, bikini, gory strojow kapielowych, stroje kapielowe, boardshorty, koszulki typu rashguard, topy do surfingu, jammery plywackie, legginsy do plywania, szorty kapielowe, spodniczki kapielowe, tankini
shirt: koszule overshirt, koszulki, koszule wizytowe, koszule typu henley, koszule do karmienia
polo shirt: koszulki polo
sweater: swetry
underwear: bielizna chlopieca, bokserki, slipy, bielizna dziewczeca, majtki, stringi, bielizna dziecieca, bielizny, babydoll, biustonosze, halki, reformy, bielizna modelujaca, pelne ksztalty, figi z wysokim stanem, bielizna wyszczuplajaca uda, gorsety typu waist cincher, bloomersy, spodenki chlopiece, hipstery, bielizna ciazowa, bielizna dla mezczyzn, kalesony
blouse: bluzki
dress: sukienki, suknie dla druhen, suknie dla mlodszych druhen, suknie slubne
camisole: krotkie koszulki na ramiaczkach
legwear: wyroby ponczosznicze
nightwear: ubrania na co dzien, komplety odziezy domowej, koszule nocne, pizamy, szlafroki
sock: skarpety, skarpetki do kostki, skarpetki sportowe, skarpetki kompresyjne, skarpetki wysokie, skarpetki do tanca, skarpetki wizytowe, skarpetki stopki, skarpetki na piety, ponczochy samonosne, podkolanowki, skarpetki rajstopowe, skarpetki do butow sportowych, skarpetki termiczne, skarpetki pieciopalczaste
abaya: abaje, dzilbaby, kaftany
qipao: qipao
kurta: dashiki
dirndl: dirndle
hanbok: hanboki
kilt: kilty
kimono: kimona, jukaty
saree: sari, lehenga, lehengi
belt: paski, pasy obi
brooch: spinki do mankietow, spinki do krawatow, bizuteria na kostki, broszki, przypinki, wpinki do marynarki
glove: rekawiczki, mitenki
hairclip: opaski do wlosow, spinki klamry, gumki scrunchie, sprezynki do wlosow
scarf: chusteczki, poszetki, szaliki, szale
hat: kapelusze, meloniki, czapki bucket hat, fezy, toczki, sombrera, cylindry, czapki zimowe, nakrycia glowy, przybranie glowy, turbany
cap: czapki baseballowe, kaszkiety, birety, czapki typu snapback, czapki typu trucker, daszki
beanie: czapki beanie
beret: berety
tie: krawaty, muszki, askoty, fulary, komplety z krawatami
bow tie: muchy
sunglasses: okulary przeciwsloneczne
suspender: szelki
hijab: dupatty
bracelet: opaski na reke, frotki na nadgarstki, bransoletki
handbag: torebki, plecaki torebki, torby lekarskie
bag: torby barrel, torbo plecaki, torebki w ksztalcie polksiezyca, torebki potli, torebki trapezowe, torby na nadgarstki, aktowki, torby sportowe, torby na silownie duffel, torby na laptopa, kufry podrozne
tote: torby plazowe, torby zakupowe, torby na zakupy, torebki tote bag
belt bag: torebki na pasek, saszetki na biodra
bucket bag: torby bucket bag
clutch: torby kopertowki, torebki kopertowe, kopertowki skladane, minaudiere
crossbody: torebki cross body, torebki saddle bag, listonoszki
shoulder bag: torebki hobo, torby na ramie
top handle bag: obraczki na serwetki
backpack: tornistry szkolne, plecaki
wallet: portmonetki, klipsy na banknoty, saszetki na szyje, portfele
jewelry: bizuteria, komplety bizuterii
earring: kolczyki
necklace: naszyjniki
ring: pierscionki, obraczki slubne
watch: smartwatche, zegarki
shoe: obuwie
sneaker: buty sportowe, sneakersy
boot: buty z wysoka cholewka
flat: plaskie baleriny
heel: buty na obcasie
sandal: sandaly
slipper: kapcie
luggage: walizki, zestawy walizek podroznych
`,
  'pt-BR': `
sweatpant: calcas de moletom, calcas de trilha, calcas loungewear
legwear: meias calcas
hoodie: moletons com capuz
sweatshirt: moletons
top: tops esportivos, tops crop, regatas, macacoes, tunicas, blusas, tops corset, corsets, corseletes, tops de maternidade, pecas superiores casuais
t shirt: camisetas
jacket: jaquetas, boleros, bolero
waistcoat: coletes
shorts: shorts para boxe, shorts cargo, shorts de sarja, shorts jeans, shorts de jegging, shorts de corrida, shorts de legging, calcas curtas
jumpsuit: collants, macacoes de ginastica, jardineiras de trabalho, macacoes de trabalho, uniformes de voo
suit: trajes de triatlo, roupas para chuva, jardineiras de neve, macacoes de neve, ternos, conjuntos com calca, conjuntos com saia, smokings
trouser: sarja, calcas, calca, pecas inferiores casuais
skirt: saias, short saia
cape: capas, ponchos de chuva
outerwear: vestuario externo para motociclistas, agasalhos para gestantes, casacos, chaparejos
coat: sobretudos, casacos peacoat, casacos transpassados, casacos de marinheiro, jalecos
puffer: jaquetas puffer
trench: capas de chuva
blazer: jaquetas esportivas, paletos de smoking
swimwear: burquinis, saidas de praia, maios, tops de surf, boxers de natacao, sungas de natacao, vestidos de natacao, bermudas de natacao, calcoes de banho, biquinis, saida de praia, baus, roupas de banho, calcoes para banho, sunga de natacao, leggings de banho, shorts de banho, saias de banho, tanquinis
shirt: sobrecamisas, camisas
sweater: sueteres
underwear: roupas intimas para meninos, shorts boxer, cuecas, roupas intimas para meninas, calcoes masculinos, calcinhas, roupas intimas menstruais, tangas, roupas intimas infantis, sutias, conjuntos de lingerie, anaguas, calcas anagua, cinta modeladora, cintas de corpo inteiro, redutores de coxa, cintas abdominais, roupas de baixo femininas, fio dental, roupas intimas para gestantes, roupas de baixo masculinas, calcoes de baixo, ceroulas
dress: vestidos
tank: segundas peles femininas, regatas de amamentacao, camisetas undershirt masculinas
nightwear: roupas casuais, conjuntos loungewear, camisolas, pijamas, roupoes
sock: meias
abaya: abayas, jilbabs
kimono: quimonos
belt: cintos
brooch: abotoaduras, prendedores de gravata, tornozeleiras, broches, pins de lapela
glove: luvas, mitenes
hairclip: faixas de cabelo, piranhas de cabelo, faixas de cabeca, elasticos de cabelo espiral
scarf: lencos de bolso, cachecois, xales
hat: chapeus, fezes, cartolas, gorros de inverno, turbantes
cap: bones de beisebol, boinas de aba reta, capelos de formatura, boinas newsboy, bones de aba reta, bones de caminhoneiro, viseiras
beanie: gorros
beret: boinas
tie: gravatas, ascots, plastrons, conjuntos de gravata
bow tie: gravatas borboleta
sunglasses: oculos de sol
suspender: suspensorios
bracelet: pulseiras, munhequeiras esportivas
bag: bolsas, pastas, mochilas de viagem, mochilas para ginastica, maletas para cosmeticos
handbag: bolsas mochila, bolsas baguetes, maletas medicas
tote: sacolas de praia, bolsas de compras, sacolas de compras, sacola de compras
bucket bag: bolsas saco
clutch: bolsas de mao, carteiras envelope, carteiras com aba
crossbody: bolsas cruzadas, bolsas de sela, tiracolo
shoulder bag: bolsas hobo, bolsas de ombro
top handle bag: bolsas carteiro
backpack: sacolas escolares, mochilas
wallet: porta moedas, prendedores de dinheiro, bolsas de pescoco, carteiras
jewelry: joias
earring: brincos
necklace: colares
ring: aneis, aliancas de casamento
watch: relogios de pulso
shoe: sapatos
sneaker: sapatos esportivos, sapatos tenis
boot: botas
flat: sapatilhas
heel: calcanhares
sandal: sandalias
slipper: chinelos
luggage: malas, maletas
belt bag: pochetes
`,
  'pt-PT': `
sweatpant: calcas de corrida, calcas de treino, calcas de descanso
shorts: calcoes, calcas curtas
hoodie: camisolas com capuz, hoodies de amamentacao
tank: camisolas de manga cava, camisolas interiores para menino, camisolas interiores para menina, camisolas interiores de senhora, tops de amamentacao, camisolas interiores masculinas
outerwear: casacos, vestuario de exterior, calcas chaps
waistcoat: coletes
jumpsuit: maillots, macacoes, jardineiras de trabalho, fatos macaco, fatos para aviacao
jean: calcas de ganga
skirt: saias
trouser: calcas, cuecas de desfralde, calca, calcas de smoking
jacket: boleros, corta ventos, blusoes, casacos bolero, casacos bomber, casacos trucker, casacos varsity, casacos haori, casacos de uniforme medico
cape: capas, ponchos de chuva
coat: sobretudos, casacos tracados, casacos de la, casacos brancos
parka: parcas
puffer: casacos acolchoados
trench: impermeaveis, gabardinas, gabardina, casacos compridos
blazer: casacos desportivos, casacos de smoking
swimwear: burquinis, pareos, fatos de banho inteiros, roupa de protecao solar, biquini com saia, tops de surf, calcoes de natacao, vestidos de natacao, bermudas de natacao, calcoes de banho, boxers curtos, biquinis, baus, fatos de banho, calcoes de praia, fato de banho menstrual, fatos de banho menstruais, fatos de surf, cuecas de natacao, jammers de natacao, leggings de banho, saias de banho, tanquinis
top: bodies, tunicas, tops, espartilhos, busties
shirt: sobrecamisas, camisas, camisolas henley
sweater: camisolas
underwear: roupa interior de menino, roupa termica para menino, boxers justos, boxers calcao, cuecas, boxers de meia perna, roupa interior de menina, roupa termica para menina, tangas, primeiro soutien, sutias, conjuntos de lingerie, saiotes, vestuario modelador, modeladores de corpo inteiro, combinacoes modeladoras, modelador de coxa, adelgacante de cintura, cueca, slips de senhora, long johns para homem, roupa interior masculina, calcoes interiores, ceroulas
blouse: blusas
dress: vestidos
camisole: tops de alcas
legwear: meias calcas
tights: collants
nightwear: pijamas de maternidade, roupa casual, conjuntos de descanso, camisas de dormir, pijama, roupoes
sweatshirt: sweatshirts de amamentacao
t shirt: t shirts de amamentacao
suit: jardineiras de neve, fatos, fatos de calcas, smoking
sock: meias, meias para sapatilhas
abaya: abayas, jilbabs, caftans
belt: cintos
brooch: botoes de punho, clipes de gravata, tornozeleiras, broches, pregadeiras, alfinetes de peito, alfinetes de lapela
glove: luvas, mitenes
hairclip: fitas de cabelo, molas de cabelo, bandoletes
scarf: lencos, cachecois, xailes
hat: chapeus, cartolas, chapelaria, fascinadores, acessorios de cabeca, turbantes
cap: bones de basebol, boinas masculinas, barretes de finalista, boinas newsboy, bones ajustaveis, bone de camionista, viseiras
beanie: gorros
beret: boinas
tie: gravatas, plastroes, conjuntos de gravata
bow tie: lacos
sunglasses: oculos de sol
suspender: suspensorios
bracelet: punhos, pulseiras
handbag: malas mochila, malas baguette, malas gladstone, sacos
tote: malas de praia, malas shopper, sacolas
belt bag: bolsas de cinto, bolsas de cintura
bucket bag: malas bucket
clutch: malas de mao, malas envelope, malas dobraveis
bag: malas, sacos potli, bolsas de pulso, pastas, sacos de lona, mala de portatil, malotes
crossbody: tiracolo, alforjes
shoulder bag: malas hobo, malas de ombro
top handle bag: mala tipo carteiro
backpack: malas escolares, mochilas
wallet: porta moedas, molas para dinheiro, bolsas de pescoco, carteiras
jewelry: joalharia
earring: brincos
necklace: colares
ring: aneis, aliancas de casamento
watch: relogios de pulso
shoe: calcado
sneaker: calcado desportivo, sapatilhas
boot: botas
flat: sapatos rasos
heel: calcanhares
sandal: sandalias
slipper: chinelos
luggage: bagagem, malas de cabine, malas de porao, malas infantis
`,
  'ro-RO': `
sweatpant: pantaloni pentru jogging, pantaloni de trening, pantaloni atletism, pantaloni de casa
legging: colanti
shorts: pantaloni scurti, pantaloni scurti de box, bermude, pantaloni scurti cargo, pantaloni scurti chino, pantaloni scurti din denim, pantaloni scurti tip jegging, pantaloni scurti pentru jogging, pantaloni scurti tip legging, pantaloni tip sort
tights: dresuri
hoodie: hanorace
sweatshirt: bluze sport, bluze de trening
top: top scurt, costume de baie intregi, tunici, topuri, corsete, bustiere, bluze de relaxare, bluze de uniforma scolara, bluze medicale
t shirt: tricouri
tank: maiouri
jacket: jachete, geci bolero, geci bomber, geci de trening, geci scurte, geci antivant, geci stil college, geci de vant
waistcoat: veste
jumpsuit: dresuri tip body, combinezoane, salopeta cu pieptar, salopete de protectie, costume de zbor
jean: blugi
skirt: fuste
trouser: pantaloni
cape: cape, ponchouri, poncho uri
coat: paltoane, halate medicale
parka: geci parka
puffer: geci cu puf
trench: pelerine de ploaie, trenciuri, haine de ploaie
blazer: geci sport, blazere, jachete sport, jachete de smoching
swimwear: burkini, rochii de plaja, bluze de protectie, topuri pentru surf, slipuri tip boxer, slipuri tip chilot, rochii pentru inot, colanti scurti pentru inot, pantaloni scurti de baie, topuri costum de baie, boxeri scurti, bikini, costume de baie, pantaloni scurti pentru surfing, colanti de inot, pantaloni scurti de inot, fuste de inot, tankini
shirt: jachete tip camasa, camasi, tricouri henley
polo shirt: tricouri polo
sweater: pulovere
underwear: boxeri, lenjerie, babydoll, sutiene, jupoane, compleuri intregi, combinezoane modelatoare, chiloti, furouri pentru femei, pantaloni scurti tip lenjerie, indispensabili
blouse: bluze
dress: rochii
camisole: maiouri lenjerie
legwear: ciorapi
outerwear: imbracaminte de exterior
suit: salopete de zapada, costume, costume cu pantaloni, smochinguri
nightwear: imbracaminte de relaxare, camasi de noapte, pijamale, halate
sock: sosete, talpici
abaya: abaya, jilbab, caftane
qipao: cheongsam
kurta: dashiki
dirndl: dirndl
hanbok: hanbok
kilt: kilturi
kimono: chimonouri, yukata
saree: sari, lehenga
belt: curele, centuri obi
brooch: butoni, cleme de cravata, bratari pentru glezna, brose, insigne rever
glove: manusi, mitene
hairclip: elastice pentru par, clame tip gheara, bentite pentru par, elastice textile pentru par, elastice spiralate pentru par
scarf: batiste, esarfe, saluri
hat: palarii, caciuli, fesuri, sombrerouri, jobene, articole pentru cap, acoperaminte pentru cap, turbane
beret: berete
cap: sapca moale, toci de absolvire, sepci, viziere
tie: cravate, ascoturi
bow tie: papioane
sunglasses: ochelari de soare
suspender: bretele
hijab: dupatta
bracelet: mansete elastice, bratari
handbag: genti de mana, rucsac de mana, genti baguette, genti doctor
tote: genti de plaja, genti pentru cumparaturi, sacose pentru cumparaturi, genti tip sacosa
belt bag: borsete
bucket bag: genti bucket
clutch: posete plic, posete pliabile, posete tip portofel
crossbody: genti crossbody, genti de sa, genti tip postas
shoulder bag: genti hobo, genti de umar
top handle bag: genti tip ghiozdan
backpack: ghiozdane, rucsacuri
wallet: portmonee, clame pentru bancnote, huse gat, portofele
bag: posete de mana, genti, serviete, valize pentru produse cosmetice
jewelry: bijuterii
earring: cercei
necklace: coliere
ring: inele, verighete
watch: ceasuri
shoe: pantofi
boot: cizme
flat: balerini
heel: pantofi cu toc
sandal: sandale
slipper: papuci de casa
sneaker: pantofi sport
luggage: bagaje, valize
`,
  ru: `
sweatpant: джоггеры, спортивные трико, домашние брюки
legging: легинсы, джегинсы
shorts: шорты, бермуды, шорты карго, шорты чинос, шорты джегинсы, шорты джоггеры, велосипедки, бриджи
tights: лосины
hoodie: худи
sweatshirt: толстовки, свитшоты для кормления
jacket: олимпиики, куртки, болеро, бомберы, ветровки, жакеты хаори
top: топы, футболки, боди, туники, кофты, корсеты, бюстье
tank: маики
waistcoat: жилеты
jumpsuit: гимнастические купальники, юнитарды, комбинезоны, рабочие полукомбинезоны, летные костюмы
underwear: спортивные бра, нижнее белье для мальчиков, трусы для мальчиков, боксеры шорты, брифы, нижнее белье для девочек, трусы для девочек, шортики, хипстеры, слипы, менструальные трусы, тонг, детское нижнее белье, боксеры, женское белье, беби доллы, бюстгальтеры, комплекты нижнего белья, нижние юбки, панталоны, корректирующее белье, комбидресс, трусы с высокои посадкои, корректирующие комбинации, утягивающие шорты, корсажи, женские трусы, блумерсы, трусы чики, стринги, нижнее белье для беременных, мужские трусы, трусы шорты, кальсоны
trouser: карго, чинос, брюки, капри, зимние штаны, шаровары
jean: джинсы
skirt: юбки, юбки шорты
cape: плащи, пончо, дождевики пончо
outerwear: мотоэкипировка, верхняя одежда, чапы
coat: пальто, полупальто, белые халаты
parka: парки
puffer: пуховики
trench: дождевики, тренчи
blazer: спортивные куртки, блеизеры, пиджаки для смокинга
swimwear: буркини, пляжные накидки, слитные купальники, рашгарды, топы для серфинга, плавки боксеры, плавки, купальные костюмы, джаммеры, плавательные шорты, топы для плавания, транки, бикини, одежда для плавания, пляжные шорты, купальники для менструации, леггинсы для плавания, шорты для плавания, юбки для плавания, танкини
shirt: рубашки куртки, рубашки, кофты для кормления
polo shirt: поло
sweater: свитеры
blouse: блузки
dress: платья
legwear: чулки, колготки
t shirt: футболки для кормления
suit: зимние полукомбинезоны, зимние комбинезоны, костюмы, смокинги
nightwear: одежда для дома, комплекты домашнеи одежды, ночные рубашки, пижамы, халаты
sock: носки, следки, гольфы, термоноски
abaya: абаи, джильбабы, кафтаны
qipao: ципао
kurta: дашики
dirndl: дирндли
hanbok: ханбоки
kilt: килты
kimono: кимоно, юкаты
saree: сари, лехенга, ленги
belt: ремни, пояса оби
brooch: запонки, зажимы для галстуков, браслеты на ногу, броши, значки
glove: перчатки, варежки
hairclip: резинки для волос, заколки крабы, повязки, ободки, резинки скранчи
scarf: нагрудные платки, шарфы, шали
hat: шляпы, шапки, кепки, панамы, шляпки клош, фески, шляпки таблетки, сомбреро, цилиндры, головные уборы, вуалетки, тюрбаны
cap: беисболки, академические шапочки, кепки газетчика, козырьки
beanie: шапки бини
beret: береты
tie: галстуки, комплекты с галстуками
bow tie: галстуки бабочки
sunglasses: солнцезащитные очки
suspender: подтяжки
hijab: дупатты
bracelet: браслеты, спортивные напульсники
handbag: сумки, сумки рюкзаки, саквояжи
bag: сумки бочки, сумки трансформеры, сумки полумесяцы, сумки потли, трапециевидные сумки, рислеты, портфели, сумка баулы, спортивные сумки, сумки для ноутбуков, дорожные косметички
tote: пляжные сумки, сумки шоперы, сумки для покупок, сумки тоуты
belt bag: поясные сумки
bucket bag: сумки торбы
clutch: клатчи, минодьеры
crossbody: сумки кросс боди, сумки седла, сумки через плечо
shoulder bag: сумки хобо, сумки на плечо
top handle bag: сумки портфели
backpack: школьные ранцы, рюкзаки
wallet: зажимы для денег, кошельки
jewelry: украшения для пирсинга, ювелирные наборы
earring: серьги
necklace: ожерелья
ring: кольца
watch: смарт часы
shoe: обувь
sneaker: спортивная обувь, кроссовки
boot: сапоги, ботинки
flat: обувь на плоскои подошве
heel: обувь на каблуке
sandal: сандалии
slipper: тапочки
luggage: чемоданы, наборы дорожных чемоданов
`,
  'sk-SK': `
sweatpant: teplaky, teplakove nohavice, domace pohodlne nohavice
legging: leginy
shorts: sortky, boxerky, bermudy, kratke dzinsove leginy, teplakove kratasy, leginove kratasy, kratke nohavice
tights: priliehave nohavice
hoodie: mikiny s kapucnou, mikiny na dojcenie
sweatshirt: mikiny
top: vrchne diely spodnej bielizne, body, tuniky, topy, korzetove vrchne diely, tricka na dojcenie
t shirt: tricka
tank: tielka
jacket: bundy, bolera, bomberky, vetrovky, japonske haori saka
waistcoat: vesty
jumpsuit: trikoty, unitardy, pyzamove overaly, nohavice s trakmi, kombinezy, kostymy pre letusky
suit: triatlonove kombinezy, supravy do dazda, lyziarske nohavice s trakmi, obleky, nohavicove kostymy, suknove kostymy, smokingy, bezsvove satove supravy
jean: dzinsy
skirt: sukne
trouser: nohavice, capri
cape: peleriny, ponca
coat: kabaty, biele plaste
parka: parky
puffer: paperove bundy
trench: plaste do dazda, trenckoty
blazer: sportove bundy, saka
swimwear: burkiny, klasicke bikiny, oblecenie s uv ochranou, topy na surfovanie, plavkove nohavicky, plavkove saty, plavecke sortky, plavecke topy, batozinovy priestor, bikini, trenky, plavky, surferske sortky, menstruacne bikiny, plavecke leginy, plavecke sukne, tankiny
shirt: koselove bundy, kosele, henley tricka
polo shirt: polokosele
sweater: svetre
underwear: sortkove boxerky, slipy, dlhe boxerky, nohavicky, tanga, spodna bielizen, babydolly, podprsenky, supravy spodnej bielizne, spodnicky, spodnickove nohavice, stahovacia bielizen, tvarovacie navleky, stahovacie bermudy, korzetove pasy, bloomerky, spodky
blouse: bluzky
dress: saty
camisole: kosielky
legwear: pancuchovy tovar
nightwear: tehotenske pyzamo, domace oblecenie, domace sety, nocne kosele, pyzama, zupany
outerwear: vrchne oblecenie, chranice nohavic
sock: ponozky, tapky, podkolienky, pancuchy
abaya: abaje, dzilbaby, kaftany
qipao: cchongsamy
kurta: tuniky dashiki
dirndl: dirndly
hanbok: hanboky
kilt: kilty
kimono: kimona, jukaty
saree: sukne lehenga, sari
belt: opasky
brooch: manzetove gombiky, spony na kravatu, retiazky na nohu, brosne, odznaky, odznaky do klopy saka
glove: rukavice, palciaky
hairclip: stipec na vlasy, celenky, gumicky na vlasy scrunch, spiralove gumicky do vlasov
scarf: vreckovky, vreckovky do saka, satky, saly
hat: klobuky, klobuk pinc, platene klobuciky, fezy, elegantne klobuciky, sombrera, cylindre, ciapky, fascinatory, ozdoby hlavy, turbany
cap: baseballove ciapky, bekovky, ciapky na promocie, siltovky, silty
beanie: ciapky beanie
beret: barety
tie: kravaty, ascoty, kravatove sady
bow tie: motyliky
sunglasses: slnecne okuliare
suspender: traky
hijab: dupatty
bracelet: naramky, potitka na ruky
handbag: kabelky, kabelkove batohy
bag: valcove kabelky, kabelky v tvare polmesiaca, kabelky potli, aktovky, kabelky v tvare lichobeznika, kabelky do ruky, tasky, sportove vaky, prirucny kufor
tote: plazove tasky, nakupne tasky
belt bag: ladvinky
bucket bag: kabelky v tvare vedierka
clutch: listove kabelky, sklopne listove kabelky, spolocenske kableky
crossbody: kabelky cross body, sedlove tasky, tasky messenger
shoulder bag: kabelky hobo, tasky cez rameno
backpack: skolske tasky, batohy
wallet: spony na bankovky, vrecka na krk, penazenky
jewelry: sperky, supravy sperkov
earring: nausnice
necklace: nahrdelniky
ring: prstene, svadobne obrucky
watch: hodinky
shoe: obuv
sneaker: sportova obuv, tenisky
boot: cizmy
flat: obuv na nizkom podpatku
heel: obuv na vysokom podpatku
sandal: sandale
slipper: slapky
luggage: batozina, kufre
`,
  'sl-SI': `
sweatpant: tekaske hlace, spodnji deli trenirk, pohodne hlace, hlace za sprostitev
legging: pajkice, jegging hlace
shorts: kratke hlace, boksarske kratke hlace, bermuda hlace, cargo kratke hlace, chino kratke hlace, kratke hlace iz dzinsa, kratke pajkice iz dzinsa, tekaske kratke hlace, kratke pajkice
tights: sportne pajkice
hoodie: puloverji s kapuco
sweatshirt: majice z dolgimi rokavi, puloverji za dojenje
top: sportni zgornji deli, osnovna plast zgornji deli, kratki topi, bodiji, tunike, zgornji deli oblacil, zgornji del korzeta, stezniki, bustierji, nosecniski zgornji deli, solska uniforma zgornji deli, kirurgi zgornji deli
t shirt: kratke majice, majice za dojenje
tank: majice brez rokavov, fantovske spodnje majice, dekliske spodnje majice, zenske spodnje majice, moske spodnje majice
jacket: jakne, boleri, vetrovke
waistcoat: jopici
jumpsuit: trikoji, telovadni bodiji, pajaci, kombinezon z naramnicami, delovni kombinezoni, letalske obleke
suit: triatlonske obleke, dezni kombinezoni, snezne hlace z naramnicami, snezne obleke, kostimi, smokingi, nezasiti kompleti oblek
jean: kavbojke
skirt: krila, skorti
trouser: hlace, kapri
cape: pelerine, ponci
outerwear: zunanja motoristicna oblacila, vrhnja oblacila za nosecnice, zunanja oblacila, jahalne hlace
parka: parke
puffer: puhovke
trench: dezni plasci, trenckoti
blazer: sportne jakne, sportni jopici, jakne smoking
swimwear: burkini, klasicni bikiniji, prekrivala za plazo, kopalne majice, kopalna krila, zgornji deli za surfanje, kopalne boksarice, plavalne spodnje hlacke, plavalne obleke, oprijete kopalne hlace, plavalne kratke hlace, zgornji deli kopalk, oprijete spodnje hlace, bikinke, kopalke, kopalne hlace za deskanje, menstrualni bikini, kopalne pajkice, kopalne kratke hlace, tankini
shirt: srajcne jakne, srajce
polo shirt: polo majice
sweater: puloverji
underwear: fantovske dolge spodnje hlace, fantovske spodnje hlace, spodnje kratke hlace, spodnje hlacke, dekliske dolge spodnje hlace, dekliske spodnje hlace, fantovske kratke hlace, hipster hlacke, spodnje hlace, tangice, boksarice, spodnje perilo, babydoll, nedrcki, kompleti spodnjega perila, spodnje krilo, zenske spodnje hlace, oblacila za oblikovanje postave, oblikovalne spodnje obleke, stezniki za stegna, stezniki za pas, ohlapne hlacke, daljse zenske spodnjice, igrive hlacke, hlacke g string, tange, zenska spodnja krila, moske dolge spodnje hlace, podhlace, dolge spodnje hlace
blouse: bluze
dress: obleke
camisole: spalne srajcke
legwear: hlacne nogavice
coat: plasci, bele halje
nightwear: oblacila za prosti cas, spalne srajce, pizame, halje
sock: nogavice, stopalke, kratke nogavicke, nogavice za superge
abaya: abaje, dzilbabe, kaftani
qipao: cheongsam
kurta: dasiki
dirndl: dirndli
hanbok: hanboki
kilt: kilti
kimono: kimoni, jukate
saree: sariji, lehenge, lehenga
belt: pasovi
brooch: mansetni gumbi, sponke za kravate, verizice za glezenj, broske, igle za ovratnike
glove: rokavice, palcniki
hairclip: trakovi za lase, sponke s kremplji, trakovi za glavo, gumice za lase, spiralne lasne gumice
scarf: robcki, sali, rute
hat: klobuki, klobucki, fesi, panamski slamniki, sombreri, cilindri, pokrivala, naglavno okrasje, perjanice, turbani
cap: baseball kape, cepice, maturantske kape, casopisnikarske kape, kape s siltom, kape z mrezico, vizorji
beanie: pletene kape
beret: baretke
tie: kravate, kompleti kravat
bow tie: metuljcki
sunglasses: soncna ocala
suspender: naramnice
hijab: dupatte
bracelet: zapestnice
handbag: torbice, zdravniske torbe
bag: torbice v obliki sodcka, torbice v obliki polmeseca, potli vrecke, torbice za zapestje, torbe, aktovke, trdi kovcki
tote: torbe za plazo, nakupovalne torbe
belt bag: torbice za okoli pasu, torbice za okrog pasu
bucket bag: vrecaste torbe
clutch: clutch torbice, pisemske clutch torbice, preklopne clutch torbice, vecerne torbice
crossbody: torbe za cez rame, sedelne torbice, poslovne torbe
shoulder bag: hobo torbice, torbe za cez ramo
top handle bag: torbice z naramnicami
backpack: solske torbe, nahrbtniki
wallet: sponke za denar, torbice za okoli vratu, denarnice
jewelry: nakit, kompleti nakita
earring: uhani
necklace: ogrlice
ring: prstani
watch: ure
shoe: obutev
sneaker: sportna obutev, superge
boot: skornji
flat: balerinke
heel: cevlji s peto
sandal: sandali
slipper: copati
luggage: prtljaga, kovcki, potovalni kompleti kovckov
`,
  sv: `
trouser: sportbyxor, traningsbyxor, vindbyxor, byxor, pottraningsbyxor, capribyxor, langbyxor, regnbyxor, tackbyxor, cargobyxor, harembyxor, palazzobyxor, mysklader underdelar, smokingbyxor, arbetsbyxor, vardbyxor
sweatpant: joggingbyxor, mysbyxor, mjukisbyxor
sweatshirt: collegetrojor, amningscollegetrojor
jacket: traningsjackor, jackor, boleros, bomberjackor, jeansjackor, vindjackor, bolerojackor, jeansjacka, vardjackor
top: traningstoppar, understallstrojor, crop toppar, bodies, tunikor, overdelar, body, korsett toppar, korsetter, bustierer, toppar for gravida, myskladersoverdelar, skoluniformstoppar, bussaronger
tank: linnen, undertrojor for pojkar, undertrojor for flickor, undertrojor for kvinnor, amningslinnen, undertrojor for man
waistcoat: vastar
shorts: boxningsshorts, bermudashorts, cargohorts, jeansshorts, jeggingshorts, lopshorts, korta byxor
jumpsuit: gymnastikdrakter, helkroppstrikaer, hangselbyxor, overaller, pilotklader
suit: triathlondrakter, regnstall, tackbyxor med hangslen, vinteroveraller, kostymer, kostymer med byxor, smokingar, osydda kostymset
underwear: sportbehaar, boxerkalsonger, boxershorts, kalsonger, pojkshorts, trosor, menstrosor, stringtrosor, smabarnsunderklader, underklader, bh, underkladesset, underkjolar, kjolbyxor, formgivande plagg, helkroppsformare, formande underklanningar, larformare, midjeformare, pufftrosor, herrunderbyxor, hipstertrosor, menstruationstrosor, mammaunderklader, amningsbehaar, herrunderklader, langkalsonger, boxer
skirt: kjolar, kjolshorts, skoluniformskjolar
outerwear: kappor, ytterklader, motorcykelytterklader
coat: overrockar, skepparkavajer, omlottjackor, skepparjackor, omlottrockar, labbrockar
puffer: pufferjackor
trench: regnrockar, trenchcoats
blazer: sportjackor, kavajer, smokingkavajer, skoluniformskavajer
swimwear: klassiska bikinis, tackande plagg, baddrakter, solskyddstrojor, surftoppar, badshorts, badbyxor, badklanningar, simshorts, bikinioverdelar, badklader, mensbikinis, mensbaddrakter, utslagsskydd, jammermodell, badleggings, badkjolar
shirt: overskjortor, skjortor, overtrojor, kostymskjortor, farfarstrojor, amningsskjortor
polo shirt: piketrojor, tennistrojor
sweater: trojor, skoluniformstrojor
blouse: blusar
dress: klanningar, gravidklanningar, brudtarneklanningar, brudnabbsklanningar, nabbklanningar, brudklanningar
camisole: camisoler
legwear: strumpor, trikaer
nightwear: pyamas for gravida, sovklader, mysklader, loungewear set, nattlinnen, pyjamas, morgonrockar
hoodie: amningshuvtrojor
t shirt: amnings t shirtar
cape: mantlar, regnponchos
sock: ankelstrumpor, funktionsstrumpor, kompressionsstrumpor, sportstrumpor, dansstrumpor, kostymstrumpor, fotbollsstrumpor, halstrumpor, stayups, knastrumpor, strumpbyxor, sneaker strumpor, termostrumpor, tastrumpor
abaya: abayas, jilbabs, kaftaner
dirndl: dirndlar
kilt: kiltar
kimono: kimonor
saree: sarier
knitwear: stickat
belt: balten
brooch: manschettknappar, slipsnalar, vristkedjor, broscher, brostnalar, kavajnalar
glove: handskar, vantar
hairclip: harband, harklammor, pannband, spiralharsnoddar
scarf: nasdukar, brostnasdukar, halsdukar, sjalar
hat: hattar, canotierer, hinkhttar, klockhattar, cowboyhattar, fedorahattar, feser, panamahattar, pillerburkshattar, sombreror, solhattar, topphattar, vinterhattar, huvudbonader, huvudsjalar, huvuddukar, turbaner
cap: baseballkeps, platta kepsar, studentmossor, gubbkepsar, snapback kepsar, lastbilschaufforshattar, visir
beanie: toppluvor
beret: baskrar
tie: slipsar, flugor, plastroner, kravatter, slipsset
sunglasses: solglasogon
suspender: hangslen
bracelet: handledsband, svettband, armband
handbag: handvaskor, ryggsacksvaskor, doktorsvaskor
tote: strandvaskor, shoppingvaskor, tygpasar
belt bag: magvaskor, midjevaskor
bucket bag: hinkpasar
clutch: clutchvaskor, kuvertvaskor, vikvaskor
crossbody: axelremsvaskor, sadelvaskor, kurirvaskor
bag: halvmanevaskor, trapetspasar, handledsvaskor, vaskor, portfoljvaskor, duffelvaska, gymduffelvaskor, datorvaskor, tagvaskor
shoulder bag: hobo vaskor, axelvaskor
top handle bag: pasvaskor
backpack: skolvaskor, ryggsackar, vandringsryggsackar, datorryggsackar, skolryggsackar
wallet: planbocker, sedelklammor, myntplanbocker, halspasar, reseplanbocker
jewelry: smycken, kroppssmycken, smyckesset
earring: orhangen
necklace: halsband
ring: ringar, forlovningsringar, vigselringar
watch: smarta klockor, armbandsklockor
shoe: skor
sneaker: gympaskor, gymnastikskor
boot: stovlar, kangor
flat: platta skor
heel: halar
sandal: sandaler
slipper: tofflor
luggage: resvaskor, handbagagevaskor, resvaskeset
`,
  tr: `
trouser: spor alt, antrenman alt, ruzgar, pantolonlar, alistirma kulodu, hamile pantolonu, kapriler, kargo, chino, yagmur pantolonlari, kar pantolonlari, alt giyim, salvarlar, ev kiyafetleri alt, smokin pantolonlari, is pantolonlari
sweatpant: kosu, esofman alti, jogger pantolon, ev pantolonlari
legging: tayt, jegging pantolon
shorts: sortlar, boks sortlari, bermuda, kargo sort, chino sort, kot sort, dar paca sort, kosu sortlari, tayt sort, kisa pantolon
tights: kulotlu coraplar, taytlar
hoodie: kapusonlular, kapusonlu ust, kapusonlu emzirme ustleri
sweatshirt: sweatshirt, emzirme sweatshirtleri
jacket: atletizm ust, ceketler, bolero ceket, bomber ceket, track ceket, kamyoncu ceketi, ruzgarlik, kamyoncu ceketleri, universite ceketleri, ruzgarliklar
top: spor ust, iclik ustleri, crop top, tulum, tunik, giysi ustleri, bodysuit, korse ustler, tunikler, korseler, bustiyerler, hamile ustleri, ev kiyafetleri ust, okul uniformasi ustleri, cerrahi ustler
t shirt: tisortler, tisort, emzirme tisortleri
tank: tank top, erkek cocuk fanilalari, kiz cocuk fanilalari, kadin fanilalari, emzirme atletleri, erkek fanilalari
waistcoat: yelekler
jumpsuit: leotardlar, tulumlar, askili is tulumlari, havaci elbiseleri
suit: triatlon tulumlari, alt ust yagmurluklar, kar salopetleri, kar tulumlari, takim elbiseler, pantolonlu takim elbiseler, etekli takim elbiseler, smokinler, dikilmemis takim elbise setleri
underwear: spor sutyenleri, erkek cocuk ic camasirlari, erkek cocuk kulotlari, kiz cocuk ic camasirlari, kiz cocuk kulotlari, kulotlar, adet donemi ic camasirlari, tangalar, ilk sutyen, kucuk cocuk ic camasirlari, boxer, kadin ic camasirlari, babydoll gecelikler, sutyenler, ic camasiri setleri, jiponlar, jipon sortlar, sekillendirici kiyafetler, tam vucut sekilleri, sekillendirici kombinezonlar, bacak incelticiler, bel korseleri, kadin kulotlari, kulot, g stringler, regl ic giyimi, kadin ic giyim slipleri, hamile ic camasirlari, emzirme sutyeni, erkek uzun pacali don, erkek ic giyim, boxer sortlar, uzun pacali donlar
jean: kot pantolon, jean
skirt: etek, hamile etekleri, etekler, okul uniformasi etekleri
cape: pelerin, panco, pelerinler, pancolar, yagmurluk pancolar
outerwear: motosikletci ceketi, hamile dis giyimi, dis giyim, kovboy pantolonlari, motosikletci ceketleri
coat: palto, denizci montu, montlar, paltolar, denizci montlari, beyaz onlukler
parka: parka, parkalar
puffer: sisme ceket, sisme ceketler
trench: yagmurluk, trenckot, pardesuler
blazer: spor ceket, blazer ceketler, spor ceketler, smokin ceketleri
swimwear: burkini, pareo, uv korumali, etek mayo, sorf ustleri, boxer mayo, slip mayo, mayo elbise, tayt mayo, sort mayo, mayo ustleri, trunk ic camasiri, bikini, bikiniler, hamile mayolari, burkiniler, sandiklar, mayolar, boardshort, donem mayolari, regl bikinileri, tek parca regl mayolari, diz ustu yuzucu mayolari, deniz taytlari, deniz sortlari, mayo etekler, tankiniler
polo shirt: polo tisort, pololar
shirt: gomlek, overshirt, gomlekler, henley yaka tisortler, emzirme gomlekleri
sweater: kazak
blouse: bluzlar
dress: elbiseler, hamile elbiseleri, evlilik toreni elbiseleri, nedime elbiseleri, gelin annesi elbiseleri, gelinlikler
camisole: kamisol
legwear: kadin coraplari
nightwear: hamile pijamalari, ev kiyafetleri, ev giyimi takimlari, gecelikler, pijamalar, sabahliklar
sock: coraplar, kisa corap, spor corabi, kompresyon coraplari, duz corap, dans coraplari, ayak coraplari, topuklu corap, dizustu corap, diz corap, spor ayakkabi corabi
abaya: abayalar, cilbablar, kaftanlar
qipao: cheongsamlar
kurta: dashikiler
dirndl: dirndllar
hanbok: hanboklar
kilt: kiltler
kimono: kimonolar, yukatalar
saree: lehengalar, sariler
belt: kemerler, obi kemerleri
brooch: kol dugmeleri, kravat igneleri, halhallar, broslar, klapalar, yaka igneleri
glove: eldivenler, kolcaklar
hairclip: sac tokalari, mandal tokalar, sac bantlari, kumas lastik tokalar, spiral sac lastikleri
scarf: mendiller, cep mendilleri, atki, sallar
hat: sapkalar, kasketler, melon sapka, balikci sapkalari, kovboy sapkalari, fedora, fesler, panama sapkalari, sombrerolar, gunes sapkalari, fotr sapka, kis sapkalari, basliklar, turbanlar
cap: beyzbol sapkalari, duz kepler, mezuniyet kepleri, snapback kepler, kamyoncu sapkalari, vizorler
beret: bereler
tie: boyun baglari, fularlar, kravatlar, kravat setleri
bow tie: papyonlar
sunglasses: gunes gozlukleri
suspender: pantolon askilari
hijab: dupattalar
bracelet: kol agizlari, ter bileklikleri, bilezikler
handbag: el cantalari, baget cantalar, doktor cantalari
tote: plaj cantalari, shopper cantalar, alisveris cantalari, bez cantalar
belt bag: bel cantalari
bucket bag: sepet cantalar
clutch: clutch cantalar, zarf cantalar, katlanir cantalar, kutu canta
crossbody: capraz cantalar, heybe, postaci cantalari
shoulder bag: hobo canta, omuz cantalari
top handle bag: aski cantalar
backpack: okul cantalari, sirt cantalari
wallet: bozuk para cantalari, para klipsleri, boyun torbalari, seyahat cuzdanlari, cuzdanlar
bag: bilek cantalari, cantalar, evrak cantalari, spor salonu spor cantalari, dizustu bilgisayar cantalari, sert tasima cantalari
jewelry: mucevherler, vucut takilari, mucevher setleri
earring: kupeler
necklace: kolyeler
ring: yuzukler, nisan yuzukleri, alyanslar
watch: akilli saatler, kol saatleri
shoe: ayakkabilar
sneaker: atletik ayakkabilar, spor ayakkabi
boot: bot
flat: duz
heel: topuklular
sandal: sandalet
slipper: terlik
luggage: bavullar, valizler, cocuk valizleri, bavul seyahat setleri
`,
  vi: `
sweatpant: quan chay bo, quan ni
legging: quan bo sat, quan bo bo sat
shorts: quan sooc, quan sooc dam boc, quan sooc ngang goi, quan sooc tui hop, quan sooc bo, quan sooc chay bo, quan sooc bo sat, quan ngan
tights: quan tat
hoodie: ao co mu
sweatshirt: ao ni
t shirt: ao thun
tank: ao ba lo, ao lot nam
jacket: ao khoac, ao khoac lung, ao khoac bomber, ao gio, ao khoac bong chay, ao khoac haori
waistcoat: ao gi le
jumpsuit: ao leotard, do lien than unitard, quan yem bao ho
underwear: ao lot the thao, do lot be trai, quan dui nho, quan dui ong rong, quan sip, quan sip dai, do lot be gai, quan lot kieu nam, quan lot om hong, quan lot nu, quan lot nguyet san, quan lot khe, quan lot tre em, quan dui, do lot phu nu, vay ngu babydoll, ao nguc, bo do lot, tung vay, quan lot mac vay, quan ao lot, quan lot cap cao, vay lot dinh hinh, ao nit bung, quan lot phong, quan lot boyshort, quan lot khoet hong, quan lot chu g, quan lot cap tre, do lot bau, do lot nam, quan lot nam, quan dai
jean: do jean, quan bo
skirt: chan vay, vay skort, chan vay bau
cape: ao khoac canh doi, ao choang poncho, ao mua chui dau
coat: ao mang to, ao khoac hai quan, ao khoac vat dap, ao choang trang
puffer: ao phao
trench: ao mua
blazer: ao khoac the thao, ao blazer
swimwear: bikini dang vay, ao luot song, quan dui boi, quan sip boi, quan boi lung, quan boi, ao boi, quan lot vuong, bikini, do boi, quan sooc luot van, quan boi jammer, quan boi legging, quan boi sooc, chan vay boi, tankini
top: ao lien quan, ao
shirt: ao khoac so mi, ao so mi, ao henley
polo shirt: ao thun co be
sweater: ao len dai tay
blouse: ao canh
dress: vay
camisole: ao hai day
legwear: det kim
outerwear: ao khoac bau, ao khoac ngoai
suit: quan ao mua, quan yem truot tuyet, bo do truot tuyet, bo complet, bo au phuc, chan vay cong so, ao khoac tuxedo, bo vai may do
trouser: quan, te
nightwear: quan ao mac nha, bo do mac nha, bo do ngu, ao choang tam
sock: tat, tat di giay tay, quan tat day
qipao: suon xam
kurta: ao dashiki
dirndl: vay dirndl
hanbok: hanbok
abaya: ao kaftan
kilt: vay kilt
kimono: kimono, ao yukata
saree: lehenga, sari
belt: that lung
brooch: khuy mang set, thanh noi, vong deo chan, tram cai ao, ghim cai ao
hairclip: day buoc toc, kep cang cua, bang do
scarf: khan tay, khan cai tui ao
hat: non, mu, beo, kep no cach dieu
cap: mu luoi trai, mu det, mu tot nghiep, mu newsboy, mu nua dau
beanie: mu len
beret: mu noi
tie: ca vat
bow tie: no buom
sunglasses: kinh ram
suspender: day deo cap quan
hijab: khan dupatta
bracelet: bang deo co tay, vong deo tay
handbag: tui xach, tui bac si
bag: tui trong, tui da nang, tui hinh ban nguyet, tui potli, tui hinh thang, tui xach tay, cap dung tai lieu, tui the thao
tote: tui di bien, tui mua sam, tui tote
belt bag: tui deo hong, tui deo ben hong
bucket bag: tui xo
clutch: tui vi cam tay, tui vi gap than, tui vi minaudiere
crossbody: tui deo cheo, tui yen ngua
shoulder bag: tui hobo, tui deo vai
top handle bag: cap da
backpack: cap sach, ba lo
wallet: kep tien, tui deo co, vi
jewelry: do trang suc, trang suc co the
earring: hoa tai
necklace: day chuyen
ring: nhan
watch: dong ho
shoe: giay
sneaker: giay the duc, giay the thao
boot: bot
flat: giay de bang
heel: got chan
sandal: dep quai hau
slipper: dep le
luggage: va li, vali xach tay, vali ky gui, vali tre em, bo vali du lich
`,
  'zh-CN': `
trouser: 运动服裤装, 训练裤, 防风裤, 工装裤, 斜纹布裤, 裤子, 孕妇裤, 七分裤, 雨裤, 防雪裤, 裤装, 货物裤, 哈伦裤, 阔腿裤, 家居服下装, 燕尾服西裤, 工作裤, 洗手服长裤
sweatpant: 慢跑运动裤, 宽松长运动裤, 田径裤, 家居裤
legging: 紧身裤, 打底裤
shorts: 短裤, 拳击短裤, 百慕大短裤, 货物短裤, 斜纹棉布短裤, 牛仔短裤, 牛仔打底短裤, 慢跑短裤, 紧身短裤
tights: 紧身裤袜
hoodie: 连帽衫, 哺乳连帽衫
sweatshirt: 卫衣, 哺乳运动衫
jacket: 运动夹克, 夹克, 博莱罗夹克, 飞行员夹克, 卡车司机夹克, 防风夹克, 校队夹克, 羽织外套, 洗手服外套
top: 运动服上衣, 打底上衣, 短款上衣, 连体衣, 束腰外衣, 服装上衣, 紧身胸衣式上衣, 紧身胸衣, 半身胸衣, 孕妇上衣, 家居服上衣, 校服上衣, 洗手服上衣
t shirt: t 恤
tank: 无袖衫, 男童汗衫, 女童汗衫, 女式汗衫, 哺乳背心, 男士汗衫
waistcoat: 背心
jumpsuit: 紧身连衣裤, 连体紧身衣, 连体服, 背带工作裤, 连体工作服, 飞行服
suit: 铁人三项服, 雨衣套装, 防雪背带裤, 连体防雪服, 西装, 长裤套装, 套装裙, 无尾晚礼服, 未缝制套装
underwear: 运动文胸, 男童内裤, 男童秋裤, 平角内裤, 宽松四角裤, 三角裤, 长腿四角裤, 女童内衣裤, 女童秋裤, 女童内裤, 平脚女内裤, 低腰裤, 经期内裤, 丁字裤, 少女文胸, 幼儿内衣裤, 四角裤, 女式内衣, 娃娃装睡衣, 文胸, 内衣套装, 衬裙, 衬裤, 塑身内衣, 全身塑形, 高腰三角裤, 塑身衬裙, 瘦腿裤, 束腰, 女士内裤, 灯笼内裤, 半包臀内裤, g 弦裤, 低腰内裤, 女士内衣衬裙, 孕妇内衣, 哺乳文胸, 男士秋裤, 男士内衣, 平角短内裤, 男用短衬裤, 秋衣秋裤
jean: 牛仔裤
skirt: 裙子, 裙裤, 孕妇裙, 校服裙
cape: 斗篷, 披风, 雨披
outerwear: 摩托车外套, 孕妇外套, 外衣, 护腿套裤, 皮套裤, 外套
coat: 大衣, 海军大衣, 束带大衣, 白色大衣
parka: 派克大衣
puffer: 羽绒服
trench: 雨衣, 风衣
blazer: 便服外套, 西装外套, 燕尾服外套, 校服西装
swimwear: 布基尼, 经典比基尼, 罩衫, 连体泳衣, 防晒衣, 裙式比基尼, 冲浪上衣, 平角泳裤, 游泳短裤, 泳裙, 及膝贴身泳裤, 泳裤, 泳装上衣, 短平角内裤, 比基尼, 孕妇泳衣, 大衣箱, 储物箱, 泳装, 沙滩裤, 经期泳衣, 生理期比基尼, 生理期连体泳衣, 及膝泳裤, 游泳打底裤, 吊带分体泳衣
shirt: 外套式衬衫, 衬衫, 正装衬衫, 亨利衫, 哺乳衬衫
polo shirt: 保罗衫
sweater: 毛衣, 校服毛衣
blouse: 女式衬衫
dress: 连衣裙, 孕妇连衣裙, 伴娘, 花童, 新人母亲礼服, 伴娘礼服, 花童礼服, 青少年伴娘礼服, 新娘母亲礼服, 婚纱
camisole: 背心式内衣, 塑身吊带衫
legwear: 连裤袜, 长袜
nightwear: 孕妇睡衣, 睡衣, 家居服, 家居服套装, 连体睡裙, 睡衣裤, 浴袍
sock: 袜子, 踝袜, 运动袜, 压缩袜, 水手袜, 舞蹈袜, 正装袜, 足球袜, 后跟袜, 大腿高袜, 及膝袜, 运动鞋袜, 保暖袜, 五趾袜
abaya: 阿拉伯长袍, 罩袍, 卡夫坦长袍
qipao: 旗袍
kurta: 达西奇印花衬衫
dirndl: 德式传统女装
hanbok: 韩服
kilt: 苏格兰短裙
kimono: 浴衣
saree: 莎丽服, 楞哈, 兰嘎, 纱丽
knitwear: 针织衫
belt: 腰带, 服宽腰带
brooch: 袖扣, 领带夹, 脚链, 胸针, 领针, 翻领针
glove: 手套, 连指手套
hairclip: 发带, 抓夹, 头饰带, 大肠发圈, 电话线发圈
scarf: 手帕, 口袋巾, 围巾, 披巾
hat: 帽子, 平顶硬草帽, 圆顶礼帽, 渔夫帽, 钟形帽, 牛仔帽, 软呢帽, 土耳其毡帽, 巴拿马草帽, 药盒帽, 猪肉派帽, 墨西哥宽边帽, 遮阳帽, 高顶礼帽, 软毡帽, 冬帽, 头饰, 帽类, 女士装饰性小礼帽, 缠头巾
cap: 棒球帽, 平顶帽, 学士帽, 报童帽, 后扣帽, 卡车司机帽, 空顶帽
beanie: 贝尼帽
beret: 贝雷帽
tie: 领带, 阿斯科特领巾, 宽领带, 领带套装
bow tie: 领结
sunglasses: 太阳镜
suspender: 背带
hijab: 长披巾
bracelet: 腕套, 吸汗护腕, 手镯, 手链
handbag: 手提包, 双肩手提包, 法棍包, 医生包
bag: 桶包, 多功能包, 半月包, 手袋, 波特利包, 梯形包, 手腕包, 公文包, 手提旅行包, 运动桶包, 健身行李袋, 笔记本电脑包, 化妆箱
tote: 沙滩包, 购物包, 购物袋, 托特包
belt bag: 腰包
bucket bag: 水桶包
clutch: 手拿包, 信封包, 折叠式手拿包, 晚宴包, 皮手筒手拿包
crossbody: 斜挎包, 马鞍包, 邮差包
shoulder bag: 流浪包, 单肩包
top handle bag: 长形侧背包
backpack: 书包, 背包, 徒步背包, 笔记本电脑背包, 学校背包
wallet: 钱包, 钞票夹, 零钱包, 钱夹, 颈袋, 旅行钱包
jewelry: 珠宝首饰, 穿刺饰品, 珠宝首饰套装
earring: 耳环
necklace: 项链
ring: 戒指, 订婚戒指, 结婚戒指
watch: 智能手表, 手表
shoe: 鞋类
sneaker: 运动鞋, 胶底运动鞋
boot: 靴子
flat: 平底鞋
heel: 高跟鞋
sandal: 凉鞋
slipper: 室内便鞋
luggage: 旅行箱, 随身手提箱, 托运行李箱, 儿童行李箱, 行李箱旅行套装
`,
  'zh-TW': `
trouser: 運動褲, 訓練長褲, 防風長褲, 工裝褲, 卡其褲, 一般長褲, 孕婦長褲, 七分褲, 雨褲, 滑雪褲, 長褲, 工裝長褲, 哈倫褲, 喇叭寬褲, 家居服下著, 燕尾服長褲, 工作褲, 刷手服長褲
sweatpant: 束口褲, 休閒長褲, 休閒運動長褲, 居家褲
legging: 內搭褲, 內搭牛仔褲
shorts: 短褲, 拳擊短褲, 百慕達短褲, 工裝短褲, 卡其短褲, 牛仔短褲, 內搭牛仔短褲, 束口短褲, 內搭短褲
tights: 緊身褲
sweatshirt: 運動服運動衫, 運動衫, 哺乳運動衫
hoodie: 連帽上衣, 哺乳連帽上衣
jacket: 休閒運動外套, 夾克, 短下擺外套, 飛行員外套, 卡車司機外套, 風衣, 棒球外套, 羽織外套, 刷手服外套
top: 運動上衣, 內搭上衣, 短版上衣, 連身衣, 束腰衫, 上身服飾, 馬甲上衣, 馬甲, 束腹, 孕婦上衣, 家居服上衣, 學生制服上衣, 刷手服上衣
t shirt: t 恤
tank: 無袖背心, 男童汗衫, 女童汗衫, 無袖上衣, 女用汗衫, 哺乳無袖上衣, 男用汗衫
waistcoat: 背心
jumpsuit: 連身緊身衣, 全身緊身衣, 連體衣, 吊帶工作褲, 連身工作服, 飛行服
suit: 鐵人三項比賽服, 連身雨衣, 滑雪吊帶褲, 滑雪連身服, 西裝, 長褲套裝, 西裝裙套裝, 燕尾服, 未剪裁西裝布料套裝
underwear: 運動內衣, 男童內衣褲, 男童衛生褲, 貼身四角褲, 平角內褲, 三角褲, 中長四角褲, 女童內衣褲, 女童衛生褲, 女性四角褲, 比基尼式內褲, 女用內褲, 生理褲, 丁字褲, 少女胸罩, 幼兒內衣褲, 四角褲, 女用貼身衣物, 娃娃裝睡衣, 胸罩, 內衣套裝, 襯裙, 安全褲, 塑身衣, 連身塑身衣, 高腰三角褲, 塑身襯裙, 大腿塑身褲, 束腰, 女用內衣褲, 燈籠短褲, 半包臀內褲, g 弦褲, 低腰平口內褲, 女用緊身內褲, 孕婦內衣褲, 哺乳內衣, 男用衛生褲, 男用內衣褲, 內著短褲, 長內褲
jean: 牛仔褲
skirt: 短褲裙, 孕婦半身裙, 學生制服裙
cape: 披肩, 彭丘斗篷, 斗篷雨衣
outerwear: 機車騎士外套, 孕婦外套, 外套, 皮褲
coat: 大衣, 海軍大衣, 裹式外套, 實驗衣
parka: 派克大衣
puffer: 羽絨外套
trench: 雨衣, 風衣外套
blazer: 運動外套, 西裝外套, 燕尾服外套, 學生制服西裝
swimwear: 布基尼, 經典比基尼, 罩衫泳衣, 連身泳衣, 防曬型泳衣, 裙式比基尼, 衝浪服, 四角泳褲, 三角泳褲, 連身裙泳裝, 及膝游泳褲, 海灘褲, 上身泳衣, 大型硬殼箱, 比基尼, 孕婦泳衣, 泳衣, 衝浪褲, 經期泳裝, 生理期比基尼, 生理期連身泳衣, 及膝泳褲, 游泳緊身褲, 游泳短褲, 泳裙, 兩截式泳衣
shirt: 外套式襯衫, 襯衫, 正裝襯衫, 亨利衫, 哺乳衣
polo shirt: polo 衫
sweater: 毛衣, 學生制服毛衣
blouse: 束腰上衣
dress: 連身裙, 孕婦連身裙, 伴娘禮服, 伴娘服, 花童服, 小伴娘服, 主婚人禮服, 新娘禮服
camisole: 吊帶背心, 塑身細肩帶
legwear: 長襪, 褲襪
nightwear: 孕婦睡衣, 睡衣, 居家服, 家居服, 居家服套裝, 睡袍, 浴袍
sock: 襪子, 中筒襪, 運動高筒襪, 壓力襪, 舞蹈襪, 正裝襪, 低筒襪, 腳跟襪, 大腿長襪, 過膝襪, 運動低筒襪, 保暖襪, 五趾襪
abaya: 罩袍, 吉爾巴布, 卡夫坦長袍
qipao: 旗袍
kurta: 達西基罩衫, 庫爾塔, 套裝
dirndl: dirndl 傳統服飾
hanbok: 韓服
kilt: 蘇格蘭裙
kimono: 浴衣
saree: 紗麗, 藍嘎, 藍嘎裙
knitwear: 針織衫
belt: 皮帶, 服腰帶
brooch: 袖扣, 領帶夾, 踝鍊, 胸針, 西裝領針, 翻領針
glove: 手套, 無指手套
hairclip: 髮圈, 抓夾, 髮箍, 髮帶, 螺旋髮圈
scarf: 手帕, 西裝口袋巾, 圍巾
hat: 帽子, 平頂硬草帽, 德比帽, 漁夫帽, 鐘形帽, 牛仔帽, 紳士帽, 菲斯帽, 巴拿馬帽, 藥盒帽, 豬肉派帽, 墨西哥寬邊帽, 防曬帽, 大禮帽, 特里比帽, 保暖帽, 頭飾, 頭巾, 特本頭巾
cap: 棒球帽, 狩獵帽, 畢業帽, 報童帽, 後扣棒球帽, 卡車司機帽, 遮陽帽
beanie: 毛帽
beret: 貝雷帽
tie: 領帶, 領帶套裝
bow tie: 領結
sunglasses: 太陽眼鏡
suspender: 吊帶
hijab: 杜帕塔披肩
bracelet: 腕帶, 運動護腕, 手環
handbag: 手提包, 法棍包, 醫生包
bag: 後背包, 圓桶包, 兩用包, 半月包, 波特利包, 梯形托特包, 手腕包, 公事包, 旅行袋, 健身旅行袋, 筆電包, 手提化妝箱
tote: 沙灘包, 購物包包, 購物袋, 托特包
belt bag: 腰包
bucket bag: 水桶包
clutch: 手拿包, 信封手拿包, 折疊手拿包, 晚宴包
crossbody: 斜背包, 馬鞍包, 郵差包
shoulder bag: 流浪包, 單肩包
top handle bag: 劍橋包
backpack: 雙肩後背包, 健行背包, 筆電背包, 學校背包
wallet: 錢包, 鈔票夾, 零錢包, 頸掛式隨身包, 護照夾
jewelry: 珠寶, 身體飾品, 珠寶飾品組
earring: 耳環
necklace: 項鍊
ring: 戒指, 訂婚戒指, 結婚對戒
watch: 智慧手錶, 手錶
sneaker: 運動用鞋, 運動鞋
boot: 靴子
flat: 平底鞋
heel: 高跟鞋
sandal: 涼鞋
slipper: 拖鞋
luggage: 行李箱, 隨身行李箱, 托運行李箱, 兒童行李箱, 行李箱旅行組
`,
} as const
