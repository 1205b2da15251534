/** Italian: English words of the vocabulary, then what they are called. `?`: only beside other Italian words. */
export const ITALIAN = `
long dress: vestito lungo, abito lungo, vestiti lunghi
long skirt: gonna lunga
short dress: vestito corto
short skirt: gonna corta
dress: vestito, abito, vestitino
evening dress: abito da sera, vestito da sera
summer dress: vestito estivo
wedding dress: abito da sposa
skirt: gonna
mini skirt: minigonna
pleated skirt: gonna plissettata, gonna a pieghe
shirt: camicia, camicie
blouse: camicetta, blusa
t shirt: maglietta
top: maglia
tank top: canottiera
sweater: maglione, pullover, maglioncino
turtleneck: dolcevita, collo alto
cardigan: cardigan
hoodie: felpa con cappuccio
sweatshirt: felpa
vest: gilè, panciotto
trousers: pantalone, pantaloni
jeans: jeans
shorts: pantaloncini, bermuda
sweatpants: pantaloni della tuta
leggings: leggings
jumpsuit: tuta
dungarees: salopette
suit: completo, tailleur
coat: cappotto, soprabito
raincoat: impermeabile
jacket: giacca, giacche, giubbotto, giubbino
leather jacket: giacca di pelle, giacca in pelle, chiodo
denim jacket: giacca di jeans
puffer jacket: piumino
blazer: blazer
cape: mantella
shoes: scarpa, scarpe, calzature
sneakers: scarpe da ginnastica
boots: stivale, stivali
ankle boots: stivaletto, stivaletti
rain boots: stivali di gomma
hiking boots: scarponi
heels: tacchi, scarpe con tacco, décolleté, scarpe con il tacco, scarpe col tacco
flats: ballerine
sandals: sandalo, sandali
loafers: mocassino, mocassini
slippers: pantofole, ciabatte
bag: borsa, borse
handbag: borsetta
crossbody bag: tracolla
backpack: zaino
clutch: pochette
wallet: portafoglio
hat: cappello
beanie: berretto
cap: cappellino
scarf: sciarpa, foulard
gloves: guanto, guanti
belt: cintura
tie: cravatta
bow tie: papillon
sunglasses: occhiali da sole
glasses: occhiali
watch: orologio
jewelry: gioiello, gioielli
earrings: orecchino, orecchini
necklace: collana
bracelet: bracciale, braccialetto
ring: anello
socks: calza?, calzini, calze
tights: collant
underwear: intimo, mutande
bra: reggiseno
swimsuit: costume da bagno
pajamas: pigiama, camicia da notte
bathrobe: accappatoio
umbrella: ombrello
clothes: abbigliamento, vestiti
black: nero
white: bianco, bianca, bianche, bianchi
grey: grigio, grigia
red: rosso
burgundy: bordeaux, bordò
pink: rosa
blue: blu, azzurro
navy: blu navy, blu scuro
light blue: celeste, azzurro chiaro
green: verde
yellow: giallo
orange: arancione
brown: marrone
beige: beige
purple: viola
gold: dorato, oro, in oro, d'oro
silver: argento, argentato, in argento
cream: crema, panna
multicolour: multicolore
striped: righe, a righe, rigato
checked: quadri, a quadri, scacchi
floral: fiori, a fiori, floreale
dotted: pois, a pois
leopard: leopardato
plain: tinta unita
leather: pelle, in pelle, di pelle, cuoio
faux leather: ecopelle, finta pelle
suede: scamosciato, camoscio
cotton: cotone
linen: lino
silk: seta
wool: lana
satin: raso
velvet: velluto
corduroy: velluto a coste
lace: pizzo!
knitted: lavorato a maglia
down: piuma
straw: paglia
women: donna, donne
men: uomo, uomini
girls: bambina, ragazza
boys: bambino, ragazzo
kids: bambini
baby: neonato
sleeveless: senza maniche
sleeves: maniche
long sleeve: maniche lunghe, manica lunga
short sleeve: maniche corte, manica corta
hood: cappuccio
heeled: con tacco, con il tacco
without heel: senza tacco, senza tacchi
flat: basso, bassa, piatte
long: lungo
short: corto
new: nuovo
used: usato, seconda mano
size: taglia, numero?, misura
without: senza
not: non?
except: tranne, eccetto
with: con
and: e?, ed
or: o?
for: per
under: meno di, sotto i, fino a
over: più di, sopra i
between: tra, fra
cheap: economico, economica, poco costoso
wedding: matrimonio
wedding guest: invitata matrimonio, invitata a un matrimonio
evening: sera
party: festa
office: ufficio
winter: inverno, invernale
summer: estate, estivo
autumn: autunno
beach: spiaggia
funeral: funerale
hiking: trekking
rain: pioggia
maternity: premaman, gravidanza
the: il, lo, la, i?, gli, le, un, una, di, del, della, da, in, cerco, bella, bel
waterproof: impermeabili, resistente all'acqua
high waisted: vita alta, a vita alta
wide leg: gamba larga, a palazzo
oversized: largo taglio
elegant: elegante
casual: tutti i giorni, informale
sport: sportivo, sportiva
running: corsa
gym: palestra
plus size: taglie forti
christmas: natale
warm: caldo, calda, caldi
comfortable: comodo, comode, comodi
prom: ballo
skiing: sci, da sci
spring: primavera
school: scuola
turquoise: turchese
olive: verde militare, verde oliva
tote: borsa shopper
high heels: tacchi alti
on sale: saldi, in saldo, in offerta, scontato, scontata, scontati, scontate
gift: regalo, regali
interview: colloquio, colloquio di lavoro
graduation: laurea, comunione, battesimo
birthday party: compleanno
holiday: vacanza, vacanze
`
