/** Spanish: English words of the vocabulary, then what they are called. `?`: only beside other Spanish words. */
export const SPANISH = `
long dress: vestido largo, vestidos largos
long skirt: falda larga
short dress: vestido corto
short skirt: falda corta
dress: vestido
evening dress: vestido de noche
party dress: vestido de fiesta
summer dress: vestido de verano
wedding dress: vestido de novia
skirt: falda
mini skirt: minifalda
pleated skirt: falda plisada
denim skirt: falda vaquera
shirt: camisa
blouse: blusa
t shirt: camiseta, playera
tank top: camiseta de tirantes
top: top
polo shirt: polo
sweater: jersey, suéter, chompa
turtleneck: cuello alto
cardigan: cárdigan, rebeca, chaqueta de punto
hoodie: sudadera con capucha
sweatshirt: sudadera
vest: chaleco
trousers: pantalón, pantalones
jeans: vaqueros, tejanos, pantalón vaquero, pantalones vaqueros
leggings: mallas
shorts: pantalón corto, pantalones cortos, bermudas
sweatpants: pantalón de chándal
jumpsuit: mono?
dungarees: peto
suit: traje
coat: abrigo
raincoat: impermeable, chubasquero
trench coat: gabardina
jacket: chaqueta, cazadora, campera
leather jacket: chaqueta de cuero, cazadora de piel
denim jacket: chaqueta vaquera, cazadora vaquera
puffer jacket: plumífero, chaqueta acolchada
blazer: americana
cape: capa, poncho
shoes: zapato, zapatos, calzado
sneakers: zapatilla, zapatillas, deportivas, tenis?
boots: bota, botas
ankle boots: botín, botines
rain boots: botas de agua
hiking boots: botas de montaña
heels: tacones, zapatos de tacón, zapato de tacón
flats: bailarinas, manoletinas
sandals: sandalia, sandalias
loafers: mocasín, mocasines
slippers: pantuflas
bag: bolso, bolsos, bolsa
handbag: bolso de mano, cartera?
crossbody bag: bandolera
backpack: mochila
wallet: billetera, monedero
hat: sombrero
beanie: gorro
cap: gorra
scarf: bufanda, pañuelo
gloves: guante, guantes
belt: cinturón
tie: corbata
bow tie: pajarita
sunglasses: gafas de sol, lentes de sol
glasses: gafas
watch: reloj, relojes
jewelry: joya, joyas, joyería, bisutería
earrings: pendiente, pendientes, aretes
hoop earrings: aros
necklace: collar?, collares, gargantilla
bracelet: pulsera, brazalete
ring: anillo
socks: calcetín, calcetines
tights: medias
underwear: ropa interior, bragas, calzoncillos
bra: sujetador
swimsuit: bañador, traje de baño
pajamas: pijama, camisón
bathrobe: albornoz
umbrella: paraguas
clothes: ropa
black: negro
white: blanco
grey: gris, grises
red: rojo
burgundy: granate, burdeos
pink: rosa
blue: azul, azules
navy: azul marino
light blue: celeste, azul claro
green: verde
olive: caqui
yellow: amarillo
orange: naranja
brown: marrón, marrones
beige: beis
purple: morado, violeta
lilac: lila, malva
gold: dorado, de oro
silver: plateado, plata, de plata
cream: crema
multicolour: multicolor
striped: rayas, de rayas, a rayas, rayado
checked: cuadros, de cuadros, a cuadros
floral: flores, de flores, floreado, estampado floral
dotted: lunares, de lunares
leopard: leopardo
plain: liso
pleated: plisado
leather: cuero, piel, de piel, de cuero
faux leather: polipiel, piel sintética
suede: ante?, de ante, gamuza
cotton: algodón
linen: lino
silk: seda
wool: lana
satin: satén
velvet: terciopelo
corduroy: pana
denim: vaquero, vaquera, tejano
lace: encaje
knitted: de punto, tejido
straw: paja
women: mujer, mujeres, señora, dama
men: hombre, hombres, caballero
girls: niña
boys: niño
kids: niños, infantil
baby: bebé
sleeveless: sin mangas
sleeves: mangas
long sleeve: manga larga
short sleeve: manga corta
hood: capucha
heeled: con tacón, tacón, de tacón
without heel: sin tacón
flat: plano, sin tacones
long: largo
short: corto
new: nuevo
used: segunda mano, usado
size: talla, número?
without: sin
not: no?
except: excepto, menos?
with: con
and: y
or: o?
for: para
under: menos de, por menos de, hasta
over: más de, desde
between: entre
cheap: barato, económico
wedding: boda
wedding guest: invitada de boda, invitada a una boda
evening: noche
party: fiesta
office: oficina
winter: invierno
summer: verano
autumn: otoño
beach: playa
funeral: funeral
hiking: senderismo
rain: lluvia
maternity: embarazo, embarazada, premamá
the: el, la, los, las, un, una, unos, unas, de, del, en, busco, quiero, bonito
waterproof: resistente al agua, a prueba de agua
high waisted: tiro alto, cintura alta, talle alto
wide leg: pierna ancha, pata ancha
oversized: holgado, holgada
elegant: elegante
casual: informal, para diario
sport: deporte, deportivo, deportiva
running: para correr
gym: gimnasio
plus size: tallas grandes, talla grande
christmas: navidad
warm: abrigado, calentito
comfortable: cómodo, cómoda, cómodos
prom: graduación
skiing: esquí, esquiar
spring: primavera
school: escuela, colegio, escolar
turquoise: turquesa
tote: bolso shopper
high heels: tacones altos
`
