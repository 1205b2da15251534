/** Dutch: English words of the vocabulary, then what they are called. `?`: only beside other Dutch words. */
export const DUTCH = `
long dress: lange jurk
long skirt: lange rok
short dress: korte jurk
short skirt: korte rok
dress: jurk, jurkje
evening dress: avondjurk
summer dress: zomerjurk
wedding dress: trouwjurk, bruidsjurk
skirt: rok, rokje
mini skirt: minirok
pleated skirt: plooirok
shirt: overhemd, hemd
blouse: blouse, bloes
t shirt: tshirt
sweater: trui, truien
turtleneck: coltrui
cardigan: vestje, vest?
hoodie: capuchontrui
sweatshirt: sweater
vest: gilet, bodywarmer
trousers: broek, broeken, pantalon
jeans: spijkerbroek, spijkerbroeken
sweatpants: joggingbroek
shorts: korte broek
jumpsuit: jumpsuit
dungarees: tuinbroek
suit: pak, kostuum
coat: jas, jassen, mantel
winter coat: winterjas
raincoat: regenjas
jacket: jasje, jack
leather jacket: leren jas, leren jasje
denim jacket: spijkerjas, spijkerjack
puffer jacket: donsjas, pufferjas
blazer: colbert
shoes: schoen, schoenen
sneakers: sportschoenen, gympen
boots: laars, laarzen
ankle boots: enkellaars, enkellaarsjes
rain boots: regenlaarzen
hiking boots: wandelschoenen
heels: hakken, hak, hoge hakken, pumps
flats: ballerina, ballerinas
sandals: sandaal, sandalen
slippers: pantoffels, sloffen
loafers: instappers
bag: tas, tassen
handbag: handtas
shoulder bag: schoudertas
backpack: rugzak
wallet: portemonnee
hat: hoed
beanie: muts
cap: pet?
scarf: sjaal, das?
gloves: handschoen, handschoenen
belt: riem
tie: stropdas
sunglasses: zonnebril
glasses: bril
watch: horloge
jewelry: sieraad, sieraden, juwelen
earrings: oorbel, oorbellen
hoop earrings: oorringen, creolen
necklace: ketting
bracelet: armband
ring: ringen
socks: sok, sokken
tights: panty, maillot
underwear: ondergoed, onderbroek
bra: beha
swimsuit: badpak, zwempak
swim shorts: zwembroek
pajamas: pyjama
bathrobe: badjas
umbrella: paraplu
clothes: kleding, kleren
black: zwart
white: wit, witte
grey: grijs, grijze
red: rood, rode
burgundy: bordeauxrood
pink: roze
blue: blauw
navy: donkerblauw, marineblauw
light blue: lichtblauw
green: groen
dark green: donkergroen
yellow: geel, gele
orange: oranje
brown: bruin
beige: beige
purple: paars, paarse
gold: goud, gouden, goudkleurig
silver: zilver, zilveren
multicolour: veelkleurig
striped: gestreept, strepen
checked: geruit, ruitjes
floral: gebloemd, bloemen, bloemenprint
dotted: stippen, gestippeld
leopard: luipaard, panterprint
plain: effen
leather: leer, leren
faux leather: kunstleer
suede: suède
cotton: katoen, katoenen
linen: linnen
silk: zijde, zijden
wool: wol, wollen
satin: satijn
velvet: fluweel, fluwelen
corduroy: ribfluweel, corduroy
lace: kant?
knitted: gebreid, gebreide
down: dons
rubber: rubber
fur: bont
women: dames, dame, vrouw, vrouwen
men: heren, heer, man?, mannen
girls: meisje, meisjes
boys: jongen, jongens
kids: kind?, kinderen, kinder
baby: babys
sleeveless: mouwloos, mouwloze, zonder mouwen
sleeves: mouwen
long sleeve: lange mouwen
short sleeve: korte mouwen
hood: capuchon
without heel: zonder hak
flat: plat, platte
long: lange
short: korte, kort
new: nieuw
used: tweedehands, gebruikt
size: maat
without: zonder
not: niet, geen
except: behalve
with: met
and: en
or: of?
for: voor
under: onder, minder dan, tot
over: boven, meer dan, vanaf
between: tussen
cheap: goedkoop, goedkope
wedding: bruiloft
wedding guest: bruiloftsgast
evening: avond
party: feest
office: kantoor
winter: winter
summer: zomer
autumn: herfst
beach: strand
funeral: begrafenis
hiking: wandelen
rain: regen
maternity: zwangerschap, zwanger
the: de, het, een, van, in, ik, zoek, mooie, leuke
waterproof: waterdicht, waterafstotend
high waisted: hoge taille
wide leg: wijde pijpen
oversized: ruimvallend
elegant: elegante, chique
casual: casual, dagelijks
sport: sportief
running: hardlopen
gym: sportschool
plus size: grote maten, grote maat
christmas: kerst, kerstmis
warm: warme
comfortable: comfortabele
prom: gala
skiing: skiën
spring: lente, voorjaar
school: school
turquoise: turkoois
olive: olijfgroen
tote: boodschappentas
crossbody bag: schoudertas crossbody
bow tie: vlinderdas, strikje
on sale: afgeprijsd, afgeprijsde, in de aanbieding, uitverkoop
gift: cadeau, cadeautje, cadeaus
interview: sollicitatiegesprek
funeral: uitvaart
birthday party: verjaardag
holiday: vakantie
`
