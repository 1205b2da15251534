/** French: English words of the vocabulary, then what they are called. `?`: only beside other French words. */
export const FRENCH = `
long dress: robe longue, robes longues
long skirt: jupe longue
short dress: robe courte
short skirt: jupe courte
dress: robe?, robe de jour
evening dress: robe de soirée
summer dress: robe d'été, robe d ete
wedding dress: robe de mariée
wrap dress: robe portefeuille, robe cache cœur, robe cache coeur
midi dress: robe midi, robe mi longue, robes midi
maxi dress: robe maxi
cocktail dress: robe cocktail, robe de cocktail
shirt dress: robe chemise, robe chemisier, robes chemises
sweater dress: robe pull, robes pulls
slip dress: robe nuisette
skirt: jupe
mini skirt: mini jupe, minijupe
pleated skirt: jupe plissée
pencil skirt: jupe crayon
shirt: chemise
blouse: chemisier, blouse
t shirt: tee shirt
top: haut?
tank top: débardeur
camisole: caraco, haut à bretelles, haut à fines bretelles, top à fines bretelles
bodysuit: body?
tunic: tunique
overshirt: surchemise
polo shirt: polo
sweater: pull?, pullover, chandail
turtleneck: col roulé, pull à col roulé, sous pull
cardigan: gilet?
vest: gilet sans manches
suit vest: gilet de costume
puffer vest: doudoune sans manches, doudoune sans manche
hoodie: sweat à capuche
sweatshirt: sweat?
trousers: pantalon
jeans: jean
wide leg jeans: jean large?, jeans larges
wide leg trousers: pantalon large, pantalons larges
sweatpants: jogging?, pantalon de jogging
leggings: legging
shorts: short?, bermuda
dungarees: salopette
jumpsuit: combinaison, combi pantalon
playsuit: combishort
suit: costume?, tailleur
suit jacket: veste de costume, veste de tailleur
tuxedo: smoking?
coat: manteau, manteaux
raincoat: imperméable, k way, ciré
pea coat: caban
trench coat: trench
jacket: veste, blouson
leather jacket: veste en cuir, blouson en cuir, perfecto
denim jacket: veste en jean
puffer jacket: doudoune
windbreaker: coupe vent
varsity jacket: teddy?
blazer: blazer
cape: cape
shoes: chaussure, chaussures
sneakers: basket?, baskets, tennis?
boots: botte, bottes
ankle boots: bottine, bottines
over the knee boots: cuissarde, cuissardes
riding boots: bottes cavalières
cowboy boots: santiag, santiags
rain boots: bottes de pluie
hiking boots: chaussures de randonnée
heels: escarpin, escarpins, talons hauts, chaussures à talons
stiletto: talon aiguille, talons aiguilles
wedge: compensé, compensée, compensés, compensées, talon compensé, talons compensés
flats: ballerine, ballerines
mary jane: babies?
sandals: sandale, sandales, nu pieds
flip flops: tong?, tongs
clogs: sabot, sabots
loafers: mocassin, mocassins
slippers: chausson, chaussons, pantoufles
dress shoes: derbies, richelieu
bag: sac?, sacs
handbag: sac à main, sacs à main
shoulder bag: sac porté épaule
crossbody bag: sac bandoulière, besace, sacoche, sacoches
bucket bag: sac seau
belt bag: sac banane, banane?
top handle bag: sac porté main
weekend bag: sac week end, sac weekend, sac de voyage
toiletry bag: trousse de toilette, trousse?
backpack: sac à dos
tote: cabas, sac cabas
clutch: pochette
wallet: portefeuille, porte monnaie
card holder: porte cartes, porte carte
suitcase: valise
hat: chapeau, chapeaux
beanie: bonnet
cap: casquette
bucket hat: bob?
headband: serre tête
scrunchie: chouchou?
scarf: écharpe, foulard
stole: étole
shawl: châle
gloves: gant, gants
belt: ceinture
tie: cravate
bow tie: nœud papillon, noeud papillon
sunglasses: lunettes de soleil
glasses: lunettes
watch: montre
jewelry: bijou, bijoux
earrings: boucle d'oreille, boucles d'oreilles, boucles d oreilles
hoop earrings: créole, créoles
stud earrings: puces d'oreilles, clous d'oreilles
necklace: collier, sautoir
bracelet: bracelet
bangle: jonc
ring: bague
socks: chaussette, chaussettes
tights: collant, collants
underwear: sous vêtement, sous vêtements, lingerie, culotte
bra: soutien gorge, brassière
swimsuit: maillot de bain
bikini: maillot deux pièces
one piece: une pièce
pajamas: pyjama, chemise de nuit
nightie: nuisette
bathrobe: peignoir
dressing gown: robe de chambre
umbrella: parapluie
clothes: vêtement, vêtements, habits
black: noir, noire
white: blanc, blanche, blanches
grey: gris, grise
red: rouge
burgundy: bordeaux, lie de vin
pink: rose?
dusty pink: vieux rose
powder pink: rose poudré
blue: bleu, bleue
navy: bleu marine, marine?
midnight blue: bleu nuit
royal blue: bleu roi
light blue: bleu clair, bleu ciel
green: vert, verte
forest green: vert sapin
emerald green: vert émeraude
mint green: vert d'eau
olive: kaki, vert kaki
yellow: jaune
orange: orange
brown: marron, brun
beige: beige
purple: violet, violette
lilac: lilas, mauve
gold: doré, dorée, en or, plaqué or
silver: argenté, argentée, argent, en argent
cream: crème, écru
multicolour: multicolore
striped: rayé, rayée, rayures, à rayures, rayure
checked: carreaux, à carreaux, prince de galles
floral: fleuri, fleurie, fleurs, à fleurs, imprimé fleuri
dotted: pois, à pois
leopard: léopard
plain: uni?, unie
pleated: plissé, plissée
leather: cuir, en cuir
denim: en jean
faux leather: simili cuir, similicuir, faux cuir
suede: daim
patent leather: vernis, cuir verni, verni, vernie, vernies
cotton: coton
linen: lin
silk: soie
wool: laine
cashmere: cachemire
satin: satin
velvet: velours
corduroy: velours côtelé
lace: dentelle
mesh: résille
knitted: tricot, maille
down: duvet
straw: paille
fur: fourrure
women: femme, femmes, dame, dames
men: homme, hommes
girls: fille, fillette
boys: garçon
kids: enfant, enfants
baby: bébé
sleeveless: sans manches, sans manche
sleeves: manches
long sleeve: manches longues
short sleeve: manches courtes
spaghetti straps: à bretelles, fines bretelles, à fines bretelles
laces: lacet, lacets, à lacets
hood: capuche
heeled: talon, à talon, talons, à talons
without heel: sans talon, sans talons
flat: plat, plate, plates
long: longue
short: court, courte
new: neuf, neuve
used: occasion?, seconde main, d'occasion
size: taille, pointure
without: sans
not: pas, non?
except: sauf, hors
with: avec
and: et
or: ou
for: pour
under: moins de, à moins de, inférieur à
over: plus de, à partir de
between: entre
cheap: pas cher, bon marché, pas chère, pas chères
wedding: mariage
wedding guest: invitée de mariage, invitée mariage, invité mariage
evening: soirée
office: bureau
winter: hiver
summer: été
autumn: automne
beach: plage
funeral: enterrement
hiking: randonnée
rain: pluie
maternity: grossesse, femme enceinte
sport: sport
the: couleur, motif, tenue, tenues, le, la, les, un, une, des, du, de, en, au, aux, à?, je, cherche, belle, jolie, petite, avec du
waterproof: étanche, waterproof
high waisted: taille haute
low waisted: taille basse
wide leg: coupe large, jambe large, jambes larges
oversized: surdimensionné, ample
elegant: élégant, élégante, chic
casual: décontracté, décontractée
running: course à pied
gym: salle de sport
plus size: grande taille, grandes tailles
christmas: noël
warm: chaud, chaude, chauds, chaudes, doublé
comfortable: confortable, confortables
party: fête, fêtes, soirée dansante
prom: bal de promo
skiing: au ski
spring: printemps
school: école
turquoise: turquoise
on sale: soldes, en solde, en promo, en promotion, promotion, promo
gift: cadeau, cadeaux, idée cadeau
interview: entretien, entretien d'embauche
funeral: obsèques
graduation: baptême, communion
birthday party: anniversaire
holiday: vacances
`
