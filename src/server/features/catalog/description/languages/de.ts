/** German: English words of the vocabulary, then what they are called. `?`: only beside other German words. */
export const GERMAN = `
long dress: langes kleid, lange kleider, maxikleid
long skirt: langer rock, maxirock
dress: kleid, kleidchen, etuikleid
evening dress: abendkleid, ballkleid
summer dress: sommerkleid
wedding dress: brautkleid, hochzeitskleid
skirt: rock?, röcke, röckchen
mini skirt: minirock, miniröcke
pleated skirt: faltenrock, plisseerock
pencil skirt: bleistiftrock
shirt: hemd, oberhemd
blouse: bluse
t shirt: tshirt
top: oberteil
long sleeve top: langarmshirt
tank top: trägertop, unterhemd
sweater: pullover, pulli, strickpullover
turtleneck: rollkragenpullover, rolli
cardigan: strickjacke
hoodie: kapuzenpullover, kapuzenpulli
sweatshirt: sweatshirts
vest: weste
trousers: hose?, hosen, stoffhose, anzughose
sweatpants: jogginghose
jeans: jeanshose
leggings: leggins
shorts: kurze hose, kurze hosen
dungarees: latzhose
jumpsuit: overall?
suit: anzug, anzüge, hosenanzug
coat: mantel, mäntel
winter coat: wintermantel, wintermäntel
trench coat: trenchcoat
raincoat: regenmantel, regenjacke
jacket: jacke
winter jacket: winterjacke, winterjacken
leather jacket: lederjacke
denim jacket: jeansjacke
puffer jacket: daunenjacke, steppjacke
blazer: sakko, sakkos
parka: anorak
cape: umhang, poncho
shoes: schuh, schuhe, halbschuhe
sneakers: turnschuh, turnschuhe, sportschuhe, laufschuhe, sneaker
boots: stiefel, boots
ankle boots: stiefelette, stiefeletten
rain boots: gummistiefel
hiking boots: wanderschuhe, wanderstiefel
winter boots: winterstiefel
heels: pumps, stöckelschuhe, absatzschuhe, high heels
flats: ballerinas, ballerina
sandals: sandale, sandalen, sandaletten
slippers: hausschuhe, pantoffeln
loafers: slipper?
dress shoes: schnürschuhe, lederschuhe
bag: tasche
handbag: handtasche
shoulder bag: schultertasche
crossbody bag: umhängetasche
backpack: rucksack, rucksäcke
tote: shopper, einkaufstasche
wallet: geldbörse, portemonnaie, brieftasche
hat: hut?, hüte
beanie: mütze, wollmütze
cap: kappe, schirmmütze
scarf: schal, schals, halstuch, tuch?
gloves: handschuh, handschuhe
belt: gürtel
tie: krawatte
bow tie: fliege?
sunglasses: sonnenbrille
glasses: brille
watch: uhr, armbanduhr, uhren
jewelry: schmuck
earrings: ohrring, ohrringe, ohrstecker
hoop earrings: creolen
necklace: halskette, kette, ketten
bracelet: armband, armbänder, armreif
ring: ringe
socks: socke, socken, strümpfe
tights: strumpfhose
underwear: unterwäsche, unterhose
bra: bh
swimsuit: badeanzug
bikini: bikinis
swim shorts: badehose
swimwear: bademode
pajamas: schlafanzug, nachthemd, pyjama
bathrobe: bademantel
umbrella: regenschirm, schirm
dirndl: dirndl
lederhosen: lederhose, trachtenhose
clothes: kleidung, klamotten, mode?
black: schwarz
white: weiß
grey: grau
red: rot, rote, roter, rotes, roten, rotem
burgundy: weinrot, bordeaux
pink: rosa, pinke
blue: blau
navy: dunkelblau, marineblau
light blue: hellblau
green: grün
dark green: dunkelgrün
olive: oliv, olivgrün
yellow: gelb
orange: orangefarben, orange
brown: braun
beige: beige, sandfarben
purple: lila, violett
gold: golden, goldfarben, vergoldet
silver: silbern, silber, silberfarben
multicolour: bunt, mehrfarbig
cream: creme, cremefarben
turquoise: türkis
striped: gestreift, streifen, ringel
checked: kariert, karo
floral: geblümt, blumen, blume, blumenmuster, blüten
dotted: gepunktet, punkte, tupfen
leopard: leopardenmuster, leo
plain: einfarbig, uni?, unifarben
pattern: muster, gemustert
quilted: gesteppt
lace: spitze
leather: leder, echtleder
faux leather: kunstleder, lederimitat, veganes leder
suede: wildleder, veloursleder
patent leather: lackleder, lack?
cotton: baumwolle
linen: leinen
silk: seide
wool: wolle, woll, schurwolle, aus wolle
satin: satin
velvet: samt
corduroy: cord?, cordhose
denim: jeansstoff
knitted: strick, gestrickt
down: daunen, daune
polyester: polyester
viscose: viskose
rubber: gummi
fur: pelz, fell
straw: stroh
women: damen, dame, frau, frauen
men: herren, herr, mann, männer
girls: mädchen
boys: junge?, jungen, jungs
kids: kind?, kinder
baby: babys
unisex: unisex
sleeveless: ärmellos, ohne ärmel
sleeves: ärmel
short sleeve: kurzarm, kurzärmelig
long sleeve: langarm, langärmelig
hood: kapuze
heeled: absatz, mit absatz
flat: flach
long: lang
short: kurz
new: neu
used: gebraucht, second hand
size: größe, gr
without: ohne
not: nicht, kein, keine, keinen
except: außer
with: mit
and: und
or: oder
for: für
under: unter, bis, weniger als, maximal, günstiger als
over: über, ab, mehr als, mindestens
between: zwischen
cheap: günstig, billig, preiswert
wedding: hochzeit
wedding guest: hochzeitsgast
party: feier
winter: winter
summer: sommer
spring: frühling
autumn: herbst
office: büro
funeral: beerdigung, trauerfeier
beach: strand
hiking: wandern
sport: fitness
rain: regen
evening: abend
maternity: umstandsmode, schwangerschaft, umstands
the: der, die?, das, den, dem, ein, eine, einen, einer, im, am, aus, von, zum, zur, ich, suche, bitte, schöne, schönes, schicke
waterproof: wasserdicht, wasserfest, wasserabweisend
high waisted: high waist, hohe taille, hoher bund
wide leg: weites bein, weite beine
elegant: elegant, elegante, elegantes, festlich, festliche
casual: lässig, lässige, alltag
running: zum laufen, joggen
gym: fitnessstudio
plus size: große größen, grosse grössen, übergröße
christmas: weihnachten, weihnachts
warm: warm, warme, warmer, warmes, gefüttert, gefütterte
comfortable: bequem, bequeme
prom: abiball
skiing: skifahren
school: schule, schul
on sale: reduziert, reduzierte, reduzierter, reduziertes, im angebot, im sale, ausverkauf
gift: geschenk, geschenke, geschenkidee, geschenkideen
interview: vorstellungsgespräch, bewerbungsgespräch
graduation: abschlussfeier, kommunion, konfirmation, taufe
birthday party: geburtstag, geburtstagsfeier
holiday: urlaub
wedding: standesamt
dinner: abendessen
`
