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
wrap dress: robe portefeuille
skirt: jupe
mini skirt: mini jupe, minijupe
pleated skirt: jupe plissée
pencil skirt: jupe crayon
shirt: chemise
blouse: chemisier, blouse
t shirt: tee shirt
top: haut?, débardeur?
tank top: débardeur
polo shirt: polo
sweater: pull?, pullover, chandail
turtleneck: col roulé, pull à col roulé
cardigan: gilet?
vest: gilet sans manches
hoodie: sweat à capuche
sweatshirt: sweat?
trousers: pantalon
jeans: jean
sweatpants: jogging?, pantalon de jogging
leggings: legging
shorts: short?, bermuda
dungarees: salopette
jumpsuit: combinaison
suit: costume?, tailleur
coat: manteau, manteaux
raincoat: imperméable, k way
trench coat: trench
jacket: veste, blouson
leather jacket: veste en cuir, blouson en cuir, perfecto
denim jacket: veste en jean
puffer jacket: doudoune
blazer: blazer
cape: cape
shoes: chaussure, chaussures
sneakers: basket?, baskets, tennis?
boots: botte, bottes
ankle boots: bottine, bottines
rain boots: bottes de pluie
hiking boots: chaussures de randonnée
heels: escarpin, escarpins, talons hauts, chaussures à talons
flats: ballerine, ballerines
sandals: sandale, sandales, nu pieds
loafers: mocassin, mocassins
slippers: chausson, chaussons, pantoufles
dress shoes: derbies, richelieu
bag: sac?, sacs
handbag: sac à main, sacs à main
shoulder bag: sac porté épaule
crossbody bag: sac bandoulière
backpack: sac à dos
tote: cabas
clutch: pochette
wallet: portefeuille, porte monnaie
hat: chapeau, chapeaux
beanie: bonnet
cap: casquette
scarf: écharpe, foulard
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
necklace: collier
bracelet: bracelet
ring: bague
socks: chaussette, chaussettes
tights: collant, collants
underwear: sous vêtement, sous vêtements, lingerie, culotte
bra: soutien gorge
swimsuit: maillot de bain
pajamas: pyjama, chemise de nuit
bathrobe: peignoir
umbrella: parapluie
clothes: vêtement, vêtements, habits
black: noir, noire
white: blanc, blanche, blanches
grey: gris, grise
red: rouge
burgundy: bordeaux, lie de vin
pink: rose?
blue: bleu, bleue
navy: bleu marine, marine?
light blue: bleu clair, bleu ciel
green: vert, verte
olive: kaki
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
checked: carreaux, à carreaux
floral: fleuri, fleurie, fleurs, à fleurs, imprimé fleuri
dotted: pois, à pois
leopard: léopard
plain: uni?, unie
pleated: plissé, plissée
leather: cuir, en cuir
faux leather: simili cuir, similicuir, faux cuir
suede: daim
patent leather: vernis, cuir verni
cotton: coton
linen: lin
silk: soie
wool: laine
cashmere: cachemire
satin: satin
velvet: velours
corduroy: velours côtelé
lace: dentelle
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
wedding guest: invitée de mariage, invité mariage
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
the: le, la, les, un, une, des, du, de, en, au, aux, à?, je, cherche, belle, jolie, petite, avec du
waterproof: étanche, waterproof
high waisted: taille haute
wide leg: jambe large, jambes larges
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
`
